#pragma once

/* The variadic calls of libcurl, one wrapper for each kind of value. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*carousel_curl_callback)(char *, size_t, size_t, void *);

static inline CURLcode carousel_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode carousel_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode carousel_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode carousel_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode carousel_curl_set_callback(
    CURL *easy, CURLoption option, carousel_curl_callback value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLMcode carousel_curl_set_multi(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* The context set with CURLOPT_PRIVATE. */
static inline void *carousel_curl_context(CURL *easy) {
    char *context = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}
/* The errno of the last failed connect; 0 when there is none. */
static inline long carousel_curl_connect_errno(CURL *easy) {
    long value = 0;
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &value);
    return value;
}

/* The next transfer that has ended, with its result; NULL when there is none. */
static inline CURL *carousel_curl_next_ended(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
