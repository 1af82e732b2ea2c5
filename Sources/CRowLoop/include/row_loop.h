#pragma once

#include <stdint.h>

/* A photo of the table `timeline`, as plain as C can have it. */
typedef struct {
    int64_t taken;
    int64_t luid;
    uint32_t name;
    uint16_t flags, width, height, duration;
    uint8_t thumb_hash_count;
    uint8_t thumb_hash[25];
} carousel_row;

/* Steps through the whole timeline of the database at `path`, newest first, into `rows`.
   Returns how many rows there were, at most `capacity`; -1 when SQLite reports an error. */
int64_t carousel_row_loop(const char *path, carousel_row *rows, int64_t capacity);

/* Makes a database at `to` with the tables that the first sync of the library at `from` filled,
   and inserts the same rows in the order in which they came: `batch` photos in a transaction,
   durable as the library's. Returns how many photos there were; -1 when SQLite reports an
   error. */
int64_t carousel_sync_loop(const char *from, const char *to, int64_t batch);
