package dev.pawl.diamonds.canonical;

import dev.pawl.diamonds.stone.ContentHash;

/// One item of a supplier's page: the id of the stone, the item as JSON, and a digest of it.
public record RawStone(String id, String payload, String hash) {
    private static final int ID_MAX = 200;

    public RawStone {
        if (id.isBlank() || id.length() > ID_MAX) {
            throw new IllegalArgumentException(
                    "expected the id of a stone with 1 to %d characters, found %d: '%s'"
                            .formatted(
                                    ID_MAX,
                                    id.length(),
                                    id.substring(0, Math.min(id.length(), 40))));
        }
        // PostgreSQL stores no NUL; in JSON it is written as an escape anyway.
        id = id.replace("\0", "");
        payload = payload.replace("\0", "");
    }

    /// Returns an item with the digest of its payload.
    public static RawStone of(String id, String payload) {
        return new RawStone(id, payload, ContentHash.of(payload));
    }
}
