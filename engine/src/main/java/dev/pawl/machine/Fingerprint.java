package dev.pawl.machine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Computes a short digest of a definition's structure. Policies are not part of it.
final class Fingerprint {
    private static final int DIGITS = 12;

    private Fingerprint() {}

    static String of(Definition definition) {
        StringBuilder text = new StringBuilder();
        for (State state : definition.states()) {
            text.append(state.getClass().getSimpleName()).append(' ');
            text.append(state.name()).append('\n');
        }
        for (Definition.Edge edge : definition.edges()) {
            text.append(edge.from()).append('>').append(edge.to()).append('>');
            text.append(edge.label()).append('\n');
        }
        return sha256(text.toString()).substring(0, DIGITS);
    }

    private static String sha256(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
