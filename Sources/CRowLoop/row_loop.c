#include "row_loop.h"

#include <sqlite3.h>
#include <string.h>

int64_t carousel_row_loop(const char *path, carousel_row *rows, int64_t capacity) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    int64_t count = 0;
    int status = SQLITE_ERROR;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)
        == SQLITE_OK
        && sqlite3_prepare_v2(
            database,
            "SELECT taken, name, luid, cell FROM timeline "
            "ORDER BY taken DESC, name DESC, luid DESC",
            -1, &statement, NULL) == SQLITE_OK) {
        while ((status = sqlite3_step(statement)) == SQLITE_ROW && count < capacity) {
            carousel_row *row = &rows[count++];
            row->taken = sqlite3_column_int64(statement, 0);
            row->name = (uint32_t)sqlite3_column_int64(statement, 1);
            row->luid = sqlite3_column_int64(statement, 2);
            const uint8_t *cell = sqlite3_column_blob(statement, 3);
            int bytes = sqlite3_column_bytes(statement, 3);
            if (bytes < 8 || bytes > 33) { status = SQLITE_ERROR; break; }
            memcpy(&row->flags, cell, 8);
            row->thumb_hash_count = (uint8_t)(bytes - 8);
            memcpy(row->thumb_hash, cell + 8, (size_t)(bytes - 8));
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return status == SQLITE_DONE || status == SQLITE_ROW ? count : -1;
}
