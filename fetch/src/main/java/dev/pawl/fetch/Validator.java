package dev.pawl.fetch;

/// What distinguishes one content of an object from another, as its source states it.
///
/// For S3 it is the ETag, so that lists have it too; for HTTP the ETag, or the length with the time
/// of the last change, which is weak; for a file its size, time and inode.
public record Validator(Strength strength, String text) {

    public static Validator strong(String text) {
        return new Validator(Strength.STRONG, text);
    }

    public static Validator weak(String text) {
        return new Validator(Strength.WEAK, text);
    }

    public boolean isStrong() {
        return strength == Strength.STRONG;
    }

    /// How far a validator can be trusted.
    public enum Strength {
        /// The same validator means the same bytes.
        STRONG,
        /// The same validator probably means the same bytes: a fetch is not resumed with it.
        WEAK
    }
}
