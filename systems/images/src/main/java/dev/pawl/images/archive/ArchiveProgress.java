package dev.pawl.images.archive;

/// Receives the progress of a survey or an extraction; it must return quickly.
@FunctionalInterface
public interface ArchiveProgress {
    /// Ignores progress.
    ArchiveProgress NONE = (_, _, _) -> {};

    /// Reports how many bytes of the archive file were read, and how many files and bytes they
    /// hold.
    ///
    /// A layered image is read twice, so `read` may reach twice the size of the file.
    void at(long read, long files, long written);
}
