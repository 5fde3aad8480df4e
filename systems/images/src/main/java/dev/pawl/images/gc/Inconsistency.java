package dev.pawl.images.gc;

import org.jspecify.annotations.Nullable;

/// A contradiction between tables, volumes, files and runs; also the request of a repair.
///
/// @param subject the volume, snapshot, file or image concerned
/// @param imageId the image that it belongs to; null: unknown
/// @param deviceId the number of the volume; 0: no volume is concerned
/// @param seen what must be unchanged when the repair runs: a run, or the stamp of a file; null:
///   nothing
public record Inconsistency(
        Kind kind,
        String subject,
        @Nullable String imageId,
        int deviceId,
        @Nullable String seen,
        String detail) {
    /// Returns an inconsistency without an image, a volume or anything seen.
    public static Inconsistency of(Kind kind, String subject, String detail) {
        return new Inconsistency(kind, subject, null, 0, null, detail);
    }

    public Inconsistency imageId(@Nullable String id) {
        return new Inconsistency(kind, subject, id, deviceId, seen, detail);
    }

    public Inconsistency deviceId(int number) {
        return new Inconsistency(kind, subject, imageId, number, seen, detail);
    }

    public Inconsistency seen(@Nullable String state) {
        return new Inconsistency(kind, subject, imageId, deviceId, state, detail);
    }

    /// The classes, each with its cause and its repair.
    public enum Kind {
        ORPHAN_VOLUME("no row refers to it", "delete it"),
        ABANDONED_VOLUME("the run that was creating it has ended", "delete it"),
        MISSING_VOLUME("its row says it is ready", "delete its row; unpack the image again on use"),
        ORPHAN_SNAPSHOT("it is complete but was never registered", "delete it"),
        MISSING_SNAPSHOT("its row says it exists", "delete its row"),
        SLEEPING_SNAPSHOT("its row says it is active", "activate it"),
        WAKING_VOLUME("its row says it is inactive", "deactivate it"),
        UNREADABLE_ROW("no volume can have this name", "delete its row"),
        MISSING_FILE("its row says it is downloaded", "download it again"),
        STRAY_FILE("no image or run needs it", "delete it"),
        STALLED_IMAGE("no run is downloading it", "mark it as failed"),
        STALE_REMOVAL("the run that was deleting it has ended", "delete it"),
        EXPIRED("the retention does not keep it", "delete it");

        private final String cause;
        private final String repair;

        Kind(String cause, String repair) {
            this.cause = cause;
            this.repair = repair;
        }

        /// Returns why it is inconsistent.
        public String cause() {
            return cause;
        }

        /// Returns what a repair does.
        public String repair() {
            return repair;
        }
    }

    /// The result of a repair.
    ///
    /// @param repaired false if the inconsistency no longer existed
    public record Repaired(Kind kind, String subject, boolean repaired) {}
}
