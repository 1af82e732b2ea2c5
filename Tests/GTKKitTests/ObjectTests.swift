import CGTK
import GTKKit
import Testing

@MainActor private final class Canary {
    static var alive = 0

    init() { Canary.alive += 1 }
    isolated deinit { Canary.alive -= 1 }
}

extension DisplayTests {
    @Test func aClosureDiesWithItsObject() {
        let before = Canary.alive
        do {
            let button = Ref<Widget>(sinking: gtk_button_new())
            let canary = Canary()
            button.pointer.connect("clicked") { _ in _ = canary }
            #expect(Canary.alive == before + 1)
        }
        #expect(Canary.alive == before)
    }

    @Test func aDisconnectedClosureIsReleasedAndNotCalled() {
        let before = Canary.alive
        let button = Ref<Widget>(sinking: gtk_button_new())
        var calls = 0
        let handler = {
            let canary = Canary()
            return button.pointer.connect("clicked") { _ in
                _ = canary
                calls += 1
            }
        }()
        emitClicked(button.pointer)
        button.pointer.disconnect(handler)
        emitClicked(button.pointer)
        #expect(calls == 1)
        #expect(Canary.alive == before)
    }

    @Test func aReferenceLetGoOffTheMainThreadEndsOnIt() async {
        let before = Canary.alive
        do {
            let button = Ref<Widget>(sinking: gtk_button_new())
            let canary = Canary()
            button.pointer.connect("clicked") { _ in _ = canary }
            await Task.detached { [button] in _ = button }.value
        }
        #expect(await Self.wait { Canary.alive == before })
    }

    @Test func propertiesOfEveryKindAreSetAndRead() {
        let button = Ref<Widget>(sinking: gtk_button_new())
        button.pointer.set("label", to: "Ümläut")
        #expect(button.pointer.string("label") == "Ümläut")
        button.pointer.set("sensitive", to: false)
        #expect(!button.pointer.bool("sensitive"))
        button.pointer.set("margin-start", to: 12)
        #expect(gtk_widget_get_margin_start(button.pointer) == 12)
        button.pointer.set("opacity", to: 0.5)
        #expect(abs(gtk_widget_get_opacity(button.pointer) - 0.5) < 0.01)
        #expect(button.pointer.string("tooltip-text") == nil)
    }

    @Test func constructionPropertiesReachTheObject() {
        let box = Ref<Widget>(
            sinking: makeObject(
                of: gtk_box_get_type(), [("css-name", "strange"), ("spacing", 7)]
            ).cast())
        #expect(String(cString: gtk_widget_get_css_name(box.pointer)) == "strange")
        #expect(gtk_box_get_spacing(box.pointer.cast()) == 7)
        #expect(box.pointer.isInstance(of: gtk_widget_get_type()))
        #expect(!box.pointer.isInstance(of: gtk_button_get_type()))
    }

    @Test func actionsCallTheirClosure() {
        let group = Ref<OpaquePointer>(adopting: g_simple_action_group_new().opaque)
        var calls = 0
        let action = group.pointer.addAction("open") { calls += 1 }
        g_action_activate(action, nil)
        #expect(calls == 1)
    }

    private func emitClicked(_ button: Widget) {
        var value = GValue()
        g_value_init(&value, Fundamental.object)
        g_value_set_object(&value, button)
        g_signal_emitv(&value, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
        g_value_unset(&value)
    }
}
