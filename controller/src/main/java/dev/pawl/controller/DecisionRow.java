package dev.pawl.controller;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A recorded decision about an object.
///
/// @param number counts the decisions about the object, from 1
/// @param difference what differs from the decision before
/// @param inputHash the hash of the input, which is recorded if it is not too large
/// @param result what the actions and the status write have achieved; null until they have ended
public record DecisionRow(
        ObjectKey key,
        long number,
        Instant at,
        String summary,
        String difference,
        String inputHash,
        Content content,
        @Nullable String result) {

    /// The input and the decision, as JSON; `input` is empty if it was too large to record.
    public record Content(
            String input,
            String memoryBefore,
            String memoryAfter,
            List<String> actions,
            String update) {
        private static final int HASH_BYTES = 8;

        public Content {
            actions = List.copyOf(actions);
        }

        /// Returns the decision as one JSON text.
        String decision() {
            return "{\"actions\":[%s],\"update\":%s,\"memory\":%s}"
                    .formatted(String.join(",", actions), update, memoryAfter);
        }

        String inputHash() {
            try {
                byte[] text = (input + memoryBefore).getBytes(StandardCharsets.UTF_8);
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
                return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
