package dev.pawl.images.archive.rule;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Decodes names, which are bytes in an archive.
///
/// Names that are not UTF-8 are refused: a manifest or message could not show them unambiguously,
/// and whether Java can open such a file depends on the locale of the process.
public final class ArchiveText {
    private ArchiveText() {}

    /// Decodes UTF-8; `what` describes the text in messages.
    public static String of(byte[] bytes, String what) throws ArchiveViolation {
        for (byte one : bytes) {
            if (one == 0) {
                throw new ArchiveViolation(
                        ArchiveRule.NAME_ENCODING,
                        shown(bytes),
                        "expected a %s without NUL".formatted(what));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            ArchiveViolation refusal =
                    new ArchiveViolation(
                            ArchiveRule.NAME_ENCODING,
                            shown(bytes),
                            "expected a %s in UTF-8, found other bytes".formatted(what));
            refusal.initCause(e);
            throw refusal;
        }
    }

    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String shown(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
