package dev.pawl.images.archive;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// How an archive holds a root filesystem.
///
/// The first entry of a tar decides. Later entries cannot: they may be large, and a plain tree and
/// a saved image are read by different rules.
public enum ArchiveLayout {
    /// Everything is below `rootfs/`.
    ROOTFS,
    /// The root filesystem is at the top of the tar, as debootstrap writes it.
    DIRECT,
    /// Layers with a `manifest.json`, as `docker save` writes them.
    DOCKER,
    /// Layers as blobs, with an `oci-layout` and an `index.json`.
    OCI;

    private static final Set<String> OF_IMAGES =
            Set.of("manifest.json", "repositories", "index.json", "oci-layout", "blobs");
    private static final Pattern BLOB =
            Pattern.compile("(sha256:)?[0-9a-f]{64}(\\.json|\\.tar|\\.tar\\.gz)?");

    /// Returns whether the first entry is one that only a saved image has at its top.
    static boolean isImage(List<String> names) {
        if (names.isEmpty()) return false;
        String first = names.getFirst();
        return OF_IMAGES.contains(first) || BLOB.matcher(first).matches();
    }

    /// Returns the layout of an archive that is not a saved image.
    static ArchiveLayout ofTree(List<String> names) {
        boolean isBelow = !names.isEmpty() && names.getFirst().equals(TreeBuilder.ROOTFS);
        return isBelow ? ROOTFS : DIRECT;
    }
}
