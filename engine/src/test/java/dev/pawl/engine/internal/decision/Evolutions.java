package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.Samples.BODY;
import static java.time.Duration.ofSeconds;

import dev.pawl.machine.Definition;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import java.util.HashMap;
import java.util.Map;

/// Later versions of the samples, by the word that a table uses for them.
final class Evolutions {
    private static final Map<String, Definition> MADE = new HashMap<>();

    private Evolutions() {}

    static Definition of(Definition before, String word) {
        return MADE.computeIfAbsent(
                "%s %d %s".formatted(before.name(), before.version(), word),
                _ -> make(before, word));
    }

    private static Definition make(Definition before, String word) {
        MachineBuilder<String, String> next =
                Machine.named(before.name(), String.class, String.class)
                        .version(before.version() + 1);
        switch (word) {
            case "renamed" ->
                    next.step(
                                    "a2",
                                    BODY,
                                    s -> s.formerly("a").interruptedBy(Samples.Stop.class, "b"))
                            .await(
                                    "w2",
                                    w ->
                                            w.formerly("w")
                                                    .on(Samples.Go.class, "b")
                                                    .after(ofSeconds(9), "b"))
                            .step("b", BODY)
                            .removed("c", "b");
            case "gone" -> next.step("z", BODY);
            case "waiting" ->
                    next.await("a", w -> w.on(Samples.Go.class, "b"))
                            .step("b", BODY)
                            .removed("p", "a");
            case "working" -> next.step("w", BODY).step("a", BODY).step("p", BODY);
            case "ended" -> next.step("z", BODY).end("a");
            case "eager" ->
                    next.step("a", BODY)
                            .await("w", w -> w.on(Samples.Stop.class, "b").after(ofSeconds(9), "b"))
                            .step("b", BODY);
            case "untimed" ->
                    next.step("a", BODY)
                            .await("w", w -> w.on(Samples.Go.class, "b"))
                            .step("b", BODY);
            default -> throw new IllegalArgumentException("no such evolution: " + word);
        }
        return next.build().definition();
    }
}
