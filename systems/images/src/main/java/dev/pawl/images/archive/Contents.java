package dev.pawl.images.archive;

import dev.pawl.images.archive.Survey.Counts;

/// What an extraction made.
///
/// @param layout how the archive held it
/// @param counts what there is now
/// @param losses what the archive says and this process could not keep
/// @param missing how many of etc, usr and var are not there
/// @param manifestDigest the SHA-256 of the manifest file, in hexadecimal digits
public record Contents(
        Layout layout, Counts counts, Losses losses, int missing, String manifestDigest) {

    /// What an archive says and an extraction could not keep.
    ///
    /// @param owners nodes that do not have the archive's user and group
    /// @param times nodes that do not have the archive's time
    /// @param attributes extended attributes that were not set
    public record Losses(long owners, long times, long attributes) {
        /// Nothing was lost.
        public static final Losses NONE = new Losses(0, 0, 0);

        Losses plus(Losses other) {
            return new Losses(
                    owners + other.owners, times + other.times, attributes + other.attributes);
        }
    }
}
