package dev.pawl.classes.template;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The names of children: lowercase letters, digits and hyphens, starting with a letter, at most 63
/// characters (DNS-1035).
///
/// A name that had to be changed ends with a hash of the original, so that two ids never share one.
public final class ChildNames {
    private static final int LENGTH_MAX = 63;
    private static final int HASH_LENGTH = 8;

    private ChildNames() {}

    /// Returns the name of a class: its id, or a safe form of it with a hash.
    public static String of(String id) {
        return isSafe(id) ? id : hashed(id);
    }

    /// Returns the name of a function's workload: the class, or `class-fn-index` if there are
    /// several.
    public static String function(String className, int index, int total) {
        return total == 1 ? of(className) : of(of(className) + "-fn-" + index);
    }

    /// Returns the name of the data grid's Deployment.
    public static String dataGrid(String className) {
        return of(of(className) + "-odgm");
    }

    /// Returns the name of the data grid's Service.
    public static String dataGridService(String className) {
        return of(of(className) + "-odgm-svc");
    }

    /// Returns the start of the SHA-256 of a text in hexadecimal digits.
    static String hash(String text, int length) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which every Java has", e);
        }
    }

    private static boolean isSafe(String id) {
        int length = id.length();
        if (length == 0 || length > LENGTH_MAX || !isLetter(id.charAt(0))) return false;
        for (int i = 1; i < length; i++) {
            char c = id.charAt(i);
            if (!isLetter(c) && !isDigit(c) && (c != '-' || i == length - 1)) return false;
        }
        return true;
    }

    private static String hashed(String id) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < id.length() && safe.length() < LENGTH_MAX - HASH_LENGTH - 1; i++) {
            char c = Character.toLowerCase(id.charAt(i));
            if (safe.isEmpty() && !isLetter(c)) safe.append('c');
            safe.append(isLetter(c) || isDigit(c) ? c : '-');
        }
        if (safe.isEmpty()) safe.append('c');
        safe.setLength(Math.min(safe.length(), LENGTH_MAX - HASH_LENGTH - 1));
        return safe + "-" + hash(id, HASH_LENGTH);
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
