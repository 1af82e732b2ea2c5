#define _GNU_SOURCE
#include "CLockOrder.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Part of the sanitizer's runtime; absent without it. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*LockSlow)(uint32_t thread, SELF void *handle);
typedef SWIFT void (*UnlockSlow)(SELF void *handle);

static void *library_function(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        abort();
    return function;
}

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF void *handle)
{
    ((LockSlow)library_function(LOCK_SLOW))(thread, handle);
    if (__tsan_acquire)
        __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle)
{
    if (__tsan_release)
        __tsan_release(handle);
    ((UnlockSlow)library_function(UNLOCK_SLOW))(handle);
}
