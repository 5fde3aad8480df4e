package dev.pawl.images.request;

import dev.pawl.images.volume.Device;

/// The names that users may give to snapshots.
///
/// A snapshot is a volume, so its name obeys the rules of volumes. The names that the system
/// derives for volumes and default snapshots are reserved: a snapshot with the name of a volume
/// would take its place.
public final class SnapshotNames {
    private static final String OF_VOLUMES = "thin-";
    private static final String OF_IMAGES = "snap-";

    private SnapshotNames() {}

    /// Returns the name of the default snapshot of an image.
    public static String ofImage(String imageId) {
        return OF_IMAGES + imageId;
    }

    /// Refuses a name that no user may choose.
    public static void check(String name) {
        Device.checkName(name);
        for (String reserved : new String[] {OF_VOLUMES, OF_IMAGES}) {
            if (!name.startsWith(reserved)) continue;
            throw new IllegalArgumentException(
                    "expected the name of a snapshot not to start with '%s', found '%s'"
                            .formatted(reserved, name));
        }
    }
}
