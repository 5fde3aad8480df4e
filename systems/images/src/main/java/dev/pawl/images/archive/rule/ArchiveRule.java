package dev.pawl.images.archive.rule;

/// The rules of archives.
public enum ArchiveRule {
    EMPTY("empty archive", "an archive has at least one entry"),
    NOT_A_TAR("not a tar", "the content is a tar, by itself or compressed with gzip or zstd"),
    COMPRESSION("compression", "compressed data is complete gzip or zstd"),
    TRUNCATED("truncated", "an archive ends with its end-of-archive blocks"),
    HEADER("malformed header", "a header has a correct checksum and well-formed numbers"),
    EXTENDED_HEADER("extended header", "extended headers are well-formed, bounded and single"),
    SPARSE("sparse map", "the parts of a sparse file are in order and lie inside it"),
    SIZE("size", "sizes are not negative, and only files and dumped directories have data"),
    ENTRY_TYPE("entry type", "entries are files, directories, links, devices or FIFOs"),
    DEVICE("device", "an image has no device nodes or FIFOs"),
    SPECIAL_BITS("special bits", "files are neither setuid nor setgid and have no capabilities"),
    PATH_TRAVERSAL("path traversal", "no component of a path is '..'"),
    ABSOLUTE_PATH("absolute path", "paths of entries are relative"),
    PATH_COMPONENT("path component", "components are neither empty nor '.' nor too long"),
    PATH_LENGTH("path length", "paths and link targets have a bounded length"),
    PATH_DEPTH("path depth", "directories are nested to a bounded depth"),
    NAME_ENCODING("name encoding", "names are UTF-8 without NUL"),
    LINK_TARGET("link target", "symbolic links are relative and stay inside the root"),
    LINK_PARENT("link as parent", "no entry is below a symbolic link"),
    LINK_LOOP("link loop", "links in the path of an entry lead to a directory in a few hops"),
    PARENT("parent", "only directories have entries below them"),
    HARDLINK("hard link", "hard links lead to an earlier file of the archive"),
    WHITEOUT("whiteout", "a whiteout names one entry of its own directory"),
    ARCHIVE_SIZE("archive size", "the archive file has a bounded size"),
    FILE_SIZE("file size", "each file has a bounded size"),
    TOTAL_SIZE("total size", "all files together have a bounded size"),
    ENTRY_COUNT("entry count", "an archive has a bounded number of entries"),
    EXPANSION("expansion", "compressed data expands by a bounded ratio"),
    LAYOUT("layout", "the content is a root filesystem in a known layout"),
    MISSING_DIRECTORY("missing directory", "a root filesystem has etc, usr and var"),
    WORLD_WRITABLE("world-writable", "etc and usr are not writable by others"),
    IMAGE_DOCUMENT("image document", "a saved image describes itself in well-formed documents"),
    IMAGE_CHOICE("image choice", "the archive holds one image, or the caller chooses one"),
    DIGEST("digest", "blobs and layers have the digests that the image names");

    private final String title;
    private final String sentence;

    ArchiveRule(String title, String sentence) {
        this.title = title;
        this.sentence = sentence;
    }

    /// Returns the short name that messages use.
    public String title() {
        return title;
    }

    /// Returns the rule as a sentence.
    public String sentence() {
        return sentence;
    }
}
