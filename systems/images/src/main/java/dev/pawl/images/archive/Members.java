package dev.pawl.images.archive;

import dev.pawl.images.archive.FileBytes.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where the members of a saved image lie in the tar that holds them.
final class Members {
    private static final int HOPS_MAX = 8;

    private final PathRules paths;
    private final Map<String, Member> members = new HashMap<>();

    Members(PathRules paths) {
        this.paths = paths;
    }

    /// Reads a whole tar; of members that come twice the last one counts.
    void read(TarReader tar, Meter meter) throws IOException {
        TarEntry entry;
        while ((entry = tar.next()) != null) {
            meter.member(entry.path());
            String path = String.join("/", paths.names(entry.path()));
            switch (entry.type()) {
                case DIRECTORY -> {}
                case FILE -> {
                    if (tar.isSparse()) throw unusable(entry, "a sparse file");
                    members.put(path, new Stored(tar.data()));
                }
                // Older versions of docker save say so that two layers are the same.
                case SYMLINK -> members.put(path, new Link(beside(path, entry)));
                case HARD_LINK ->
                        members.put(path, new Link(String.join("/", paths.names(entry.link()))));
                case CHARACTER_DEVICE, BLOCK_DEVICE, FIFO ->
                        throw unusable(entry, "a " + entry.type());
            }
        }
    }

    boolean has(String path) {
        return members.containsKey(path);
    }

    /// Returns where the member is that an image names; `what` is what it is to the image.
    Span find(String path, String what) throws Refusal {
        String at = String.join("/", paths.names(path));
        for (int hops = 0; hops < HOPS_MAX; hops++) {
            Member member = members.get(at);
            switch (member) {
                case null -> throw missing(path, what);
                case Stored(Span span) -> {
                    return span;
                }
                case Link(String target) -> at = target;
            }
        }
        throw missing(path, what);
    }

    /// Returns the path that a link from `path` leads to; above the top there is nothing.
    private static String beside(String path, TarEntry entry) throws Refusal {
        List<String> at = new ArrayList<>(List.of(path.split("/", -1)));
        at.removeLast();
        for (String name : entry.link().split("/", -1)) {
            boolean isUp = name.equals("..");
            if (entry.link().startsWith("/") || (isUp && at.isEmpty())) {
                throw new Refusal(
                        Rule.LINK_TARGET,
                        entry.path(),
                        "expected a link to another member, found '%s'"
                                .formatted(Escaped.shortened(entry.link())));
            }
            if (isUp) at.removeLast();
            else if (!name.isEmpty() && !name.equals(".")) at.add(name);
        }
        return String.join("/", at);
    }

    private static Refusal missing(String path, String what) {
        return new Refusal(
                Rule.IMAGE_DOCUMENT, path, "expected %s here, found no such file".formatted(what));
    }

    private static Refusal unusable(TarEntry entry, String found) {
        return new Refusal(
                Rule.ENTRY_TYPE,
                entry.path(),
                "expected files and directories in a saved image, found " + found);
    }

    private sealed interface Member {}

    private record Stored(Span span) implements Member {}

    private record Link(String target) implements Member {}
}
