import Carousel
import Testing

@testable import GalleryApp

struct UploadRuleTests {
    @Test func uploadsWaitOnAMeteredNetworkAndOnBatteryAndForTheCostlierReasonFirst() {
        #expect(UploadRule().hold == nil)
        #expect(UploadRule(isMetered: true).hold == .meteredNetwork)
        #expect(UploadRule(isOnBattery: true).hold == .battery)
        #expect(UploadRule(isMetered: true, isOnBattery: true).hold == .meteredNetwork)
    }
}
