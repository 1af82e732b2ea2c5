#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/* Macros that Swift does not import. */
static const int carousel_av_end_of_file = AVERROR_EOF;
static const int carousel_av_try_again = AVERROR(EAGAIN);
static const int carousel_av_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int carousel_av_patch_welcome = AVERROR_PATCHWELCOME;
