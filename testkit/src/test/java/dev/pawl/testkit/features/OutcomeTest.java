package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Merge;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.MachineTrial;
import dev.pawl.testkit.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

final class OutcomeTest {
    private static MachineBuilder<String, String> named(String name) {
        return Machine.named(name, String.class, String.class);
    }

    /// ENG-05 finishing early is a success with a result.
    @Test
    void completesEarlyWithAResult() {
        Script.check(
                Script.machine("pull", "check download"),
                """
                start alpine
                check -> finish there already
                is COMPLETED in complete
                says there already
                """);
    }

    /// ENG-05 abort and fail are distinct ends, and a step may delay its retry.
    @Test
    void distinguishesDecisionsFromErrors() {
        Script.check(
                Script.machine("pull", "check download"),
                """
                start a
                a check -> abort too large
                a is ABORTED in check
                start b
                b check -> fail damaged
                b is FAILED in check
                start c
                c check -> retryAfter 30s
                wait 29s
                c is BACKING_OFF
                wait 1s
                c check #2 RETRY -> next
                c download -> next
                c is COMPLETED
                """);
    }

    /// ENG-05 an outcome that the definition does not allow fails at once: a retry cannot help.
    @Test
    void failsOnAnOutcomeThatTheStepDidNotDeclare() {
        var machine = named("plain").step("one", step("one")).step("two", step("two")).build();
        Script.check(
                machine,
                """
                start a
                a one -> goTo two
                a is FAILED
                start b
                b one -> finish early
                b is FAILED
                """);
    }

    /// ENG-06 a step goes back as often as it declared, and no more.
    @Test
    void goesBackWithinItsBound() {
        var machine =
                named("unpack")
                        .step("create", step("create"))
                        .step("extract", step("extract"), s -> s.goesTo("create", 2))
                        .build();
        Script.check(
                machine,
                """
                start alpine
                create -> next
                extract -> goTo create
                crash
                create CRASH -> next
                extract -> goTo create
                create -> next
                extract -> goTo create
                is EXHAUSTED in extract
                """);
    }

    /// ENG-05 `again` with new data is a loop that a crash does not restart.
    @Test
    void loopsWithACursor() {
        List<Integer> pages = new ArrayList<>();
        var machine =
                named("cursor")
                        .step(
                                "page",
                                a -> {
                                    int page = a.context(Integer.class).orElse(1);
                                    if (!pages.contains(page)) pages.add(page);
                                    if (page == 4) return a.next("4 pages");
                                    return a.repeatWith(page + 1, Duration.ofSeconds(page - 1));
                                })
                        .build();
        CrashMatrix.of(machine, "x").fresh(pages::clear).observing("pages", () -> pages).check();
        assertThat(pages).containsExactly(1, 2, 3, 4);
    }

    /// ENG-07 a response replaces the previous one or patches it; the context is separate.
    @Test
    void replacesOrPatchesTheResponse() {
        assertThat(image(Merge.REPLACE)).isEqualTo(new Image(null, 12));
        assertThat(image(Merge.PATCH)).isEqualTo(new Image("alpine", 12));
    }

    private static Image image(Merge merge) {
        var machine =
                Machine.named("pull", String.class, Image.class)
                        .step("name", a -> a.next(new Image("alpine", null)).withContext("context"))
                        .step("keep", a -> a.next())
                        .step(
                                "size",
                                a -> {
                                    assertThat(a.context(String.class)).contains("context");
                                    return a.next(new Image(null, 12));
                                })
                        .merge(merge)
                        .build();
        return MachineTrial.of(machine, "x").result();
    }

    /// Chains carry data: the follower starts in the transaction that completes the run.
    @Test
    void startsTheFollowerWithTheResult() {
        var unpack =
                named("unpack").step("extract", a -> a.next(a.request() + " unpacked")).build();
        var pull =
                named("pull")
                        .step("download", a -> a.next(a.request() + ".tar"))
                        .then(unpack, response -> response)
                        .build();
        var summary =
                CrashMatrix.of(pull, "alpine")
                        .with(unpack)
                        .comparing(run -> run.machine() + " " + run.data().response())
                        .check();
        assertThat(summary.trials()).isGreaterThan(10);
        Run run = MachineTrial.of(pull, "alpine").run(o -> o.machines(pull, unpack));
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// A recorded result is computed once, whatever happens to the attempts that use it.
    @Test
    void remembersWhatWasRecordedInAState() {
        List<String> calls = new ArrayList<>();
        var machine =
                named("pay")
                        .step(
                                "pay",
                                a -> {
                                    String receipt =
                                            a.once(
                                                    "receipt",
                                                    String.class,
                                                    () -> {
                                                        calls.add("paid");
                                                        return "receipt " + calls.size();
                                                    });
                                    if (a.number() < 3) throw new java.io.IOException("again");
                                    return a.next(receipt);
                                })
                        .build();
        assertThat(MachineTrial.of(machine, "x").result()).isEqualTo("receipt 1");
        assertThat(calls).containsExactly("paid");
    }

    /// A call without a result is remembered too.
    @Test
    void remembersThatACallWithoutAResultWasMade() {
        List<String> calls = new ArrayList<>();
        Callable<Void> email =
                () -> {
                    calls.add("mailed");
                    return null;
                };
        var machine =
                named("email")
                        .step(
                                "email",
                                a -> {
                                    a.once("email", Void.class, email);
                                    if (a.number() < 3) throw new java.io.IOException("again");
                                    return a.next("mailed");
                                })
                        .build();
        assertThat(MachineTrial.of(machine, "x").result()).isEqualTo("mailed");
        assertThat(calls).containsExactly("mailed");
    }

    record Image(String name, Integer size) {}
}
