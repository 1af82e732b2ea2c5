#pragma once

/* One module for every GNOME header: with two, symbols of the shared part vanish. */
#include <adwaita.h>
#include <glib-unix.h>

/* libdispatch's main-queue integration: exported, declared in no public header. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable message);
