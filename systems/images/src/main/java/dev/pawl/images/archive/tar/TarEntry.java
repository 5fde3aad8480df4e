package dev.pawl.images.archive.tar;

/// One entry of a tar, with the data of all its headers.
///
/// @param link the target of a link; empty for other types
/// @param size how many bytes the content has, with its holes
public record TarEntry(EntryType type, String path, String link, long size, Attributes attributes) {

    /// The type of an entry.
    public enum EntryType {
        FILE,
        DIRECTORY,
        SYMLINK,
        HARD_LINK,
        CHARACTER_DEVICE,
        BLOCK_DEVICE,
        FIFO
    }
}
