#ifndef CRASH_DISK_H
#define CRASH_DISK_H

#include <stdint.h>

// A disk for SQLite that is kept in memory and can fail at any write: files
// below one folder lie on it, all others on the real disk.
//
// One thread at a time, and no more than the connections of one process.

/// What a crash leaves of what was written and not synced.
enum crash_kind {
    /// The process dies and the system lives: all of it.
    crash_kill,
    /// The power fails: any part of it, in any order, torn at sectors.
    crash_power_loss
};

/// Makes the disk SQLite's default, for files whose path begins with `folder`.
/// Returns SQLite's result code.
int crash_disk_install(const char *folder);

/// Forgets all files.
void crash_disk_erase(void);

/// From now on counts changes (writes, truncations, syncs, deletions); the one
/// of this number and all later calls fail. 0: none does.
void crash_disk_fail_at(long change);

/// Changes counted so far.
long crash_disk_changes(void);

/// Whether a change has failed.
int crash_disk_has_failed(void);

/// From now on counts changes; the one of this number fails with SQLite's
/// result code, and nothing else does.
void crash_disk_refuse_at(long change, int code);

/// Whether syncs do nothing but say that they did.
void crash_disk_set_lying(int is_lying);

/// The machine comes back after a crash: calls succeed again. All connections
/// must have been closed.
void crash_disk_restart(enum crash_kind kind, uint64_t seed);

/// Likewise for the files below a folder alone, as one of several machines.
void crash_disk_restart_below(const char *folder, enum crash_kind kind, uint64_t seed);

#endif
