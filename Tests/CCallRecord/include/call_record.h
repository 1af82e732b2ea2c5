#ifndef CALL_RECORD_H
#define CALL_RECORD_H

#include <stdint.h>

/* Shows a test the calls that decide what outlives a power failure, in their
 * order: SQLite's as well as the server's.
 *
 * Linked into a test, this module stands before the calls of the C library,
 * tells whoever listens of those that concern one folder or one port, and
 * calls the library. While nobody listens it does nothing else. With a
 * sanitizer, which stands there itself, nothing can be recorded.
 */

enum call_kind {
    /// Bytes are about to be written to `path`, or its length to be changed.
    call_write,
    /// `path`, a file or a folder, was synced.
    call_sync,
    /// `path` is about to get the name `other`.
    call_rename,
    /// `path` is about to get a second name, `other`.
    call_link,
    /// The name `path` is about to be removed.
    call_unlink,
    /// Bytes are about to be sent from the port.
    call_send
};

typedef void (*call_listener)(
    void *context, enum call_kind kind, const char *path, const char *other);

/// Whether calls can be recorded in this program.
int call_record_works(void);

/// From now on the listener is told of calls below `folder`, an absolute path
/// without symbolic links, and of what is sent from the port. It runs on the
/// caller's thread; all other calls of the kinds wait meanwhile, and its own
/// are not told. One listener at a time.
void call_record_begin(
    const char *folder, uint16_t port, call_listener listener, void *context);

/// Returns when the listener runs no more.
void call_record_end(void);

#endif
