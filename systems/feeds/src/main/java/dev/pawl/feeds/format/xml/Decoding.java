package dev.pawl.feeds.format.xml;

import dev.pawl.feeds.format.BadDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decodes an XML document by its byte order mark or its declaration.
///
/// The parser of the JDK can do this too, but it reports invalid bytes on standard error.
final class Decoding {
    private static final int DECLARATION_BYTES = 256;
    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private Decoding() {}

    static Reader reader(InputStream in, String name) throws IOException {
        PushbackInputStream bytes = new PushbackInputStream(in, DECLARATION_BYTES);
        byte[] head = bytes.readNBytes(DECLARATION_BYTES);
        int mark = startsWith(head, 0xef, 0xbb, 0xbf) ? 3 : 0;
        bytes.unread(head, mark, head.length - mark);
        return new InputStreamReader(
                bytes,
                encoding(head, mark, name)
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private static Charset encoding(byte[] head, int mark, String name) throws BadDocument {
        boolean wide = startsWith(head, 0xfe, 0xff) || startsWith(head, 0xff, 0xfe);
        if (wide) return StandardCharsets.UTF_16;
        if (startsWith(head, 0, '<')) return StandardCharsets.UTF_16BE;
        if (startsWith(head, '<', 0)) return StandardCharsets.UTF_16LE;
        if (mark > 0) return StandardCharsets.UTF_8;
        Matcher declared = DECLARED.matcher(new String(head, StandardCharsets.ISO_8859_1));
        if (!declared.find()) return StandardCharsets.UTF_8;
        try {
            return Charset.forName(declared.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new BadDocument(
                    "%s: expected a known encoding, found '%s'".formatted(name, declared.group(1)),
                    e);
        }
    }

    private static boolean startsWith(byte[] head, int... wanted) {
        if (head.length < wanted.length) return false;
        for (int i = 0; i < wanted.length; i++) {
            if (head[i] != (byte) wanted[i]) return false;
        }
        return true;
    }
}
