package dev.pawl.images;

import dev.pawl.images.volume.Device;
import java.util.Locale;

/// A row of `volumes`: a number and a name that are taken, and how far the volume is.
///
/// It is written before anything is made, so that whoever finds a volume can tell whose it is.
record Volume(Device device, String imageId, Stage stage, String run) {

    /// How far a volume is.
    enum Stage {
        /// Number and name are taken; there may be half a volume, which is of no use.
        PLANNED,

        /// It exists, and is being filled.
        CREATING,

        /// It is complete and published.
        READY,

        /// It could not be made; there may be something left of it.
        FAILED,

        /// It is on its way out.
        DELETING;

        /// Returns the word in the table.
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
