import Testing

@testable import Media

struct UTCOffsetTests {
    @Test(arguments: [
        ("+01:00", 60), ("-5:00", -300), ("-05:00", -300), ("+0530", 330), ("+530", 330),
        ("+2", 120), ("-08", -480), ("Z", 0), ("z", 0), ("UTC", 0), ("GMT+1", 60),
        ("UTC-03:30", -210), ("+00:00", 0), ("+14:00", 840), (" +01:00\0", 60),
        ("\u{2212}03:00", -180),
        ("+01:00:00", 60), ("+5:45", 345),
    ])
    func offsetsAreReadInEveryFormCamerasWrite(text: String, minutes: Int) {
        #expect(UTCOffset.minutes(of: Array(text.utf8)[...]) == minutes)
    }

    @Test(arguments: [
        "", "01:00", "+", "+:", "+1:99", "+16:00", "+01:00 CET", "   :  ", "+12345", "UTCX", "--1",
    ])
    func whatIsNoOffsetIsNone(text: String) {
        #expect(UTCOffset.minutes(of: Array(text.utf8)[...]) == nil)
    }
}
