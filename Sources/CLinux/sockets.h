#pragma once

/* Sockets and events for the HTTP server. Addresses are the sixteen bytes of IPv6; IPv4 is mapped
   (::ffff:a.b.c.d). */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

static const uint32_t CAROUSEL_READABLE = EPOLLIN;
static const uint32_t CAROUSEL_WRITABLE = EPOLLOUT;
static const uint32_t CAROUSEL_PEER_CLOSED = EPOLLRDHUP;
static const uint32_t CAROUSEL_BROKEN = EPOLLERR | EPOLLHUP;

/* accept4 and epoll_create1 are declared for _GNU_SOURCE or by their headers only. */
int accept4(int, struct sockaddr *, socklen_t *, int);

static inline void carousel_read_address(
    const struct sockaddr_storage *from, uint8_t address[16], uint16_t *port) {
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)from;
        memset(address, 0, 10);
        memset(address + 10, 0xff, 2);
        memcpy(address + 12, &four->sin_addr, 4);
        *port = ntohs(four->sin_port);
    } else {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
        memcpy(address, &six->sin6_addr, 16);
        *port = ntohs(six->sin6_port);
    }
}

/* Accepts a connection, non-blocking, close-on-exec, without delay. Returns it, or -1 with errno. */
static inline int carousel_accept(int listener, uint8_t address[16], uint16_t *port) {
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int one = 1, connection;
    do {
        connection = accept4(
            listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    } while (connection < 0 && errno == EINTR);
    if (connection < 0) return -1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    carousel_read_address(&from, address, port);
    return connection;
}

/* Listens; `port` zero takes a free one and is set to it. Returns the socket, or -1 with errno. */
static inline int carousel_listen(const uint8_t address[16], uint16_t *port, int backlog) {
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    struct sockaddr_storage at;
    socklen_t size;
    int one = 1, zero = 0, four = memcmp(address, mapped, 12) == 0;
    memset(&at, 0, sizeof at);
    if (four) {
        struct sockaddr_in *place = (struct sockaddr_in *)&at;
        place->sin_family = AF_INET;
        place->sin_port = htons(*port);
        memcpy(&place->sin_addr, address + 12, 4);
        size = sizeof *place;
    } else {
        struct sockaddr_in6 *place = (struct sockaddr_in6 *)&at;
        place->sin6_family = AF_INET6;
        place->sin6_port = htons(*port);
        memcpy(&place->sin6_addr, address, 16);
        size = sizeof *place;
    }
    int listener = socket(at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0) return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    /* [::] takes IPv4 too, whatever the system's default is. */
    if (!four) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
    if (bind(listener, (struct sockaddr *)&at, size) < 0 || listen(listener, backlog) < 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) < 0) {
        int reason = errno;
        close(listener);
        errno = reason;
        return -1;
    }
    uint8_t bound[16];
    carousel_read_address(&at, bound, port);
    return listener;
}

static inline int carousel_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int carousel_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static inline int carousel_epoll_add(int poll, int descriptor, uint32_t events, uint64_t tag) {
    struct epoll_event event = {.events = events, .data = {.u64 = tag}};
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int carousel_epoll_change(int poll, int descriptor, uint32_t events, uint64_t tag) {
    struct epoll_event event = {.events = events, .data = {.u64 = tag}};
    return epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event);
}

/* One thing epoll_wait reported; its own struct is packed, which Swift cannot import. */
struct carousel_event {
    uint64_t tag;
    uint32_t events;
};

/* Waits for at most 256 events. Returns their number; 0 also when a signal came. */
static inline int carousel_epoll_wait(
    int poll, struct carousel_event *found, int limit, int milliseconds) {
    struct epoll_event raw[256];
    int count = epoll_wait(poll, raw, limit < 256 ? limit : 256, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        found[i].tag = raw[i].data.u64;
        found[i].events = raw[i].events;
    }
    return count;
}
