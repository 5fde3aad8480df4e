package dev.pawl.images.archive;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Names from archives, which are bytes there.
///
/// Names that are not UTF-8 are refused and not kept as bytes: they could not be told in a manifest
/// or a message so that they are found again, and whether the platform can open a file of that name
/// depends on how the process was started.
final class Text {
    private Text() {}

    /// Returns the text that `bytes` are in UTF-8; `what` is what the message calls it.
    static String of(byte[] bytes, String what) throws Refusal {
        for (byte one : bytes) {
            if (one == 0) {
                throw new Refusal(
                        Rule.NAME_ENCODING,
                        shown(bytes),
                        "expected a %s without NUL".formatted(what));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            Refusal refusal =
                    new Refusal(
                            Rule.NAME_ENCODING,
                            shown(bytes),
                            "expected a %s in UTF-8, found other bytes".formatted(what));
            refusal.initCause(e);
            throw refusal;
        }
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String shown(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
