package dev.pawl.images.archive;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// How an archive holds a root filesystem.
///
/// The first entry of a tar tells. One has to do: what follows can be large, and it is read by
/// other rules in a tree than in a saved image.
public enum Layout {
    /// Everything lies below `rootfs/`.
    ROOTFS,
    /// The root filesystem is at the top of the tar, as debootstrap makes it.
    DIRECT,
    /// Layers with a `manifest.json`, as `docker save` writes them.
    DOCKER,
    /// Layers as blobs, with an `oci-layout` and an `index.json`.
    OCI;

    private static final Set<String> OF_IMAGES =
            Set.of("manifest.json", "repositories", "index.json", "oci-layout", "blobs");
    private static final Pattern BLOB =
            Pattern.compile("(sha256:)?[0-9a-f]{64}(\\.json|\\.tar|\\.tar\\.gz)?");

    /// Says whether the archive of a first entry with these names is a saved image: only these have
    /// such names at their top.
    static boolean isImage(List<String> names) {
        if (names.isEmpty()) return false;
        String first = names.getFirst();
        return OF_IMAGES.contains(first) || BLOB.matcher(first).matches();
    }

    /// Returns the layout of an archive that is no saved image.
    static Layout ofTree(List<String> names) {
        boolean isBelow = !names.isEmpty() && names.getFirst().equals(Unpacking.ROOTFS);
        return isBelow ? ROOTFS : DIRECT;
    }
}
