#include "row_loop.h"

#include <sqlite3.h>
#include <stddef.h>

/* What is read of each table and where it goes: a row of each for every photo. */
static const char *const reads[] = {
    "SELECT * FROM photos ORDER BY luid",
    "SELECT * FROM server_photos ORDER BY id",
    "SELECT * FROM server_photo_luids ORDER BY photo",
    "SELECT c.* FROM server_photos s JOIN server_contents c ON c.content_hash = s.content_hash "
    "ORDER BY s.id",
    "SELECT t.* FROM photos p JOIN timeline t ON (t.taken, t.name, t.luid) = "
    "(p.taken, p.name, p.luid) ORDER BY p.luid",
};
static const char *const tables[] = {
    "photos", "server_photos", "server_photo_luids", "server_contents", "timeline",
};
enum { count = sizeof tables / sizeof *tables };

/* The tables and their indices, as the library has them. */
static int make_tables(sqlite3 *from, sqlite3 *to) {
    sqlite3_stmt *schema = NULL;
    int status = sqlite3_prepare_v2(
        from,
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index') AND "
        "tbl_name IN ('photos', 'server_photos', 'server_photo_luids', 'server_contents', "
        "'timeline') ORDER BY type = 'index'",
        -1, &schema, NULL);
    while (status == SQLITE_OK && (status = sqlite3_step(schema)) == SQLITE_ROW)
        status = sqlite3_exec(to, (const char *)sqlite3_column_text(schema, 0), NULL, NULL, NULL);
    sqlite3_finalize(schema);
    return status == SQLITE_DONE ? SQLITE_OK : status;
}

static int prepare(
    sqlite3 *from, sqlite3 *to, sqlite3_stmt *selects[count], sqlite3_stmt *inserts[count]) {
    for (int table = 0; table < count; table++) {
        int status = sqlite3_prepare_v2(from, reads[table], -1, &selects[table], NULL);
        if (status != SQLITE_OK) return status;
        int columns = sqlite3_column_count(selects[table]);
        sqlite3_str *text = sqlite3_str_new(to);
        sqlite3_str_appendf(text, "INSERT INTO %s VALUES (?", tables[table]);
        for (int column = 1; column < columns; column++) sqlite3_str_appendall(text, ", ?");
        sqlite3_str_appendall(text, ")");
        char *insert = sqlite3_str_finish(text);
        status = sqlite3_prepare_v2(to, insert, -1, &inserts[table], NULL);
        sqlite3_free(insert);
        if (status != SQLITE_OK) return status;
    }
    return SQLITE_OK;
}

/* One row from each table to the same one of the other database. */
static int copy_photo(sqlite3_stmt *selects[count], sqlite3_stmt *inserts[count]) {
    for (int table = 0; table < count; table++) {
        int status = sqlite3_step(selects[table]);
        if (status != SQLITE_ROW) return status;
        int columns = sqlite3_column_count(selects[table]);
        for (int column = 0; column < columns; column++)
            sqlite3_bind_value(
                inserts[table], column + 1, sqlite3_column_value(selects[table], column));
        status = sqlite3_step(inserts[table]);
        sqlite3_reset(inserts[table]);
        if (status != SQLITE_DONE) return status;
    }
    return SQLITE_ROW;
}

int64_t carousel_sync_loop(const char *from_path, const char *to_path, int64_t batch) {
    sqlite3 *from = NULL, *to = NULL;
    sqlite3_stmt *selects[count] = {0}, *inserts[count] = {0};
    int64_t photos = 0;
    int status = sqlite3_open_v2(from_path, &from, SQLITE_OPEN_READONLY, NULL);
    if (status == SQLITE_OK) status = sqlite3_open(to_path, &to);
    if (status == SQLITE_OK)
        status = sqlite3_exec(
            to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", NULL, NULL, NULL);
    if (status == SQLITE_OK) status = make_tables(from, to);
    if (status == SQLITE_OK) status = prepare(from, to, selects, inserts);
    while (status == SQLITE_OK) {
        status = sqlite3_exec(to, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (status != SQLITE_OK) break;
        int64_t end = photos + batch;
        while (photos < end && (status = copy_photo(selects, inserts)) == SQLITE_ROW) photos++;
        if (status != SQLITE_ROW && status != SQLITE_DONE) break;
        int outcome = sqlite3_exec(to, "COMMIT", NULL, NULL, NULL);
        if (outcome != SQLITE_OK) status = outcome;
        else if (status == SQLITE_ROW) status = SQLITE_OK;
    }
    for (int table = 0; table < count; table++) {
        sqlite3_finalize(selects[table]);
        sqlite3_finalize(inserts[table]);
    }
    sqlite3_close(from);
    sqlite3_close(to);
    return status == SQLITE_DONE ? photos : -1;
}
