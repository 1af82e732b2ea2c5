#pragma once

#include <vips/vips.h>

/* libvips takes its options as variadic arguments, which Swift cannot call. All functions return
   0, or -1 with the reason in vips_error_buffer(). */

static inline int carousel_vips_init(void) { return VIPS_INIT("carousel-decoder"); }

/* Reads the header only; pixels come when they are asked for. NULL on failure. */
static inline VipsImage *carousel_vips_open(const void *data, size_t length) {
    return vips_image_new_from_buffer(data, length, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/* How a picture is to be made smaller. */
typedef struct {
    int width, height;
    gboolean crop;    /* fill width x height and cut off what is over, centred */
    gboolean enlarge; /* also when the picture is smaller */
    gboolean upright; /* obey the orientation that libvips finds in the file */
    gboolean convert; /* by the picture's colour profile to sRGB */
    gboolean strict;  /* fail when a part of the picture cannot be decoded */
} carousel_thumbnail_options;

/* The loader is told by its option string: libvips 8.14 does not hand on the thumbnail's own
   "fail_on". */
static inline int carousel_vips_thumbnail(
    const void *data, size_t length, VipsImage **out, carousel_thumbnail_options o) {
    VipsSize size = o.enlarge ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN;
    VipsInteresting crop = o.crop ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE;
    const char *loader = o.strict ? "fail_on=error" : "fail_on=none";
    if (o.convert)
        return vips_thumbnail_buffer(
            (void *) data, length, out, o.width, "height", o.height, "size", size, "crop", crop,
            "no_rotate", !o.upright, "option_string", loader, "export_profile", "srgb", NULL);
    return vips_thumbnail_buffer(
        (void *) data, length, out, o.width, "height", o.height, "size", size, "crop", crop,
        "no_rotate", !o.upright, "option_string", loader, NULL);
}

static inline int carousel_vips_thumbnail_image(
    VipsImage *in, VipsImage **out, carousel_thumbnail_options o) {
    VipsSize size = o.enlarge ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN;
    VipsInteresting crop = o.crop ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE;
    if (o.convert)
        return vips_thumbnail_image(
            in, out, o.width, "height", o.height, "size", size, "crop", crop,
            "no_rotate", !o.upright, "export_profile", "srgb", NULL);
    return vips_thumbnail_image(
        in, out, o.width, "height", o.height, "size", size, "crop", crop,
        "no_rotate", !o.upright, NULL);
}

static inline int carousel_vips_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/* Puts a picture with alpha on white; `white` is 255, or more for deeper pixels. */
static inline int carousel_vips_flatten(VipsImage *in, VipsImage **out, double white) {
    VipsArrayDouble *background = vips_array_double_newv(1, white);
    int result = vips_flatten(in, out, "background", background, "max_alpha", white, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

static inline int carousel_vips_first_bands(VipsImage *in, VipsImage **out, int bands) {
    return vips_extract_band(in, out, 0, "n", bands, NULL);
}

static inline int carousel_vips_crop(
    VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

static inline int carousel_vips_to_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast_uchar(in, out, NULL);
}

static inline int carousel_vips_rotate(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}

static inline int carousel_vips_flip(VipsImage *in, VipsImage **out, VipsDirection direction) {
    return vips_flip(in, out, direction, NULL);
}

/* Baseline, 4:2:0 below quality 90, else 4:4:4. */
static inline int carousel_vips_save_jpeg(
    VipsImage *in, void **data, size_t *length, int quality, gboolean strip) {
    return vips_jpegsave_buffer(in, data, length, "Q", quality, "strip", strip, NULL);
}

static inline int carousel_vips_save_png(
    VipsImage *in, void **data, size_t *length, gboolean strip) {
    return vips_pngsave_buffer(in, data, length, "compression", 3, "strip", strip, NULL);
}

static inline int carousel_vips_save_webp(
    VipsImage *in, void **data, size_t *length, int quality, gboolean strip) {
    VipsImage *out;
    if (vips_copy(in, &out, NULL) != 0) return -1;
    if (strip) {
        /* libvips 8.14 makes EXIF from these before it leaves anything out. */
        gchar **names = vips_image_get_fields(out);
        for (gchar **name = names; name && *name; name++)
            if (g_str_has_prefix(*name, "exif-")) vips_image_remove(out, *name);
        g_strfreev(names);
    }
    int result = vips_webpsave_buffer(
        out, data, length, "Q", quality, "effort", 1, "strip", strip, NULL);
    g_object_unref(out);
    return result;
}

static inline int carousel_vips_save_heif(
    VipsImage *in, void **data, size_t *length, int quality, gboolean avif) {
    return vips_heifsave_buffer(
        in, data, length, "Q", quality, "compression",
        avif ? VIPS_FOREIGN_HEIF_COMPRESSION_AV1 : VIPS_FOREIGN_HEIF_COMPRESSION_HEVC, "effort",
        0, NULL);
}
