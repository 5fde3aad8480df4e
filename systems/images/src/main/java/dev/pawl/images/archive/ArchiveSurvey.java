package dev.pawl.images.archive;

import dev.pawl.images.archive.tar.Compression;

/// The result of a survey; the archive keeps every rule.
///
/// @param layout how the archive holds its root filesystem
/// @param compression how the file itself is compressed
/// @param digest the SHA-256 of the file, in hexadecimal digits
/// @param fileBytes the size of the file
/// @param counts what is in the archive
/// @param missing how many of etc, usr and var are missing
/// @param trailingBytes how many bytes follow the end of the archive, without padding
public record ArchiveSurvey(
        ArchiveLayout layout,
        Compression compression,
        String digest,
        long fileBytes,
        Counts counts,
        int missing,
        long trailingBytes) {

    /// What is in an archive.
    ///
    /// @param entries how many entries were read, in all layers
    /// @param files how many files there are in the end
    /// @param directories how many directories there are in the end, without the root
    /// @param links how many symbolic links there are in the end
    /// @param hardLinks how many further names files have in the end
    /// @param bytes how many bytes the files have, with their holes
    /// @param specialBits how many entries had setuid, setgid or capabilities, kept or cleared
    /// @param skipped how many devices and FIFOs were left out
    public record Counts(
            long entries,
            long files,
            long directories,
            long links,
            long hardLinks,
            long bytes,
            long specialBits,
            long skipped) {}
}
