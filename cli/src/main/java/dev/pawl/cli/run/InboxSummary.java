package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.run.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The inbox of a run: how many messages of each kind wait, and since when the oldest does.
record InboxSummary(List<Line> lines) {
    static InboxSummary of(List<Message> inbox) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Message message : inbox) {
            String name = name(message);
            lines.merge(name, new Line(name, 1, message.at()), Line::plus);
        }
        return new InboxSummary(new ArrayList<>(lines.values()));
    }

    /// Returns the name of an event, or the kind of a message between runs.
    private static String name(Message message) {
        if (message.kind() == Message.Kind.EVENT) return message.name();
        return message.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String text(Instant now) {
        return lines.stream().map(line -> line.text(now)).collect(Collectors.joining(", "));
    }

    /// The messages of one kind.
    record Line(String event, int count, Instant oldest) {
        Line plus(Line other) {
            Instant first = oldest.isBefore(other.oldest) ? oldest : other.oldest;
            return new Line(event, count + other.count, first);
        }

        private String text(Instant now) {
            String since = count == 1 ? "sent" : "the oldest sent";
            return "%d × %s (%s %s)".formatted(count, event, since, HumanText.ago(oldest, now));
        }
    }
}
