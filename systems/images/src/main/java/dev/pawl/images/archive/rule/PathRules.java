package dev.pawl.images.archive.rule;

import java.util.ArrayList;
import java.util.List;

/// Checks the paths of entries, component by component.
public final class PathRules {
    private final ArchiveLimits limits;
    private final boolean isSloppy;

    public PathRules(ArchiveTerms terms) {
        this.limits = terms.limits();
        this.isSloppy = terms.isSloppinessKept();
    }

    /// Returns the components of the path of an entry; none for the root itself.
    ///
    /// A leading './' and a trailing slash are usual; other empty or '.' components are sloppy.
    public List<String> names(String path) throws ArchiveViolation {
        if (path.isEmpty())
            throw new ArchiveViolation(ArchiveRule.PATH_COMPONENT, path, "expected a name");
        if (path.startsWith("/")) {
            throw new ArchiveViolation(ArchiveRule.ABSOLUTE_PATH, path, "expected a relative path");
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
    public void bound(String text, String entry) throws ArchiveViolation {
        int length = ArchiveText.bytes(text);
        if (length > limits.pathBytes()) {
            throw new ArchiveViolation(
                    ArchiveRule.PATH_LENGTH,
                    entry,
                    "expected at most %d bytes, found %d".formatted(limits.pathBytes(), length));
        }
    }

    /// Refuses a component that is '..' or too long.
    public void check(String name, String path) throws ArchiveViolation {
        if (name.equals("..")) {
            throw new ArchiveViolation(
                    ArchiveRule.PATH_TRAVERSAL,
                    path,
                    "expected no component '..' in a path, found one");
        }
        int length = ArchiveText.bytes(name);
        if (length > limits.componentBytes()) {
            throw new ArchiveViolation(
                    ArchiveRule.PATH_COMPONENT,
                    path,
                    "expected components of at most %d bytes, found one of %d"
                            .formatted(limits.componentBytes(), length));
        }
    }

    /// Refuses a position in the tree that is too deep or whose path is too long: links on the way
    /// can lead there although each path in the archive is short.
    public void checkPosition(int depth, int pathBytes, String entry) throws ArchiveViolation {
        if (depth > limits.depth()) throw tooDeep(entry, depth);
        if (pathBytes > limits.pathBytes()) {
            throw new ArchiveViolation(
                    ArchiveRule.PATH_LENGTH,
                    entry,
                    "expected a path of at most %d bytes after links, found %d"
                            .formatted(limits.pathBytes(), pathBytes));
        }
    }

    private ArchiveViolation tooDeep(String path, int depth) {
        return new ArchiveViolation(
                ArchiveRule.PATH_DEPTH,
                path,
                "expected at most %d components, found %d".formatted(limits.depth(), depth));
    }

    private static ArchiveViolation meaningless(String path, String name) {
        return new ArchiveViolation(
                ArchiveRule.PATH_COMPONENT,
                path,
                "expected names between slashes, found %s"
                        .formatted(name.isEmpty() ? "nothing" : "'.'"));
    }
}
