#pragma once

#include <libraw/libraw.h>

/* libraw_data_t holds arrays that Swift cannot import; these read what we need of it. */

/* The real picture's size in pixels, before it is turned. */
static inline void carousel_raw_size(libraw_data_t *raw, int *width, int *height) {
    *width = raw->sizes.width;
    *height = raw->sizes.height;
}

/* 0: as stored; 3: by 180 degrees; 5: by 90 anticlockwise; 6: by 90 clockwise. */
static inline int carousel_raw_flip(libraw_data_t *raw) { return raw->sizes.flip; }

static inline const char *carousel_raw_make(libraw_data_t *raw) { return raw->idata.make; }
static inline const char *carousel_raw_model(libraw_data_t *raw) { return raw->idata.model; }

/* Seconds since 1970 as if the camera's clock showed this process's local time; 0: unknown. */
static inline int64_t carousel_raw_time(libraw_data_t *raw) { return raw->other.timestamp; }

/* After libraw_unpack_thumb: whether the preview is a JPEG, and its bytes. */
static inline int carousel_raw_preview_is_jpeg(libraw_data_t *raw) {
    return raw->thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG;
}
static inline const void *carousel_raw_preview(libraw_data_t *raw, size_t *length) {
    *length = raw->thumbnail.tlength;
    return raw->thumbnail.thumb;
}

/* Half the size, the camera's white balance, sRGB, 8 bits. */
static inline void carousel_raw_set_output(libraw_data_t *raw) {
    raw->params.half_size = 1;
    raw->params.use_camera_wb = 1;
    raw->params.output_color = 1;
    raw->params.output_bps = 8;
}

/* The pixels behind a processed image's header. */
static inline const void *carousel_raw_pixels(const libraw_processed_image_t *image) {
    return image->data;
}
