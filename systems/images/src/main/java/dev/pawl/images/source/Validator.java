package dev.pawl.images.source;

/// What tells one content of an object from another, as the source says it.
///
/// Of S3 it is the ETag, so that lists have it too; of HTTP the ETag, or the length with the time
/// of the last change, which is weak; of a file its size, time and number.
public record Validator(Strength strength, String text) {

    static Validator strong(String text) {
        return new Validator(Strength.STRONG, text);
    }

    static Validator weak(String text) {
        return new Validator(Strength.WEAK, text);
    }

    public boolean isStrong() {
        return strength == Strength.STRONG;
    }

    /// How far it can be trusted.
    public enum Strength {
        /// The same validator means the same bytes.
        STRONG,
        /// The same validator means probably the same bytes: a fetch is not continued by it.
        WEAK
    }
}
