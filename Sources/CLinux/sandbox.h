#pragma once

/* What a process that decodes hostile files gives up for good. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Lowers a limit for good; one that is lower already stays. */
static inline void carousel_lower_limit(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return;
    if (value < limit.rlim_max) limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(resource, &limit);
}

/* Of core dumps, of files written, of descriptors, of addresses. */
static inline void carousel_limit_resources(uint64_t descriptors) {
    carousel_lower_limit(RLIMIT_CORE, 0);
    carousel_lower_limit(RLIMIT_FSIZE, 0);
    carousel_lower_limit(RLIMIT_NOFILE, descriptors);
}
static inline void carousel_limit_memory(uint64_t bytes) {
    carousel_lower_limit(RLIMIT_AS, bytes);
}

/* Grants so many seconds of processor time, and up to one more, from now on; SIGXCPU ends the
   process behind them. Mostly one cheap system call: the limit is moved once a second is used. */
static inline void carousel_grant_processor_time(uint64_t seconds) {
    static uint64_t granted_at = UINT64_MAX;
    struct timespec used;
    struct rlimit limit;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return;
    if (granted_at == (uint64_t) used.tv_sec || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    granted_at = (uint64_t) used.tv_sec;
    uint64_t until = granted_at + seconds + 1;
    limit.rlim_cur = until < limit.rlim_max ? until : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

/* Ties the process to its parent, and keeps it from gaining rights and from being looked into by
   other processes of the same user. */
static inline void carousel_confine_process(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0);
}

/* Takes from all threads of this process the system calls that reach files by name, the network,
   other processes and other programs; they fail with EPERM from now on. What is open stays usable.
   Needs no privileges, but a kernel that allows it: returns 0, or -1 where it does not. */
static inline int carousel_forbid_outside_world(void) {
#if defined(__x86_64__)
    const unsigned int architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned int architecture = AUDIT_ARCH_AARCH64;
#else
    errno = ENOSYS;
    return -1;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
#define CAROUSEL_FORBID(call, code) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
        /* The x32 table: the same calls under other numbers. */
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        CAROUSEL_FORBID(open, EPERM), CAROUSEL_FORBID(creat, EPERM),
        CAROUSEL_FORBID(unlink, EPERM), CAROUSEL_FORBID(rename, EPERM),
        CAROUSEL_FORBID(mkdir, EPERM), CAROUSEL_FORBID(rmdir, EPERM),
        CAROUSEL_FORBID(link, EPERM), CAROUSEL_FORBID(symlink, EPERM),
        CAROUSEL_FORBID(chmod, EPERM), CAROUSEL_FORBID(chown, EPERM),
        CAROUSEL_FORBID(lchown, EPERM), CAROUSEL_FORBID(mknod, EPERM),
        CAROUSEL_FORBID(fork, EPERM), CAROUSEL_FORBID(vfork, EPERM),
#endif
        CAROUSEL_FORBID(openat, EPERM), CAROUSEL_FORBID(openat2, EPERM),
        CAROUSEL_FORBID(open_by_handle_at, EPERM), CAROUSEL_FORBID(unlinkat, EPERM),
        CAROUSEL_FORBID(renameat, EPERM), CAROUSEL_FORBID(renameat2, EPERM),
        CAROUSEL_FORBID(mkdirat, EPERM), CAROUSEL_FORBID(linkat, EPERM),
        CAROUSEL_FORBID(symlinkat, EPERM), CAROUSEL_FORBID(mknodat, EPERM),
        CAROUSEL_FORBID(fchmodat, EPERM), CAROUSEL_FORBID(fchownat, EPERM),
        CAROUSEL_FORBID(truncate, EPERM), CAROUSEL_FORBID(ftruncate, EPERM),
        CAROUSEL_FORBID(fchmod, EPERM), CAROUSEL_FORBID(fchown, EPERM),
        CAROUSEL_FORBID(socket, EPERM), CAROUSEL_FORBID(socketpair, EPERM),
        CAROUSEL_FORBID(connect, EPERM), CAROUSEL_FORBID(bind, EPERM),
        CAROUSEL_FORBID(listen, EPERM), CAROUSEL_FORBID(accept, EPERM),
        CAROUSEL_FORBID(accept4, EPERM), CAROUSEL_FORBID(execve, EPERM),
        CAROUSEL_FORBID(execveat, EPERM), CAROUSEL_FORBID(ptrace, EPERM),
        CAROUSEL_FORBID(process_vm_readv, EPERM), CAROUSEL_FORBID(process_vm_writev, EPERM),
        CAROUSEL_FORBID(kill, EPERM), CAROUSEL_FORBID(pidfd_open, EPERM),
        CAROUSEL_FORBID(pidfd_getfd, EPERM), CAROUSEL_FORBID(pidfd_send_signal, EPERM),
        CAROUSEL_FORBID(mount, EPERM), CAROUSEL_FORBID(umount2, EPERM),
        CAROUSEL_FORBID(pivot_root, EPERM), CAROUSEL_FORBID(chroot, EPERM),
        CAROUSEL_FORBID(unshare, EPERM), CAROUSEL_FORBID(setns, EPERM),
        CAROUSEL_FORBID(bpf, EPERM), CAROUSEL_FORBID(perf_event_open, EPERM),
        CAROUSEL_FORBID(userfaultfd, EPERM), CAROUSEL_FORBID(io_uring_setup, EPERM),
        CAROUSEL_FORBID(keyctl, EPERM), CAROUSEL_FORBID(add_key, EPERM),
        CAROUSEL_FORBID(request_key, EPERM),
        /* Its flags lie in memory, which a filter cannot read; glibc falls back to clone. */
        CAROUSEL_FORBID(clone3, ENOSYS),
        /* Threads are allowed, processes are not. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
#undef CAROUSEL_FORBID
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return (int) syscall(
        __NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#endif
}
