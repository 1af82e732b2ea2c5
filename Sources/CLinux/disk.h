#pragma once

/* What happens to files, where it needs _GNU_SOURCE. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The magic number of the file system that a path is on; 0 when there is none. */
static inline unsigned int carousel_file_system(const char *path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (unsigned int) system.f_type : 0;
}

/* Opens a folder to ask about it, which takes no right to read it. */
static inline int carousel_open_place(const char *folder) {
#ifdef O_PATH
    const int place = O_PATH;
#else
    const int place = __O_PATH;
#endif
    return open(folder, place | O_DIRECTORY | O_CLOEXEC);
}

/* Whether the file system of a path has no numbers of files on the disk and makes them up, so that
   each mount may have others. */
static inline int carousel_numbers_anew(const char *path) {
    switch (carousel_file_system(path)) {
    case 0x4D44:     /* FAT */
    case 0x2011BAB0: /* exFAT */
    case 0x65735546: /* FUSE, by which exFAT, cameras and other machines come too */
        return 1;
    default: return 0;
    }
}

/* Renames a file, and never replaces anything: EEXIST when the name is taken. EINVAL where the file
   system cannot promise that in one step: a second name and the removal of the first would do, but
   neither tells a file that was saved in between, or a removal whose answer was lost, from the
   only name of the bytes. Returns 0 or an errno. */
static inline int carousel_rename_to_free_name(const char *from, const char *to) {
    const unsigned int no_replace = 1;
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace) == 0 ? 0 : errno;
}
