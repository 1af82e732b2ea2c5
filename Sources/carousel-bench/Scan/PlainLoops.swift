import CGExiv2
import CVips
import Dispatch
import Foundation
import Synchronization

/// What the libraries do with the same files and nothing around them: the
/// baselines of the scan.
enum PlainLoops {
    /// Opens each file with gexiv2 and reads the tags that the scanner reads.
    static func metadata(of files: [String], workers: Int) -> Effort {
        gexiv2_initialize()
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        return inParallel(files, workers) { file in
            guard let metadata = gexiv2_metadata_new() else { return }
            defer { g_object_unref(metadata) }
            guard gexiv2_metadata_open_path(metadata, file, nil) != 0 else { return }
            for tag in tags {
                g_free(gexiv2_metadata_try_get_tag_string(metadata, tag, nil))
            }
            var place = (0.0, 0.0, 0.0)
            gexiv2_metadata_try_get_gps_info(metadata, &place.0, &place.1, &place.2, nil)
            consume(Int(gexiv2_metadata_try_get_orientation(metadata, nil).rawValue))
        }
    }

    private static let tags =
        ["Original", "Digitized", ""].flatMap { kind in
            ["Exif.Photo.SubSecTime\(kind)", "Exif.Photo.OffsetTime\(kind)"]
        } + [
            "Exif.Photo.DateTimeOriginal", "Exif.Photo.DateTimeDigitized", "Exif.Image.DateTime",
            "Exif.GPSInfo.GPSDateStamp", "Exif.GPSInfo.GPSTimeStamp", "Exif.Image.Make",
            "Exif.Image.Model", "Exif.Image.DateTimeOriginal", "Xmp.exif.DateTimeOriginal",
            "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate", "Xmp.tiff.Make", "Xmp.tiff.Model",
            "Iptc.Application2.DateCreated", "Iptc.Application2.TimeCreated",
        ]

    /// Makes both thumbnails of each file with libvips, one thread a file.
    static func thumbnails(of files: [String], workers: Int) -> Effort {
        // Its warnings about files that are broken on purpose.
        setenv("VIPS_WARNING", "0", 1)
        _ = carousel_vips_init()
        vips_cache_set_max(0)
        vips_concurrency_set(1)
        return inParallel(files, workers) { file in
            guard
                let bytes = try? Data(
                    contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)
            else { return }
            bytes.withUnsafeBytes(makeThumbnails)
        }
    }

    private static func makeThumbnails(_ bytes: UnsafeRawBufferPointer) {
        var options = carousel_thumbnail_options()
        options.width = 256
        options.height = 256
        options.crop = 1
        options.enlarge = 1
        options.upright = 1
        var large: UnsafeMutablePointer<VipsImage>?
        guard carousel_vips_thumbnail(bytes.baseAddress, bytes.count, &large, options) == 0 else {
            return vips_error_clear()
        }
        defer { g_object_unref(large) }
        guard let memory = vips_image_copy_memory(large) else { return vips_error_clear() }
        defer { g_object_unref(memory) }
        save(memory, quality: 85)
        options.width = 75
        options.height = 75
        var small: UnsafeMutablePointer<VipsImage>?
        guard carousel_vips_thumbnail_image(memory, &small, options) == 0, let small else {
            return vips_error_clear()
        }
        defer { g_object_unref(small) }
        save(small, quality: 80)
    }

    private static func save(_ image: UnsafeMutablePointer<VipsImage>, quality: Int32) {
        var buffer: UnsafeMutableRawPointer?
        var length = 0
        if carousel_vips_save_jpeg(image, &buffer, &length, quality, 1) == 0 {
            g_free(buffer)
        } else {
            vips_error_clear()
        }
    }

    /// Walks a folder and stats every entry; how many files and in how long.
    static func walk(_ folder: String) -> (files: Int, seconds: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        var files = 0
        var pending = [folder]
        while let folder = pending.popLast() {
            guard let directory = opendir(folder) else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                var status = stat()
                let isHidden = entry.pointee.d_name.0 == CChar(UInt8(ascii: "."))
                guard !isHidden else { continue }
                let named = withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                        fstatat(dirfd(directory), name, &status, 0) == 0
                            ? String(cString: name) : nil
                    }
                }
                guard let named else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    pending.append(folder + "/" + named)
                } else {
                    files += 1
                }
            }
        }
        return (files, (clock.now - start) / .seconds(1))
    }

    private static func inParallel(
        _ files: [String], _ workers: Int, _ body: @escaping @Sendable (String) -> Void
    ) -> Effort {
        let next = Atomic(0)
        return Effort.of {
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                while true {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < files.count else { return }
                    body(files[index])
                }
            }
        }
    }
}
