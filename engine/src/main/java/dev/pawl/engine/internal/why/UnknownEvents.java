package dev.pawl.engine.internal.why;

import dev.pawl.engine.Why.Cause;
import dev.pawl.machine.Definition;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reports events in an inbox that no state accepts: they were sent by a run, or for another
/// definition of the machine.
final class UnknownEvents {
    private static final int NAMES_MAX = 5;

    private UnknownEvents() {}

    static Optional<Cause> of(Run run, Definition definition) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Message message : run.data().inbox()) {
            boolean event = message.kind() == Message.Kind.EVENT;
            if (event && !definition.accepts(message.name())) {
                counts.merge(message.name(), 1, Integer::sum);
            }
        }
        if (counts.isEmpty()) return Optional.empty();
        String found =
                counts.entrySet().stream()
                        .limit(NAMES_MAX)
                        .map(each -> "%s (%d)".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(", "));
        String accepted = String.join(", ", definition.events());
        String text =
                "its inbox holds events that no state of %s accepts: %s (accepted: %s)"
                        .formatted(definition.ref(), found, accepted.isEmpty() ? "none" : accepted);
        return Optional.of(new Cause(Cause.Kind.UNKNOWN_EVENT, text, null));
    }
}
