package dev.pawl.store.format;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The hash of a run's history: each chunk is hashed together with the hash of the chunk before it,
/// so that no chunk can change unnoticed.
public final class HistoryHash {
    private HistoryHash() {}

    /// Returns the hash of a chunk: 64 bits of SHA-256 of the previous hash and the chunk's bytes.
    public static long link(MessageDigest sha256, long chain, byte[] entries) {
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, chain));
        return ByteBuffer.wrap(sha256.digest(entries)).getLong();
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
