extension String {
    /// A number in sixteen hexadecimal digits, so that texts sort as the
    /// numbers do.
    init(sixteenDigits number: UInt64) {
        self.init(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15
                digits[index] =
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
