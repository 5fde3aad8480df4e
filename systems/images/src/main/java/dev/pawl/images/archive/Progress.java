package dev.pawl.images.archive;

/// Is told how far an archive was read; it must be quick.
@FunctionalInterface
public interface Progress {
    /// Tells nobody.
    Progress NONE = (_, _, _) -> {};

    /// Says how many bytes of the archive file were read, and how many files and bytes came of it.
    ///
    /// A layered image is read twice, so that `read` may go up to twice the size of the file.
    void at(long read, long files, long written);
}
