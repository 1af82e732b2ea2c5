#pragma once

/* Files, threads and memory for the server: what is declared for _GNU_SOURCE only, or is a macro. */
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

/* Begins to write a stretch of a file to the disk. */
int sync_file_range(int, int64_t, int64_t, unsigned int);
static const unsigned int CAROUSEL_START_WRITING = 2;

/* Writing past the page cache. */
#ifdef O_DIRECT
static const int CAROUSEL_DIRECT = O_DIRECT;
#else
static const int CAROUSEL_DIRECT = __O_DIRECT;
#endif

int pthread_setname_np(pthread_t, const char *);

/* glibc gives each of many threads a heap of its own, up to eight a processor. */
static inline void carousel_limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }
