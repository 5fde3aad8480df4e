package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.ChildResults;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.run.RunId;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What `attempt.results` returns for children that completed, failed or have not ended.
final class ChildResultsTest {
    private static final Machine<String, String> CHILD =
            Machine.named("child", String.class, String.class)
                    .step(
                            "work",
                            a ->
                                    switch (a.request()) {
                                        case "bad" -> a.fail("no ink");
                                        case "slow" -> a.goTo("rest");
                                        default -> a.finish(a.request());
                                    },
                            s -> s.finishes().goesTo("rest"))
                    .await("rest", w -> w.after(Duration.ofHours(1), "last"))
                    .step("last", a -> a.next(a.request()))
                    .build();
    private static final Machine<String, String> OTHER =
            Machine.named("other", String.class, String.class)
                    .step("work", a -> a.next("another machine"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    /// Returns what a parent sees of its children a minute after their start.
    private String seen(String... requests) throws InterruptedException {
        List<Start<?>> starts = new ArrayList<>(List.of(OTHER.start("x")));
        for (String request : requests) starts.add(CHILD.start(request));
        Machine<String, String> parent =
                Machine.named("parent", String.class, String.class)
                        .step("split", a -> a.next().starting(starts))
                        .await("rest", w -> w.after(Duration.ofMinutes(1), "look"))
                        .step("look", ChildResultsTest::look)
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, CHILD, OTHER));
        RunId id = sim.call(e -> e.start(parent.start("x")));
        String seen = sim.call(e -> e.await(parent, id, Duration.ofMinutes(2)));
        sim.close();
        return seen;
    }

    private static Outcome<String> look(Attempt<String, String> attempt) {
        ChildResults<String> results = attempt.results(CHILD);
        String responses;
        try {
            responses = String.join(", ", results.responses());
        } catch (RuntimeException e) {
            responses = e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        return attempt.next(
                "%d children, %d live, %d failed, completed %s; %s"
                        .formatted(
                                results.count(),
                                results.live().size(),
                                results.failed().size(),
                                results.completed(),
                                responses));
    }

    @Test
    void returnsTheResponsesOfOneMachineInTheOrderOfTheStarts() throws InterruptedException {
        assertThat(seen("a", "b", "a"))
                .isEqualTo("3 children, 0 live, 0 failed, completed [a, b, a]; a, b, a");
    }

    @Test
    void doesNotTakeALiveChildForAFailedOne() throws InterruptedException {
        assertThat(seen("a", "slow", "bad"))
                .startsWith("3 children, 1 live, 1 failed, completed [a]; IllegalStateException:")
                .contains("1 of 3 children of child have not ended");
    }

    @Test
    void namesTheFirstOfManyFailures() throws InterruptedException {
        assertThat(seen("bad", "bad", "bad", "bad", "bad", "bad", "bad"))
                .startsWith("7 children, 0 live, 7 failed, completed []; ChildrenFailed:")
                .contains("7 of 7 children of child did not complete", "no ink")
                .contains("; and 2 more");
    }
}
