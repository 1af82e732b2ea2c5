/// The few rules that the theme does not have.
enum GalleryStyle {
    static let rules = """
        timeline { background-color: @window_bg_color; }
        scrubber, years { opacity: 0; transition: opacity 200ms; }
        scrubber.shown, years.shown { opacity: 1; }
        .bubble { background: rgba(0, 0, 0, 0.8); color: white; border-radius: 99px;
            padding: 6px 14px; font-weight: bold; }
        .viewer headerbar { background: rgba(0, 0, 0, 0.6); color: white; box-shadow: none; }
        .viewer statuspage { color: white; }
        .selection { border-radius: 99px; padding: 6px 12px; }
        .unread { background: @accent_bg_color; color: @accent_fg_color; border-radius: 99px;
            padding: 1px 7px; font-weight: bold; }
        .problems > row { padding: 0 12px; }
        """
}
