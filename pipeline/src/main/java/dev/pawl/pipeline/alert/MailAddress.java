package dev.pawl.pipeline.alert;

import java.net.IDN;
import java.util.Objects;
import java.util.regex.Pattern;

/// An e-mail address that is safe in a command and in a header.
///
/// The domain may be an international one; it is written in its ASCII form. The part before the `@`
/// is ASCII, because few servers accept another.
record MailAddress(String text) {
    private static final Pattern LOCAL =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
    private static final Pattern DOMAIN =
            Pattern.compile(
                    "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
                            + "(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");
    private static final int CHARS_MAX = 254;

    static MailAddress parse(String text) {
        Objects.requireNonNull(text, "an e-mail address is expected, found null");
        int at = text.lastIndexOf('@');
        if (at < 1 || text.length() > CHARS_MAX) throw invalid(text);
        String local = text.substring(0, at);
        String domain = ascii(text, text.substring(at + 1));
        boolean isValid = LOCAL.matcher(local).matches() && DOMAIN.matcher(domain).matches();
        if (!isValid) throw invalid(text);
        return new MailAddress(local + "@" + domain);
    }

    String domain() {
        return text.substring(text.lastIndexOf('@') + 1);
    }

    private static String ascii(String whole, String domain) {
        try {
            return IDN.toASCII(domain);
        } catch (IllegalArgumentException _) {
            throw invalid(whole);
        }
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "expected an e-mail address such as ops@example.com, found '%s'"
                        .formatted(text.replaceAll("\\p{Cntrl}", "?")));
    }

    @Override
    public String toString() {
        return text;
    }
}
