package dev.pawl.pipeline.alert;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes an alert as an e-mail of one UTF-8 text.
///
/// Everything that comes from the alert is encoded: the body as base64, which has no line that a
/// mail server could take for the end of the message, and the subject as encoded words unless it is
/// short printable ASCII. The same alert is always the same message, byte for byte.
final class MailText {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);
    private static final Pattern PLAIN = Pattern.compile("[ -~]{1,60}");
    private static final String LINE = "\r\n";

    /// With this many bytes, a line with an encoded word has at most the 76 characters of RFC 2047.
    private static final int WORD_BYTES_MAX = 39;

    private MailText() {}

    static byte[] of(AlertMessage message, MailAddress from, List<MailAddress> to) {
        String recipients =
                to.stream().map(MailAddress::text).collect(Collectors.joining("," + LINE + " "));
        String header =
                String.join(
                        LINE,
                        "Date: " + DATE.format(message.at().atOffset(ZoneOffset.UTC)),
                        "From: " + from,
                        "To: " + recipients,
                        "Subject: " + header(message.alert().subject()),
                        "Message-ID: <%s@%s>".formatted(message.id(), from.domain()),
                        "Auto-Submitted: auto-generated",
                        "X-Alert-Severity: " + message.alert().severity(),
                        "MIME-Version: 1.0",
                        "Content-Type: text/plain; charset=UTF-8",
                        "Content-Transfer-Encoding: base64");
        String body = Base64.getMimeEncoder().encodeToString(body(message));
        return (header + LINE + LINE + body + LINE).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] body(AlertMessage message) {
        Alert alert = message.alert();
        String text =
                """
                %s

                --\s
                severity: %s
                category: %s
                trace:    %s
                time:     %s
                message:  %s
                """
                        .formatted(
                                alert.text(),
                                alert.severity(),
                                alert.category(),
                                alert.traceId(),
                                message.at(),
                                message.id());
        return text.replaceAll("\\R", LINE).getBytes(StandardCharsets.UTF_8);
    }

    private static String header(String text) {
        boolean isPlain = PLAIN.matcher(text).matches() && !text.contains("=?");
        return isPlain ? text : encodedWords(text);
    }

    private static String encodedWords(String text) {
        StringBuilder words = new StringBuilder();
        StringBuilder part = new StringBuilder();
        int bytes = 0;
        for (int character : text.codePoints().toArray()) {
            String one = Character.toString(character);
            int size = one.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + size > WORD_BYTES_MAX) {
                words.append(encodedWord(part)).append(LINE).append(' ');
                part.setLength(0);
                bytes = 0;
            }
            part.append(one);
            bytes += size;
        }
        return words.append(encodedWord(part)).toString();
    }

    private static String encodedWord(CharSequence part) {
        byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
        return "=?UTF-8?B?%s?=".formatted(Base64.getEncoder().encodeToString(bytes));
    }
}
