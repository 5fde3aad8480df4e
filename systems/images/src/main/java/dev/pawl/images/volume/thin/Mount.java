package dev.pawl.images.volume.thin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line of the mount table.
///
/// @param device the numbers of the block device, as in `253:1`
/// @param root the mounted part of the file system: `/` for all of it
/// @param point the mount point
record Mount(String device, String root, Path point) {
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");
    private static final int DEVICE = 2;
    private static final int ROOT = 3;
    private static final int POINT = 4;

    /// Parses `/proc/self/mountinfo`, oldest mount first.
    static List<Mount> parse(String table) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : table.lines().toList()) {
            String[] fields = line.split(" ", -1);
            if (fields.length <= POINT) {
                throw new IllegalStateException(
                        "expected more than %d fields of a mount, found '%s'"
                                .formatted(POINT, line));
            }
            mounts.add(
                    new Mount(
                            fields[DEVICE], decode(fields[ROOT]), Path.of(decode(fields[POINT]))));
        }
        return mounts;
    }

    /// Decodes blanks and backslashes, which are octal numbers in the table.
    private static String decode(String field) {
        return ESCAPED.matcher(field).replaceAll(Mount::character);
    }

    private static String character(MatchResult escaped) {
        char plain = (char) Integer.parseInt(escaped.group(1), 8);
        return Matcher.quoteReplacement(String.valueOf(plain));
    }
}
