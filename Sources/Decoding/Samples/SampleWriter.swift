import DecoderProtocol

enum SampleWriter {
    static func file(of sample: SamplePicture) throws(DecodingFailure) -> [UInt8] {
        fatalError("not written yet")
    }
}
