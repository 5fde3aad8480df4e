package dev.pawl.images.archive;

/// One entry of a tar, with everything that its headers say.
///
/// @param link where a link leads; empty for all others
/// @param size how many bytes the content has, with its holes
record TarEntry(EntryType type, String path, String link, long size, Attributes attributes) {

    /// What kind of node an entry of a tar stands for.
    enum EntryType {
        FILE,
        DIRECTORY,
        SYMLINK,
        HARD_LINK,
        CHARACTER_DEVICE,
        BLOCK_DEVICE,
        FIFO
    }
}
