#pragma once

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast that Swift does not see. SQLite copies the bytes before it returns. */
static inline int carousel_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    /* A null pointer would bind NULL: an empty blob is a blob. */
    return sqlite3_bind_blob(statement, index, count > 0 ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int carousel_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, count > 0 ? text : "", count, SQLITE_TRANSIENT);
}

/* Takes variable arguments, which Swift cannot pass. */
static inline int carousel_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
