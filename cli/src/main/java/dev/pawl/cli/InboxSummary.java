package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.run.Mail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What waits in the inbox of a run: how many of each event, and since when the oldest does.
record InboxSummary(List<Line> lines) {

    static InboxSummary of(List<Mail> inbox) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Mail mail : inbox)
            lines.merge(name(mail), new Line(name(mail), 1, mail.at()), Line::plus);
        return new InboxSummary(new ArrayList<>(lines.values()));
    }

    /// An event is named as it is; messages between runs are named by their kind.
    private static String name(Mail mail) {
        if (mail.kind() == Mail.Kind.EVENT) return mail.name();
        return mail.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String text(Instant now) {
        return lines.stream().map(line -> line.text(now)).collect(Collectors.joining(", "));
    }

    /// One kind of event.
    record Line(String event, int count, Instant oldest) {
        Line plus(Line other) {
            Instant first = oldest.isBefore(other.oldest) ? oldest : other.oldest;
            return new Line(event, count + other.count, first);
        }

        private String text(Instant now) {
            String since = count == 1 ? "sent" : "the oldest sent";
            return "%d × %s (%s %s)".formatted(count, event, since, Words.ago(oldest, now));
        }
    }
}
