#pragma once

/* What Glibc's Swift module lacks because it is a macro or needs _GNU_SOURCE. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Sends bytes, with `descriptor` attached to the first of them unless it is negative. Meant for
   messages that fit into the socket's buffer. Returns 0, or -1 with errno set. */
static inline int carousel_send_message(
    int socket, const void *bytes, size_t length, int descriptor) {
    struct iovec vector = {(void *) bytes, length};
    union { char buffer[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } control;
    struct msghdr message = {0};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.buffer;
        message.msg_controllen = sizeof control.buffer;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    ssize_t sent;
    do { sent = sendmsg(socket, &message, MSG_NOSIGNAL); } while (sent < 0 && errno == EINTR);
    return sent == (ssize_t) length ? 0 : -1;
}

/* Receives what is there, waiting for at least one byte. A descriptor that came with it goes to
   `*descriptor` (close-on-exec), else -1. Bytes with another descriptor are left for the next
   call. Returns the count of bytes, 0 at the end of the stream, or -1 with errno set. */
static inline ssize_t carousel_receive_message(
    int socket, void *bytes, size_t capacity, int *descriptor) {
    struct iovec vector = {bytes, capacity};
    union { char buffer[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } control;
    struct msghdr message = {0};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_control = control.buffer;
    message.msg_controllen = sizeof control.buffer;
    *descriptor = -1;
    ssize_t got;
    do { got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); } while (got < 0 && errno == EINTR);
    if (got <= 0) return got;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return got;
}
