package dev.pawl.images.archive.image;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.rule.PathRules;
import dev.pawl.images.archive.tar.FileBytes.Span;
import dev.pawl.images.archive.tar.TarEntry;
import dev.pawl.images.archive.tar.TarReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The members of a saved image, and where each lies in the tar that holds them.
public final class ImageMembers {
    private static final int HOPS_MAX = 8;

    private final PathRules paths;
    private final Map<String, Member> members = new HashMap<>();

    public ImageMembers(PathRules paths) {
        this.paths = paths;
    }

    /// Reads a whole tar; if a member occurs twice, the last one counts.
    public void read(TarReader tar, Counter counter) throws IOException {
        TarEntry entry;
        while ((entry = tar.next()) != null) {
            counter.count(entry.path());
            String path = String.join("/", paths.names(entry.path()));
            switch (entry.type()) {
                case DIRECTORY -> {}
                case FILE -> {
                    if (tar.isSparse()) throw unusable(entry, "a sparse file");
                    members.put(path, new Stored(tar.data()));
                }
                // Older versions of `docker save` store a layer that occurs twice as a link.
                case SYMLINK -> members.put(path, new Link(beside(path, entry)));
                case HARD_LINK ->
                        members.put(path, new Link(String.join("/", paths.names(entry.link()))));
                case CHARACTER_DEVICE, BLOCK_DEVICE, FIFO ->
                        throw unusable(entry, "a " + entry.type());
            }
        }
    }

    public boolean has(String path) {
        return members.containsKey(path);
    }

    /// Returns where the member lies that an image names; `what` describes it in messages.
    public Span find(String path, String what) throws ArchiveViolation {
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

    /// Returns the path that a link at `path` leads to; a link above the top is refused.
    private static String beside(String path, TarEntry entry) throws ArchiveViolation {
        List<String> at = new ArrayList<>(List.of(path.split("/", -1)));
        at.removeLast();
        for (String name : entry.link().split("/", -1)) {
            boolean isUp = name.equals("..");
            if (entry.link().startsWith("/") || (isUp && at.isEmpty())) {
                throw new ArchiveViolation(
                        ArchiveRule.LINK_TARGET,
                        entry.path(),
                        "expected a link to another member, found '%s'"
                                .formatted(EscapedText.shortened(entry.link())));
            }
            if (isUp) at.removeLast();
            else if (!name.isEmpty() && !name.equals(".")) at.add(name);
        }
        return String.join("/", at);
    }

    private static ArchiveViolation missing(String path, String what) {
        return new ArchiveViolation(
                ArchiveRule.IMAGE_DOCUMENT,
                path,
                "expected %s here, found no such file".formatted(what));
    }

    private static ArchiveViolation unusable(TarEntry entry, String found) {
        return new ArchiveViolation(
                ArchiveRule.ENTRY_TYPE,
                entry.path(),
                "expected files and directories in a saved image, found " + found);
    }

    /// Counts a member against the limit of entries.
    public interface Counter {
        void count(String path) throws ArchiveViolation;
    }

    private sealed interface Member {}

    private record Stored(Span span) implements Member {}

    private record Link(String target) implements Member {}
}
