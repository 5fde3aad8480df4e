package dev.pawl.images;

/// Something that the tables, the volumes, the files and the runs do not say alike.
///
/// @param subject the volume, snapshot, file or image that it is about
/// @param imageId the image it belongs to; empty if none is known
/// @param deviceId the number of the volume; 0 if it is not about one
/// @param seen what must still be so when it is repaired: a run, or a file's stamp
public record Mismatch(
        Kind kind, String subject, String imageId, int deviceId, String seen, String detail) {

    /// The classes, and what is done about each.
    public enum Kind {
        ORPHAN_VOLUME("no row knows it", "remove it"),
        ABANDONED_VOLUME("the run that made it has ended", "remove it"),
        MISSING_VOLUME("its row says that it is ready", "forget it: it is unpacked again"),
        ORPHAN_SNAPSHOT("it is complete, and nobody published it", "remove it"),
        MISSING_SNAPSHOT("its row says that it exists", "forget it"),
        SLEEPING_SNAPSHOT("its row says that it is active", "activate it"),
        WAKING_VOLUME("its row says that it is not active", "deactivate it"),
        MISSING_FILE("its row says that it was downloaded", "download it again"),
        STRAY_FILE("no image and no run needs it", "remove it"),
        STALLED_IMAGE("no run is downloading it", "call it failed"),
        STALE_REMOVAL("the run that was deleting it has ended", "delete it"),
        EXPIRED("the retention does not keep it", "delete it");

        private final String words;
        private final String repair;

        Kind(String words, String repair) {
            this.words = words;
            this.repair = repair;
        }

        /// Returns what does not fit.
        public String words() {
            return words;
        }

        /// Returns what a repair does.
        public String repair() {
            return repair;
        }
    }

    /// What became of one.
    ///
    /// @param repaired false if it was gone when its turn came
    public record Repaired(Kind kind, String subject, boolean repaired) {}
}
