#pragma once

/* Starting a helper process that talks over a socket, and waking a thread that polls. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Part of glibc since 2.34; its declaration needs _GNU_SOURCE. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* A descriptor that a poll wakes from once it was signalled; -1 with errno set. */
static inline int carousel_event_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void carousel_event_signal(int event) {
    uint64_t one = 1;
    ssize_t written;
    do { written = write(event, &one, sizeof one); } while (written < 0 && errno == EINTR);
}

/* Takes back all signals so far. */
static inline void carousel_event_clear(int event) {
    uint64_t count;
    ssize_t got;
    do { got = read(event, &count, sizeof count); } while (got < 0 && errno == EINTR);
}

/* Starts `path` with a socket as its descriptor 3, nothing on 0 to 2, no other descriptor and no
   signal blocked or ignored. The socket's other end, close-on-exec, goes to `*socket_out`, the
   process to `*pid_out`. Returns 0 or an errno. */
static inline int carousel_spawn_with_socket(
    const char *path, char *const *environment, pid_t *pid_out, int *socket_out) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pair[1], 3);
    posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *arguments[] = {(char *) path, NULL};
    int code = posix_spawn(pid_out, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pair[1]);
    if (code != 0) close(pair[0]);
    else *socket_out = pair[0];
    return code;
}
