#include "crash_disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { most_files = 16, most_regions = 32, lock_slots = 8, sector = 512 };

enum change_kind { change_write, change_truncation };

// A change of a file that no sync has made durable yet.
struct change {
    enum change_kind kind;
    sqlite3_int64 offset;
    int length;
    unsigned char *bytes;
};

struct bytes {
    unsigned char *start;
    sqlite3_int64 length, capacity;
};

struct disk_file {
    char name[512];
    int exists;
    struct bytes seen, durable;
    struct change *changes;
    int change_count, change_capacity;
    // Memory shared by the connections, and its locks: how many share a slot,
    // -1 when one has it alone.
    void *regions[most_regions];
    int holders[lock_slots];
    // Locks of the file itself.
    int sharing, is_reserved, is_exclusive;
};

// An open file, as SQLite knows it.
struct handle {
    sqlite3_file base;
    struct disk_file *file;
    int level;
    int is_temporary;
    unsigned shared, exclusive;
};

static struct disk_file files[most_files];
static int file_count;
static char prefix[512];
static sqlite3_vfs *real;
static long changes, fail_at, refuse_at;
static int has_failed, is_lying, refusal;

static uint64_t drawn(uint64_t *state) {
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static int is_ours(const char *name) {
    return name && *prefix && strncmp(name, prefix, strlen(prefix)) == 0;
}

// Whether the change that is about to be made fails.
static int fails(void) {
    if (has_failed) return 1;
    changes += 1;
    if (fail_at > 0 && changes >= fail_at) has_failed = 1;
    return has_failed;
}

// What the change that was just counted is refused with.
static int refused(void) {
    if (has_failed || refuse_at == 0 || changes != refuse_at) return SQLITE_OK;
    refuse_at = 0;
    return refusal;
}

static void put(struct bytes *to, sqlite3_int64 offset, const void *bytes, int length) {
    sqlite3_int64 end = offset + length;
    if (length == 0) return;
    if (end > to->capacity) {
        sqlite3_int64 capacity = end * 2 + 4096;
        to->start = realloc(to->start, (size_t)capacity);
        if (!to->start) abort();
        to->capacity = capacity;
    }
    if (offset > to->length) memset(to->start + to->length, 0, (size_t)(offset - to->length));
    memcpy(to->start + offset, bytes, (size_t)length);
    if (end > to->length) to->length = end;
}

static void apply(struct disk_file *file, const struct change *change) {
    if (change->kind == change_write)
        put(&file->durable, change->offset, change->bytes, change->length);
    else if (change->offset < file->durable.length)
        file->durable.length = change->offset;
}

static void note(struct disk_file *file, enum change_kind kind, sqlite3_int64 offset,
                 const void *bytes, int length) {
    if (file->change_count == file->change_capacity) {
        file->change_capacity = file->change_capacity * 2 + 16;
        file->changes =
            realloc(file->changes, (size_t)file->change_capacity * sizeof *file->changes);
        if (!file->changes) abort();
    }
    struct change *change = &file->changes[file->change_count++];
    *change = (struct change){kind, offset, length, NULL};
    if (length > 0) {
        change->bytes = malloc((size_t)length);
        if (!change->bytes) abort();
        memcpy(change->bytes, bytes, (size_t)length);
    }
}

static void forget_changes(struct disk_file *file) {
    for (int i = 0; i < file->change_count; i++) free(file->changes[i].bytes);
    file->change_count = 0;
}

static void free_shared(struct disk_file *file) {
    for (int i = 0; i < most_regions; i++) {
        free(file->regions[i]);
        file->regions[i] = NULL;
    }
}

// No connection is left.
static void forget_shared(struct disk_file *file) {
    free_shared(file);
    memset(file->holders, 0, sizeof file->holders);
    file->sharing = file->is_reserved = file->is_exclusive = 0;
}

static struct disk_file *find(const char *name) {
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) return &files[i];
    return NULL;
}

static struct disk_file *make(const char *name) {
    struct disk_file *file = find(name);
    if (file) return file;
    if (file_count == most_files || strlen(name) >= sizeof files[0].name) abort();
    file = &files[file_count++];
    memset(file, 0, sizeof *file);
    strcpy(file->name, name);
    return file;
}

// MARK: An open file

static struct disk_file *of(sqlite3_file *base) { return ((struct handle *)base)->file; }

static int read_file(sqlite3_file *base, void *into, int length, sqlite3_int64 offset) {
    struct disk_file *file = of(base);
    if (has_failed) return SQLITE_IOERR_READ;
    sqlite3_int64 there = file->seen.length - offset;
    if (there >= length) {
        memcpy(into, file->seen.start + offset, (size_t)length);
        return SQLITE_OK;
    }
    memset(into, 0, (size_t)length);
    if (there > 0) memcpy(into, file->seen.start + offset, (size_t)there);
    return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
    struct disk_file *file = of(base);
    int was_dead = has_failed, is_dead = fails();
    if (was_dead) return SQLITE_IOERR_WRITE;
    int code = refused();
    if (code != SQLITE_OK) return code;
    // The write at which the machine dies may have reached the disk.
    note(file, change_write, offset, bytes, length);
    put(&file->seen, offset, bytes, length);
    return is_dead ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 length) {
    struct disk_file *file = of(base);
    if (fails()) return SQLITE_IOERR_TRUNCATE;
    note(file, change_truncation, length, NULL, 0);
    if (length < file->seen.length) file->seen.length = length;
    return SQLITE_OK;
}

static int sync_file(sqlite3_file *base, int flags) {
    struct disk_file *file = of(base);
    (void)flags;
    if (fails()) return SQLITE_IOERR_FSYNC;
    if (refused() != SQLITE_OK) return SQLITE_IOERR_FSYNC;
    if (is_lying) return SQLITE_OK;
    for (int i = 0; i < file->change_count; i++) apply(file, &file->changes[i]);
    forget_changes(file);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    *size = of(base)->seen.length;
    return has_failed ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int lock_file(sqlite3_file *base, int level) {
    struct handle *handle = (struct handle *)base;
    struct disk_file *file = handle->file;
    if (handle->level >= level) return SQLITE_OK;
    if (level == SQLITE_LOCK_SHARED) {
        if (file->is_exclusive) return SQLITE_BUSY;
        file->sharing += 1;
    } else if (level == SQLITE_LOCK_RESERVED) {
        if (file->is_reserved) return SQLITE_BUSY;
        file->is_reserved = 1;
    } else if (level == SQLITE_LOCK_EXCLUSIVE) {
        if (file->sharing > 1) return SQLITE_BUSY;
        if (handle->level < SQLITE_LOCK_RESERVED && file->is_reserved) return SQLITE_BUSY;
        file->is_exclusive = 1;
        file->is_reserved = 1;
    }
    handle->level = level;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int level) {
    struct handle *handle = (struct handle *)base;
    struct disk_file *file = handle->file;
    if (handle->level <= level) return SQLITE_OK;
    if (handle->level >= SQLITE_LOCK_EXCLUSIVE) file->is_exclusive = 0;
    if (handle->level >= SQLITE_LOCK_RESERVED) file->is_reserved = 0;
    if (level == SQLITE_LOCK_NONE) file->sharing -= 1;
    handle->level = level;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *base, int *result) {
    *result = of(base)->is_reserved;
    return SQLITE_OK;
}

static int control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base) {
    (void)base;
    return sector;
}

static int characteristics(sqlite3_file *base) {
    (void)base;
    return 0;
}

static int map_shared(sqlite3_file *base, int region, int size, int extends,
                      void volatile **result) {
    struct disk_file *file = of(base);
    if (region >= most_regions) return SQLITE_IOERR_SHMMAP;
    if (!file->regions[region] && extends) {
        file->regions[region] = calloc(1, (size_t)size);
        if (!file->regions[region]) abort();
    }
    *result = file->regions[region];
    return SQLITE_OK;
}

static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
    struct handle *handle = (struct handle *)base;
    int *holders = handle->file->holders;
    unsigned mask = ((1u << count) - 1) << offset;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int i = offset; i < offset + count; i++) {
            if (handle->exclusive & 1u << i) holders[i] = 0;
            else if (handle->shared & 1u << i) holders[i] -= 1;
        }
        handle->shared &= ~mask;
        handle->exclusive &= ~mask;
        return SQLITE_OK;
    }
    if (flags & SQLITE_SHM_SHARED) {
        if (handle->shared & mask) return SQLITE_OK;
        if (holders[offset] < 0) return SQLITE_BUSY;
        holders[offset] += 1;
        handle->shared |= mask;
        return SQLITE_OK;
    }
    for (int i = offset; i < offset + count; i++)
        if (holders[i] != 0) return SQLITE_BUSY;
    for (int i = offset; i < offset + count; i++) holders[i] = -1;
    handle->exclusive |= mask;
    return SQLITE_OK;
}

static void order_shared(sqlite3_file *base) { (void)base; }

// Gives up what the connection still holds, as a system does.
static int close_file(sqlite3_file *base) {
    lock_shared(base, 0, lock_slots, SQLITE_SHM_UNLOCK);
    return unlock_file(base, SQLITE_LOCK_NONE);
}

static int unmap_shared(sqlite3_file *base, int deletes) {
    if (deletes) free_shared(of(base));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = order_shared,
    .xShmUnmap = unmap_shared,
};

// MARK: The disk

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                     int *result) {
    (void)vfs;
    if (!is_ours(name)) return real->xOpen(real, name, base, flags, result);
    base->pMethods = NULL;
    if (has_failed) return SQLITE_CANTOPEN;
    struct disk_file *file = find(name);
    if ((!file || !file->exists) && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    struct handle *handle = (struct handle *)base;
    memset(handle, 0, sizeof *handle);
    handle->file = make(name);
    handle->file->exists = 1;
    handle->base.pMethods = &methods;
    if (result) *result = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    if (!is_ours(name)) return real->xDelete(real, name, syncs);
    if (fails()) return SQLITE_IOERR_DELETE;
    struct disk_file *file = find(name);
    if (!file || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
    forget_changes(file);
    file->exists = 0;
    file->seen.length = file->durable.length = 0;
    return SQLITE_OK;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    if (!is_ours(name)) return real->xAccess(real, name, flags, result);
    struct disk_file *file = find(name);
    *result = file && file->exists;
    // As SQLite's own: an empty file does not count as there.
    if (flags == SQLITE_ACCESS_EXISTS && file && file->seen.length == 0) *result = 0;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int length, char *result) {
    (void)vfs;
    if (!is_ours(name)) return real->xFullPathname(real, name, length, result);
    if ((int)strlen(name) >= length) return SQLITE_CANTOPEN;
    strcpy(result, name);
    return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *vfs, int length, char *result) {
    (void)vfs;
    return real->xRandomness(real, length, result);
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return real->xSleep(real, microseconds);
}

static int current_time(sqlite3_vfs *vfs, double *result) {
    (void)vfs;
    return real->xCurrentTime(real, result);
}

static int last_error(sqlite3_vfs *vfs, int length, char *result) {
    (void)vfs;
    return real->xGetLastError ? real->xGetLastError(real, length, result) : 0;
}

static sqlite3_vfs disk = {
    .iVersion = 1,
    .mxPathname = 512,
    .zName = "crash",
    .xOpen = open_file,
    .xDelete = delete_file,
    .xAccess = access_file,
    .xFullPathname = full_name,
    .xRandomness = random_bytes,
    .xSleep = sleep_for,
    .xCurrentTime = current_time,
    .xGetLastError = last_error,
};

int crash_disk_install(const char *folder) {
    if (strlen(folder) >= sizeof prefix) return SQLITE_TOOBIG;
    strcpy(prefix, folder);
    if (real) return SQLITE_OK;
    int code = sqlite3_initialize();
    if (code != SQLITE_OK) return code;
    real = sqlite3_vfs_find(NULL);
    disk.szOsFile = real->szOsFile > (int)sizeof(struct handle) ? real->szOsFile
                                                                 : (int)sizeof(struct handle);
    return sqlite3_vfs_register(&disk, 1);
}

void crash_disk_erase(void) {
    for (int i = 0; i < file_count; i++) {
        forget_changes(&files[i]);
        forget_shared(&files[i]);
        free(files[i].changes);
        free(files[i].seen.start);
        free(files[i].durable.start);
    }
    file_count = 0;
    changes = fail_at = refuse_at = 0;
    has_failed = is_lying = 0;
}

void crash_disk_fail_at(long change) {
    changes = refuse_at = 0;
    fail_at = change;
    has_failed = 0;
}

void crash_disk_refuse_at(long change, int code) {
    crash_disk_fail_at(0);
    refuse_at = change;
    refusal = code;
}

long crash_disk_changes(void) { return changes; }

int crash_disk_has_failed(void) { return has_failed; }

void crash_disk_set_lying(int lies) { is_lying = lies; }

// Of each change that was not synced: a quarter is lost, of another quarter
// of the writes some first sectors are there.
static void lose_power(struct disk_file *file, uint64_t *state) {
    for (int i = 0; i < file->change_count; i++) {
        struct change change = file->changes[i];
        uint64_t fate = drawn(state) % 4;
        if (fate == 0) continue;
        if (fate == 1 && change.kind == change_write && change.length > sector) {
            int sectors = (int)(drawn(state) % (uint64_t)(change.length / sector));
            change.length = sectors * sector;
        }
        apply(file, &change);
    }
    forget_changes(file);
    file->seen.length = 0;
    put(&file->seen, 0, file->durable.start ? (void *)file->durable.start : (void *)"",
        (int)file->durable.length);
}

void crash_disk_restart(enum crash_kind kind, uint64_t seed) {
    crash_disk_restart_below("", kind, seed);
}

void crash_disk_restart_below(const char *folder, enum crash_kind kind, uint64_t seed) {
    uint64_t state = seed;
    for (int i = 0; i < file_count; i++) {
        if (strncmp(files[i].name, folder, strlen(folder)) != 0) continue;
        if (kind == crash_power_loss && files[i].exists) lose_power(&files[i], &state);
        forget_shared(&files[i]);
    }
    changes = fail_at = refuse_at = 0;
    has_failed = 0;
}
