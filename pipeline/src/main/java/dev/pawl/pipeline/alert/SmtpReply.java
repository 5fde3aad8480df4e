package dev.pawl.pipeline.alert;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The answer of a mail server: a code, and a text of one or more lines.
record SmtpReply(int code, List<String> lines) {
    private static final int CLASS = 100;

    SmtpReply {
        lines = List.copyOf(lines);
    }

    boolean isPositive() {
        return code / CLASS == 2;
    }

    boolean isPermanent() {
        return code / CLASS == 5;
    }

    /// Returns the parameters of an extension that an answer to `EHLO` lists, if it does.
    Optional<String> extension(String name) {
        for (String line : lines) {
            // Some servers write AUTH=LOGIN, as a draft of the standard did.
            String[] words = line.strip().split("[ =]", 2);
            if (words[0].equalsIgnoreCase(name)) {
                return Optional.of(words.length == 1 ? "" : words[1].toUpperCase(Locale.ROOT));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return code + " " + String.join(" / ", lines);
    }
}
