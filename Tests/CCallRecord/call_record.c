#define _GNU_SOURCE
#include "call_record.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#ifdef HAS_SANITIZER

int call_record_works(void) { return 0; }

void call_record_begin(
    const char *folder, uint16_t port, call_listener listener, void *context)
{
    (void)folder, (void)port, (void)listener, (void)context;
}

void call_record_end(void) {}

#else

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_int is_recording;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread int is_listening;

/* Under the mutex. */
static char folder[4096];
static uint16_t port;
static call_listener listener;
static void *context;

int call_record_works(void) { return 1; }

void call_record_begin(
    const char *path, uint16_t number, call_listener function, void *with)
{
    pthread_mutex_lock(&mutex);
    if (atomic_load(&is_recording) || strlen(path) >= sizeof folder)
        abort();
    strcpy(folder, path);
    port = number;
    listener = function;
    context = with;
    atomic_store(&is_recording, 1);
    pthread_mutex_unlock(&mutex);
}

void call_record_end(void)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&is_recording, 0);
    pthread_mutex_unlock(&mutex);
}

static int is_below_folder(const char *path)
{
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static void tell(enum call_kind kind, const char *path, const char *other)
{
    if (!atomic_load(&is_recording) || is_listening)
        return;
    pthread_mutex_lock(&mutex);
    if (atomic_load(&is_recording) && (kind == call_send || is_below_folder(path))) {
        is_listening = 1;
        listener(context, kind, path, other);
        is_listening = 0;
    }
    pthread_mutex_unlock(&mutex);
}

static void tell_of_file(enum call_kind kind, int file)
{
    char link[64];
    char path[4096];
    ssize_t length;

    if (!atomic_load(&is_recording) || is_listening)
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = 0;
    tell(kind, path, "");
}

static void tell_of_socket(int socket)
{
    struct sockaddr_in address;
    socklen_t length = sizeof address;

    if (!atomic_load(&is_recording) || is_listening)
        return;
    if (getsockname(socket, (struct sockaddr *)&address, &length) || length < sizeof address
        || address.sin_family != AF_INET || ntohs(address.sin_port) != port)
        return;
    tell(call_send, "", "");
}

/* The library's function of the same name. */
#define LIBRARY(type, name) \
    static _Atomic(type) kept; \
    type name = atomic_load(&kept); \
    if (!name) { \
        name = (type)dlsym(RTLD_NEXT, __func__); \
        if (!name) \
            abort(); \
        atomic_store(&kept, name); \
    }

typedef int (*file_call)(int);
typedef int (*path_call)(const char *);
typedef int (*pair_call)(const char *, const char *);
typedef int (*length_call)(int, off_t);
typedef ssize_t (*write_call)(int, const void *, size_t, off_t);
typedef ssize_t (*send_call)(int, const void *, size_t, int);

int fsync(int file)
{
    LIBRARY(file_call, library)
    int result = library(file);
    if (!result)
        tell_of_file(call_sync, file);
    return result;
}

int fdatasync(int file)
{
    LIBRARY(file_call, library)
    int result = library(file);
    if (!result)
        tell_of_file(call_sync, file);
    return result;
}

int rename(const char *path, const char *other)
{
    LIBRARY(pair_call, library)
    tell(call_rename, path, other);
    return library(path, other);
}

int link(const char *path, const char *other)
{
    LIBRARY(pair_call, library)
    tell(call_link, path, other);
    return library(path, other);
}

int unlink(const char *path)
{
    LIBRARY(path_call, library)
    tell(call_unlink, path, "");
    return library(path);
}

int ftruncate(int file, off_t length)
{
    LIBRARY(length_call, library)
    tell_of_file(call_write, file);
    return library(file, length);
}

int ftruncate64(int file, off_t length)
{
    LIBRARY(length_call, library)
    tell_of_file(call_write, file);
    return library(file, length);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    LIBRARY(write_call, library)
    tell_of_file(call_write, file);
    return library(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset)
{
    LIBRARY(write_call, library)
    tell_of_file(call_write, file);
    return library(file, bytes, count, offset);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags)
{
    LIBRARY(send_call, library)
    tell_of_socket(socket);
    return library(socket, bytes, count, flags);
}

#endif
