#pragma once

#include <libffmpegthumbnailer/videothumbnailerc.h>
