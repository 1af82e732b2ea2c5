public import Photos

/// Where drives are mounted, as far as it concerns some folders.
public enum MountPoints {
    /// The mounts within a folder and those it lies within.
    public static func concerning(_ folder: FilePath) -> Set<FilePath> {
        Mount.points.filter { $0.isWithin(folder) || folder.isWithin($0) }
    }
}
