/// The few rules that the theme does not have.
enum GalleryStyle {
    static let rules = """
        timeline { background-color: @window_bg_color; }
        .viewer headerbar { background: rgba(0, 0, 0, 0.6); color: white; box-shadow: none; }
        .viewer statuspage { color: white; }
        .problems > row { padding: 0 12px; }
        """
}
