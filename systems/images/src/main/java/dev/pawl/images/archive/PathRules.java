package dev.pawl.images.archive;

import java.util.ArrayList;
import java.util.List;

/// The rules for paths of entries, component by component.
final class PathRules {
    private final ArchiveLimits limits;
    private final boolean isSloppy;

    PathRules(Terms terms) {
        this.limits = terms.limits();
        this.isSloppy = terms.isSloppinessKept();
    }

    /// Returns the components of the path of an entry; none for the root itself.
    ///
    /// Every tar writes './' in front and a slash behind; more that means nothing is sloppy.
    List<String> names(String path) throws Refusal {
        if (path.isEmpty()) throw new Refusal(Rule.PATH_COMPONENT, path, "expected a name");
        if (path.startsWith("/")) {
            throw new Refusal(Rule.ABSOLUTE_PATH, path, "expected a relative path");
        }
        bound(path, path);
        List<String> names = new ArrayList<>();
        String[] components = path.split("/", -1);
        for (int i = 0; i < components.length; i++) {
            String name = components[i];
            if (name.isEmpty() || name.equals(".")) {
                boolean isUsual = name.isEmpty() ? i == components.length - 1 : names.isEmpty();
                if (!isUsual && !isSloppy) throw meaningless(path, name);
            } else {
                check(name, path);
                names.add(name);
            }
        }
        if (names.size() > limits.depth()) throw tooDeep(path, names.size());
        return names;
    }

    /// Refuses a path or a link's target that is too long.
    void bound(String text, String entry) throws Refusal {
        int length = Text.bytes(text);
        if (length > limits.pathBytes()) {
            throw new Refusal(
                    Rule.PATH_LENGTH,
                    entry,
                    "expected at most %d bytes, found %d".formatted(limits.pathBytes(), length));
        }
    }

    /// Refuses a name that no directory may have.
    void check(String name, String path) throws Refusal {
        if (name.equals("..")) {
            throw new Refusal(
                    Rule.PATH_TRAVERSAL, path, "expected no component '..' in a path, found one");
        }
        int length = Text.bytes(name);
        if (length > limits.componentBytes()) {
            throw new Refusal(
                    Rule.PATH_COMPONENT,
                    path,
                    "expected components of at most %d bytes, found one of %d"
                            .formatted(limits.componentBytes(), length));
        }
    }

    /// Refuses a place in the tree that is too deep or whose path is too long, which links on the
    /// way can lead to although each path in the archive is short.
    void place(Node node, String entry) throws Refusal {
        int depth = 0;
        int length = 0;
        for (Node at = node; at.parent() != null; at = at.parent()) {
            depth++;
            length += 1 + Text.bytes(at.name());
        }
        if (depth > limits.depth()) throw tooDeep(entry, depth);
        if (length > limits.pathBytes()) {
            throw new Refusal(
                    Rule.PATH_LENGTH,
                    entry,
                    "expected a place of at most %d bytes, found %d"
                            .formatted(limits.pathBytes(), length));
        }
    }

    private Refusal tooDeep(String path, int depth) {
        return new Refusal(
                Rule.PATH_DEPTH,
                path,
                "expected at most %d components, found %d".formatted(limits.depth(), depth));
    }

    private static Refusal meaningless(String path, String name) {
        return new Refusal(
                Rule.PATH_COMPONENT,
                path,
                "expected names between slashes, found %s"
                        .formatted(name.isEmpty() ? "nothing" : "'.'"));
    }
}
