#pragma once

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own main function; -sanitize=fuzzer links it. */
int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t size));
