package dev.pawl.images.table;

import dev.pawl.images.volume.Device;
import java.util.Locale;

/// A row of `volumes`: the number, name and stage of a volume.
///
/// It is written before the volume is created, so that every volume has a known owner.
public record Volume(Device device, String imageId, Stage stage, String run) {

    /// The stage of a volume.
    public enum Stage {
        /// Number and name are assigned; a partial volume may exist, and is worthless.
        PLANNED,

        /// The volume exists and is being filled.
        CREATING,

        /// The volume is complete and may be used.
        READY,

        /// The volume could not be created; something may be left of it.
        FAILED,

        /// The volume is being deleted.
        DELETING;

        /// Returns the value in the table.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
