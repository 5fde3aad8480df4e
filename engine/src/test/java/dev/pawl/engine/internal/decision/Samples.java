package dev.pawl.engine.internal.decision;

import static java.time.Duration.ofSeconds;

import dev.pawl.machine.Body;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import java.util.List;

/// Definitions that the tests of decisions play with; their bodies are never executed.
final class Samples {
    static final Body<String, String> BODY = attempt -> attempt.next();

    /// Two steps, two retries after one second each.
    static final Definition CHAIN = chain("chain").build().definition();

    /// The same with a cleanup that is tried twice.
    static final Definition CLEANED =
            chain("cleaned").cleanup(BODY, c -> c.retry(Retry.fixed(1))).build().definition();

    /// The same with a cleanup after success too.
    static final Definition ALWAYS =
            chain("always").cleanup(BODY, c -> c.always()).build().definition();

    /// A step, and a machine that follows it.
    static final Definition FOLLOWED = followed("followed").build().definition();

    /// The same with a cleanup after success too.
    static final Definition FOLLOWED_CLEANED =
            followed("followed-cleaned").cleanup(BODY, c -> c.always()).build().definition();

    /// A step that events interrupt, a wait with every way out, and two steps behind it.
    static final Definition WAITS =
            machine("waits")
                    .step("a", BODY, s -> s.interruptedBy(Stop.class, "c"))
                    .await(
                            "w",
                            w ->
                                    w.on(Go.class, "b")
                                            .on(End.class, "done")
                                            .after(ofSeconds(60), "c"))
                    .step("b", BODY, s -> s.interruptedBy(End.class, "done"))
                    .step("c", BODY)
                    .end("done")
                    .cleanup(BODY, c -> c.retry(Retry.fixed(1)))
                    .build()
                    .definition();

    /// A wait at the very start.
    static final Definition DOOR =
            machine("door")
                    .await("w", w -> w.on(Go.class, "a").on(End.class, "complete"))
                    .step("a", BODY)
                    .build()
                    .definition();

    /// Jumps forward, and back with a bound; a step that may finish early.
    static final Definition LOOPS =
            machine("loops")
                    .step("a", BODY, s -> s.finishes().goesTo("c"))
                    .step("b", BODY, s -> s.goesTo("a", 2))
                    .step("c", BODY, s -> s.loopsTo("b"))
                    .build()
                    .definition();

    /// A parent that waits for its children.
    static final Definition PARENT = parent("parent", Join.all(), ChildPolicy.CANCEL);

    static final Definition PARENT_OF_ANY = parent("any", Join.any(), ChildPolicy.DETACH);
    static final Definition PARENT_OF_TWO = parent("two", Join.atLeast(2), ChildPolicy.CANCEL);
    static final Definition PATIENT = parent("patient", Join.all(), ChildPolicy.WAIT);

    /// A parent that waits for its children and then cleans up.
    static final Definition PATIENT_CLEANED =
            machine("patient-cleaned")
                    .children(ChildPolicy.WAIT)
                    .step("a", BODY)
                    .step("b", BODY)
                    .cleanup(BODY)
                    .build()
                    .definition();

    /// A step that needs permits, between two that do not.
    static final Definition POOLED =
            machine("pooled")
                    .step("a", BODY)
                    .step(
                            "p",
                            BODY,
                            s ->
                                    s.permits("pool", 2)
                                            .interruptedBy(Stop.class, "p2")
                                            .retry(Retry.fixed(2)))
                    .step("p2", BODY, s -> s.permits("pool", 1).interruptedBy(Go.class, "w"))
                    .await("w", w -> w.on(Go.class, "a").on(End.class, "done"))
                    .end("done")
                    .cleanup(BODY)
                    .build()
                    .definition();

    /// A first step that needs permits.
    static final Definition POOLED_FIRST =
            machine("pooled-first")
                    .step("p", BODY, s -> s.permits("pool", 1).interruptedBy(End.class, "complete"))
                    .build()
                    .definition();

    /// A step whose recovery goes back, at most twice, and one that is parked after one crash.
    static final Definition RECOVERS =
            machine("recovers")
                    .step("a", BODY, s -> s.recovery(Recovery.repeatBody().crashes(1)))
                    .step("b", BODY, s -> s.recovery(Recovery.cleanUpAndGoTo("a").crashes(2), BODY))
                    .build()
                    .definition();

    /// A step that may go back once, and whose recovery goes back too.
    static final Definition RECOVERS_OFTEN =
            machine("recovers-often")
                    .step("a", BODY)
                    .step(
                            "b",
                            BODY,
                            s ->
                                    s.goesTo("a", 1)
                                            .recovery(
                                                    Recovery.cleanUpAndGoTo("a").crashes(1_000),
                                                    BODY))
                    .build()
                    .definition();

    /// Waits that lead to each other without anything to wait for.
    static final Definition SPIN =
            machine("spin")
                    .await("v", w -> w.children(Join.all(), "w").after(ofSeconds(1), "complete"))
                    .await("w", w -> w.children(Join.all(), "v"))
                    .build()
                    .definition();

    static final List<Definition> ALL =
            List.of(
                    CHAIN,
                    CLEANED,
                    ALWAYS,
                    FOLLOWED,
                    FOLLOWED_CLEANED,
                    WAITS,
                    DOOR,
                    LOOPS,
                    PARENT,
                    PARENT_OF_ANY,
                    PARENT_OF_TWO,
                    PATIENT,
                    PATIENT_CLEANED,
                    POOLED,
                    POOLED_FIRST,
                    RECOVERS);

    private Samples() {}

    private static MachineBuilder<String, String> followed(String name) {
        var next = machine("next").step("a", BODY).build();
        return machine(name).step("a", BODY).then(next, response -> response);
    }

    static MachineBuilder<String, String> machine(String name) {
        return Machine.named(name, String.class, String.class);
    }

    static MachineBuilder<String, String> chain(String name) {
        return machine(name).step("a", BODY, s -> s.retry(Retry.fixed(2))).step("b", BODY);
    }

    private static Definition parent(String name, Join join, ChildPolicy policy) {
        return machine(name)
                .children(policy)
                .step("a", BODY)
                .await("kids", w -> w.children(join, "b"))
                .step("b", BODY)
                .build()
                .definition();
    }

    record Go() {}

    record Stop() {}

    record End() {}
}
