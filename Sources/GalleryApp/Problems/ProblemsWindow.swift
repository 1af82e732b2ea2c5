import CGTK
import Carousel
import GTKKit
import Photos

/// Lists the files that were seen and are not shown in full, each with its
/// reason: nothing is skipped in silence.
enum ProblemsWindow {
    static func open(over parent: Widget, library: any GalleryLibrary) {
        let (window, column) = windowOver(parent, title: "Problems", width: 560, height: 480)
        let stack = gtk_stack_new()!
        gtk_widget_set_vexpand(stack, 1)
        gtk_box_append(column.cast(), stack)
        gtk_window_present(window.cast())
        let shown = Ref(retaining: stack)
        Task {
            let result = await Task.detached {
                Result { () throws(LibraryError) in
                    try library.problems()
                }
            }.value
            gtk_stack_add_child(shown.pointer.opaque, page(for: result))
        }
    }

    /// How many there are, in words.
    static func words(_ count: Int) -> String {
        count == 1
            ? "1 file can't be shown" : "\(EventWords.grouped(count)) files can't be shown"
    }

    private static func page(for result: Result<[Problem], LibraryError>) -> Widget {
        switch result {
        case .success(let problems) where problems.isEmpty:
            return statusPage(
                "emblem-ok-symbolic", "No problems", "Every file that was seen is shown.")
        case .success(let problems):
            return list(of: problems)
        case .failure(let error):
            return statusPage(
                "dialog-warning-symbolic", "The list can't be read", error.description)
        }
    }

    /// A list that makes rows only for what is in sight: there may be
    /// thousands.
    private static func list(of problems: [Problem]) -> Widget {
        let texts = problems.map { problem in
            let name = String(decoding: problem.path.name, as: UTF8.self)
            let folder = problem.path.folder?.display ?? ""
            return [name, problem.reason.sentence, folder].joined(separator: "\n")
        }
        let model = gtk_string_list_new(nil)!
        for text in texts {
            gtk_string_list_append(model, text)
        }
        let factory = gtk_signal_list_item_factory_new()!
        factory.connect("setup") { arguments in
            guard let item = arguments.object(1) else { return }
            gtk_list_item_set_child(item.opaque, ProblemRow.make())
        }
        factory.connect("bind") { arguments in
            guard let item = arguments.object(1)?.opaque, let row = gtk_list_item_get_child(item),
                let object = gtk_list_item_get_item(item),
                let text = gtk_string_object_get_string(object.opaque)
            else { return }
            ProblemRow.show(String(cString: text), in: row)
        }
        let selection = gtk_no_selection_new(model)
        let list = gtk_list_view_new(selection, factory)!
        gtk_list_view_set_show_separators(list.opaque, 1)
        gtk_widget_add_css_class(list, "problems")
        let scroller = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(
            scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        return scroller
    }

    private static func statusPage(_ icon: String, _ title: String, _ text: String) -> Widget {
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        let escaped = g_markup_escape_text(text, -1)
        adw_status_page_set_description(page.opaque, escaped)
        g_free(escaped)
        return page
    }
}

/// One problem: name, reason and folder, below each other.
private enum ProblemRow {
    static func make() -> Widget {
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
        gtk_widget_set_margin_top(column, 8)
        gtk_widget_set_margin_bottom(column, 8)
        for style in ["heading", "", "dim-label"] {
            let label: Widget = gtk_label_new(nil)
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
            if !style.isEmpty { gtk_widget_add_css_class(label, style) }
            if style == "dim-label" { gtk_widget_add_css_class(label, "caption") }
            gtk_box_append(column.cast(), label)
        }
        return column
    }

    static func show(_ text: String, in row: Widget) {
        var label = gtk_widget_get_first_child(row)
        for line in text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false) {
            guard let current = label else { return }
            gtk_label_set_text(current.opaque, String(line))
            gtk_widget_set_tooltip_text(current, String(line))
            label = gtk_widget_get_next_sibling(current)
        }
    }
}
