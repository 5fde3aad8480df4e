package dev.pawl.images.archive;

import dev.pawl.images.archive.ArchiveSurvey.Counts;

/// The result of an extraction.
///
/// @param layout how the archive holds its root filesystem
/// @param counts what was extracted
/// @param losses what this process could not restore
/// @param missing how many of etc, usr and var are missing
/// @param manifestDigest the SHA-256 of the manifest file, in hexadecimal digits
public record ExtractedContents(
        ArchiveLayout layout, Counts counts, Losses losses, int missing, String manifestDigest) {

    /// What an extraction could not restore, for example for lack of privileges.
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
