package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Refused;
import dev.pawl.engine.RetentionSettings;
import dev.pawl.engine.Subscription;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ResultTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final Machine<String, String> TIMED =
            Machine.named("timed", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofMinutes(1), "work"))
                    .step("work", a -> a.request().equals("bad") ? a.abort("bad") : a.next("done"))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private SimEngine opened() {
        return SimEngine.of(stores, o -> o.machines(TIMED));
    }

    private static RunId start(SimEngine sim, String request) {
        return sim.call(e -> e.start(TIMED.start(request).key(request)));
    }

    /// ENG-08 and E6, E7: result and failure are found by the run's id, also after a restart.
    @Test
    void keepsResultsAndFailuresAcrossARestart() throws InterruptedException {
        SimEngine sim = opened();
        RunId good = start(sim, "good");
        RunId bad = start(sim, "bad");
        sim.pass(Duration.ofMinutes(2));
        sim.restart();
        assertThat(sim.call(e -> e.await(TIMED, good, Duration.ZERO)).toString()).isEqualTo("done");
        assertThatThrownBy(() -> sim.call(e -> e.await(TIMED, bad, Duration.ZERO)))
                .isInstanceOf(Refused.NotCompleted.class)
                .hasMessageContaining("did not complete: it is ABORTED")
                .hasMessageContaining("bad");
        sim.close();
    }

    /// ENG-09 waiting for a run: with a deadline, from before a crash or after it, by its key; a
    /// run that is not known is an error, not a success.
    @Test
    void waitsForTheEndOfARun() throws InterruptedException {
        SimEngine sim = opened();
        RunId id = start(sim, "good");
        Optional<Run> early = sim.call(e -> e.awaitEnd(id, Duration.ofSeconds(10)));
        assertThat(early).isEmpty();
        assertThatThrownBy(() -> sim.call(e -> e.await(TIMED, id, Duration.ofSeconds(1))))
                .isInstanceOf(Refused.NotCompleted.class)
                .hasMessageContaining("has not ended yet");
        sim.restart();
        Optional<Run> end = sim.call(e -> e.awaitEnd(id, Duration.ofHours(1)));
        assertThat(end.orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
        assertThatThrownBy(() -> sim.call(e -> e.awaitEnd(new RunId(5), Duration.ofHours(1))))
                .isInstanceOf(Refused.UnknownRun.class);
        RunId again = start(sim, "good");
        List<Run> ofKey = sim.engine().runs(Filter.ALL.key("good"), Page.newest(10));
        assertThat(ofKey).extracting(Run::id).containsExactly(again, id);
        sim.close();
    }

    /// E11: starting a run does not wake callers that wait for another one.
    @Test
    void wakesOnlyCallersThatWaitForTheRun() throws InterruptedException {
        SimEngine sim = opened();
        RunId id = start(sim, "one");
        List<String> ends = new ArrayList<>();
        var engine = sim.engine();
        sim.host()
                .start(
                        "waiter",
                        () -> {
                            try {
                                ends.add(
                                        engine.awaitEnd(id, Duration.ofHours(1))
                                                .orElseThrow()
                                                .status()
                                                .name());
                            } catch (InterruptedException e) {
                                ends.add("interrupted");
                            }
                        });
        sim.settle();
        start(sim, "two");
        sim.pass(Duration.ofSeconds(30));
        assertThat(ends).isEmpty();
        sim.pass(Duration.ofMinutes(1));
        assertThat(ends).containsExactly("COMPLETED");
        sim.close();
    }

    /// ENG-10 a feed of all runs, of one machine or of one run continues from its token after a
    /// crash.
    @Test
    void feedsEventsFromAToken() throws InterruptedException {
        SimEngine sim = opened();
        RunId one = start(sim, "one");
        sim.settle();
        List<LoggedEntry> before = read(sim, 0);
        long token = before.getLast().position();
        RunId two = start(sim, "two");
        sim.restart();
        sim.pass(Duration.ofMinutes(2));
        List<LoggedEntry> after = read(sim, token);
        List<LoggedEntry> all = new ArrayList<>(before);
        all.addAll(after);
        assertThat(all).isEqualTo(sim.store().log(0, 1_000));
        List<LoggedEntry> ofTwo = sim.call(e -> next(e.feed(two, 0), sim));
        assertThat(ofTwo).isNotEmpty().allMatch(entry -> entry.run().equals(two));
        assertThat(ofTwo.getLast().entry().kind()).isEqualTo(HistoryEntry.Kind.ENDED);
        List<LoggedEntry> ofMachine = sim.call(e -> next(e.feed(TIMED, 0), sim));
        assertThat(ofMachine).extracting(LoggedEntry::run).contains(one, two);
        sim.close();
    }

    private static List<LoggedEntry> read(SimEngine sim, long position)
            throws InterruptedException {
        return sim.call(e -> next(e.feed(position), sim));
    }

    private static List<LoggedEntry> next(Subscription feed, SimEngine sim)
            throws InterruptedException {
        try (feed) {
            return feed.next(sim.host().now());
        }
    }

    /// ENG-25 the state of a run is one value, and its history can be checked against it.
    @Test
    void keepsAHistoryThatLeadsToTheRun() {
        SimEngine sim = opened();
        RunId id = start(sim, "good");
        sim.pass(Duration.ofMinutes(2));
        List<HistoryEntry> history = sim.engine().history(id, 0, 100);
        Run run = sim.engine().run(id);
        assertThat(history).hasSize((int) run.version());
        assertThat(history.getLast().status()).isEqualTo(run.status());
        assertThat(sim.engine().history(id, 2, 100)).isEqualTo(history.subList(2, history.size()));
        assertThat(sim.store().verify()).isEmpty();
        sim.close();
    }

    /// ENG-28 ended runs are kept by age and by count, and live ones always.
    @Test
    void prunesEndedRunsByAgeAndCount() {
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(TIMED)
                                        .retention(
                                                RetentionSettings.age(
                                                        "timed", Duration.ofHours(1))));
        RunId old = start(sim, "old");
        sim.pass(Duration.ofMinutes(30));
        assertThat(sim.engine().run(old).status()).isEqualTo(RunStatus.COMPLETED);
        sim.pass(Duration.ofHours(1));
        assertThatThrownBy(() -> sim.engine().run(old)).isInstanceOf(Refused.UnknownRun.class);
        for (int i = 0; i < 5; i++) start(sim, "r" + i);
        sim.perform(e -> e.retentions().set(RetentionSettings.keep("timed", 2)));
        sim.pass(Duration.ofMinutes(10));
        assertThat(sim.engine().count(Filter.ALL)).isEqualTo(2);
        RunId live = start(sim, "live");
        assertThat(sim.engine().run(live).status()).isEqualTo(RunStatus.WAITING);
        sim.restart();
        assertThat(sim.engine().retentions().all())
                .containsExactly(RetentionSettings.age("timed", Duration.ofHours(1)));
        sim.close();
    }

    /// A run that is live for months keeps the end of its history, with its numbers.
    @Test
    void boundsTheHistoryOfALiveRun() {
        var ticking =
                Machine.named("ticking", String.class, String.class)
                        .step("tick", a -> a.repeatWith("x", Duration.ofMinutes(1)))
                        .build();
        SimEngine sim =
                SimEngine.of(
                        stores,
                        o ->
                                o.machines(ticking)
                                        .retention(RetentionSettings.history("ticking", 20)));
        RunId id = sim.call(e -> e.start(ticking.start("x")));
        for (int hour = 0; hour < 5; hour++) {
            sim.pass(Duration.ofHours(1));
            if (hour == 2) sim.restart();
        }
        long version = sim.engine().run(id).version();
        List<HistoryEntry> history = sim.engine().history(id, 0, 1_000);
        assertThat(version).isGreaterThan(300);
        assertThat(history).hasSizeBetween(20, 60);
        assertThat(history.getFirst().kind()).isEqualTo(HistoryEntry.Kind.TRIMMED);
        assertThat(history.getLast().seq()).isEqualTo(version);
        assertThat(sim.engine().verify()).isEmpty();
        sim.close();
    }

    /// ENG-30 and E8: listeners get every end exactly once, with its status, and every attempt.
    @Test
    void reportsEveryEndOnceAndEveryAttempt() {
        List<EngineEvent> heard = new ArrayList<>();
        var flaky =
                Machine.named("flaky", String.class, String.class)
                        .step(
                                "work",
                                a -> {
                                    if (a.number() == 1) throw new IOException("busy");
                                    return a.abort("no");
                                })
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(flaky).listener(heard::add));
        RunId id = sim.call(e -> e.start(flaky.start("x")));
        sim.pass(Duration.ofMinutes(1));
        assertThat(ends(heard)).containsExactly(RunStatus.ABORTED);
        assertThat(heard).filteredOn(EngineEvent.AttemptStarted.class::isInstance).hasSize(2);
        assertThat(heard)
                .filteredOn(EngineEvent.AttemptEnded.class::isInstance)
                .extracting(h -> ((EngineEvent.AttemptEnded) h).error())
                .containsExactly("java.io.IOException: busy", null);
        sim.restart();
        sim.settle();
        assertThat(ends(heard)).hasSize(1);
        assertThat(heard).filteredOn(EngineEvent.Resumed.class::isInstance).hasSize(2);
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.ABORTED);
        sim.close();
    }

    private static List<RunStatus> ends(List<EngineEvent> heard) {
        return heard.stream()
                .filter(EngineEvent.RunChanged.class::isInstance)
                .map(EngineEvent.RunChanged.class::cast)
                .filter(c -> c.before() != null && !c.before().status().isEnd())
                .map(c -> c.after().status())
                .filter(RunStatus::isEnd)
                .toList();
    }

    /// ENG-31 a run keeps the trace of its caller across a crash, and passes it to its children.
    @Test
    void keepsTheTraceOfTheCaller() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        var parent =
                Machine.named("parent", String.class, String.class)
                        .step("split", a -> a.next(a.labels().get("traceparent")))
                        .step("start", a -> a.next().starting(TIMED.start("child")))
                        .then(TIMED, response -> "follower")
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, TIMED));
        sim.call(e -> e.start(parent.start("x").label("traceparent", trace)));
        sim.restart();
        sim.settle();
        List<Run> runs = sim.engine().runs(Filter.ALL, Page.oldest(10));
        assertThat(runs)
                .hasSize(3)
                .allMatch(run -> trace.equals(run.origin().labels().get("traceparent")));
        sim.perform(e -> e.operators().orderAll(Filter.ALL.live(), new Command.Cancel(), ME));
        sim.close();
    }
}
