#pragma once

/* OpenSSL with wrappers for what Swift cannot import: macros and variadic functions. */
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* Sets up a server's context: TLS 1.2 at least, no renegotiation, no session cache (tickets do),
   writes may be partial and repeated from another buffer, idle connections hold no buffers. */
static inline void carousel_ssl_configure(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                     SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                     SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
}

static inline EVP_PKEY *carousel_make_p256_key(void) { return EVP_EC_gen("P-256"); }

/* The formats of names; macros whose value Swift cannot see. */
static const int CAROUSEL_NAME_UTF8 = MBSTRING_UTF8;

/* A serial number of 127 random bits. */
static inline int carousel_set_random_serial(X509 *certificate) {
    BIGNUM *number = BN_new();
    int done = number && BN_rand(number, 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) &&
               BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);
    return done;
}
