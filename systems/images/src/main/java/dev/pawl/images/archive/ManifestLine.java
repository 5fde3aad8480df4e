package dev.pawl.images.archive;

import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.tar.Attributes;
import dev.pawl.images.archive.tar.DigestStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One line of a [Manifest]; a dash marks an unknown value.
record ManifestLine(
        String type,
        String mode,
        String uid,
        String gid,
        String size,
        String time,
        String content,
        String path) {
    private static final String UNKNOWN = "-";
    private static final int FIELDS = 8;

    static ManifestLine of(Inode inode, String path) {
        Attributes attributes = inode.attributes();
        boolean isLink = inode.kind() == Inode.Kind.LINK;
        byte[] digest = inode.digest();
        String content =
                isLink
                        ? EscapedText.of(inode.target())
                        : digest == null ? UNKNOWN : HexFormat.of().formatHex(digest);
        return new ManifestLine(
                switch (inode.kind()) {
                    case FILE -> "f";
                    case DIRECTORY -> "d";
                    case LINK -> "l";
                },
                isLink ? UNKNOWN : "%04o".formatted(attributes.mode()),
                inode.isOwnerLost() ? UNKNOWN : Integer.toUnsignedString(attributes.uid()),
                inode.isOwnerLost() ? UNKNOWN : Integer.toUnsignedString(attributes.gid()),
                inode.kind() == Inode.Kind.DIRECTORY ? UNKNOWN : Long.toString(inode.size()),
                inode.isTimeLost() ? UNKNOWN : time(attributes.seconds(), attributes.nanos()),
                content,
                path);
    }

    static ManifestLine parse(String line, Path manifest) throws IOException {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
            throw new IOException(
                    "expected %d fields on each line of %s, found %d in '%s'"
                            .formatted(
                                    FIELDS, manifest, fields.length, EscapedText.shortened(line)));
        }
        return new ManifestLine(
                fields[0],
                fields[1],
                fields[2],
                fields[3],
                fields[4],
                fields[5],
                fields[6],
                EscapedText.read(fields[7]));
    }

    String text() {
        return String.join("\t", type, mode, uid, gid, size, time, content, EscapedText.of(path));
    }

    /// Returns how the node beneath `root` differs from this line.
    List<Manifest.Difference> compare(Path root) throws IOException {
        Path node = root.resolve(path);
        Map<String, Object> found;
        try {
            found = Files.readAttributes(node, "unix:*", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return List.of(
                    new Manifest.Difference(EscapedText.of(path), "node", "a " + type, "nothing"));
        }
        List<Manifest.Difference> differences = new ArrayList<>();
        String foundType = type(found);
        add(differences, "type", type, foundType);
        if (!foundType.equals(type)) return differences;
        int bits = get(found, "mode", Integer.class) & 07777;
        add(differences, "mode", mode, "%04o".formatted(bits));
        add(differences, "uid", uid, Integer.toUnsignedString(get(found, "uid", Integer.class)));
        add(differences, "gid", gid, Integer.toUnsignedString(get(found, "gid", Integer.class)));
        add(differences, "size", size, get(found, "size", Long.class).toString());
        Instant changed = get(found, "lastModifiedTime", FileTime.class).toInstant();
        add(differences, "time", time, time(changed.getEpochSecond(), changed.getNano()));
        add(differences, "content", content, content(node, foundType));
        return differences;
    }

    private void add(
            List<Manifest.Difference> differences, String what, String expected, String found) {
        if (expected.equals(UNKNOWN) || expected.equals(found)) return;
        differences.add(new Manifest.Difference(EscapedText.of(path), what, expected, found));
    }

    private static String type(Map<String, Object> found) {
        if (get(found, "isDirectory", Boolean.class)) return "d";
        if (get(found, "isSymbolicLink", Boolean.class)) return "l";
        return get(found, "isRegularFile", Boolean.class) ? "f" : "other";
    }

    private static <T> T get(Map<String, Object> found, String key, Class<T> type) {
        return Objects.requireNonNull(type.cast(found.get(key)), key);
    }

    private static String content(Path node, String type) throws IOException {
        return switch (type) {
            case "l" -> EscapedText.of(Files.readSymbolicLink(node).toString());
            case "f" -> {
                try (var channel =
                                FileChannel.open(
                                        node, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                        var in = Channels.newInputStream(channel)) {
                    yield new DigestStream(in).finish();
                }
            }
            default -> UNKNOWN;
        };
    }

    private static String time(long seconds, int nanos) {
        return "%d.%09d".formatted(seconds, nanos);
    }
}
