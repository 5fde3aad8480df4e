package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Message;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.Seeds;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFactory;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Messages that wait for the lock of the same run are decided together.
final class MessageTest {
    private static final int SENDERS = 20;
    private static final int CHILDREN = 3;
    private static final Duration SYNC = Duration.ofMillis(10);
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final Machine<String, String> LISTENER =
            Machine.named("listener", String.class, String.class)
                    .await("open", w -> w.on(Stop.class, "close").on(Go.class, "work"))
                    .step(
                            "work",
                            attempt -> attempt.goTo("open"),
                            s -> s.loopsTo("open").interruptedBy(Stop.class, "close"))
                    .step("close", attempt -> attempt.next("closed"), s -> s.goesTo("later"))
                    .end("complete")
                    .await("later", w -> w.on(Other.class, "dropped"))
                    .end("dropped")
                    .build();

    private final Machine<String, String> worker =
            Machine.named("worker", String.class, String.class)
                    .await("open", w -> w.on(Go.class, "work").on(Stop.class, "last"))
                    .step("work", this::work, s -> s.loopsTo("open"))
                    .await("last", w -> w.on(Other.class, "complete"))
                    .end("complete")
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private SimHost host = new SimHost(0);
    private Duration workTime = Duration.ZERO;
    private final List<Commit> commits = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();

    @Test
    void messagesThatWaitForOneLockBecomeDurableInOneCommit() {
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            commits.clear();
            sendAtOnce(sim, run, SENDERS);
            // The first takes the lock, and all others wait while it commits.
            assertThat(commits).hasSize(2);
            assertThat(answers).hasSize(SENDERS).containsOnly("sent");
            List<HistoryEntry> history = sim.engine().history(run, 1, 2 * SENDERS);
            assertThat(history).hasSize(SENDERS);
            assertThat(sim.engine().run(run).data().inbox()).hasSize(SENDERS);
        }
    }

    @Test
    void aRefusedMessageIsRefusedAlone() {
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            sim.perform(engine -> {
                for (int i = 0; i < Limits.INBOX_MAX - 3; i++) engine.send(run, new Other(i));
            });
            sendAtOnce(sim, run, SENDERS);
            assertThat(answers).hasSize(SENDERS);
            assertThat(answers).filteredOn("sent"::equals).hasSize(3);
            assertThat(answers).filteredOn("TooLarge"::equals).hasSize(SENDERS - 3);
            assertThat(sim.engine().run(run).data().inbox()).hasSize(Limits.INBOX_MAX);
        }
    }

    /// A sender learns at once that the store is full; the end of a child waits until it is not.
    @Test
    void callersAreAnsweredAtOnceAndInternalMessagesWaitForTheStore() {
        Full full = new Full();
        try (SimEngine sim = engine(full)) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            Engine engine = sim.engine();
            RunId child = sim.call(e -> e.start(LISTENER.start("").parent(run)));
            sim.perform(e -> e.send(child, new Stop()));
            sim.until(() -> !full.childEnds.isEmpty());
            full.isFull = true;
            sendAtOnce(sim, run, SENDERS);
            assertThat(answers).hasSize(SENDERS).containsOnly("FULL");
            assertThat(engine.run(run).data().family().live()).isEqualTo(1);
            full.isFull = false;
            sim.until(() -> engine.run(run).data().family().live() == 0);
        }
    }

    /// Internal messages come before, after and between those of callers.
    @Test
    void aCallerIsAnsweredAtOnceWhateverElseIsInItsBatch() {
        Seeds.each(30, this::askedAmongPatient);
    }

    private void askedAmongPatient(long seed) {
        host = new SimHost(seed);
        answers.clear();
        Full full = new Full();
        full.afterEnds = CHILDREN;
        try (SimEngine sim = engine(full)) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            Engine engine = sim.engine();
            for (int i = 0; i < CHILDREN; i++) {
                RunId child = sim.call(e -> e.start(LISTENER.start("").parent(run)));
                host.start("ender", () -> engine.send(child, new Stop()));
            }
            startSenders(engine, run, SENDERS, SENDERS + 1);
            sim.until(() -> full.isFull);
            sim.until(() -> answers.size() == 1);
            answers.clear();
            startSenders(engine, run, 0, SENDERS);
            assertThat(host.runUntil(() -> answers.size() == SENDERS, MOMENT)).isTrue();
            // Other messages already wait for the store.
            sim.pass(Duration.ofMinutes(1));
            startSenders(engine, run, 0, SENDERS);
            assertThat(host.runUntil(() -> answers.size() == 2 * SENDERS, MOMENT)).isTrue();
            assertThat(answers).containsOnly("FULL");
            full.isFull = false;
            sim.until(() -> engine.run(run).data().family().live() == 0);
        }
    }

    /// The store cannot record one of the messages.
    @Test
    void aMessageThatCannotBeRecordedFailsAlone() {
        Unwritable unwritable = new Unwritable(13);
        try (SimEngine sim = engine(unwritable)) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            sendAtOnce(sim, run, SENDERS);
            assertThat(unwritable.refused).isGreaterThan(1);
            assertThat(answers).filteredOn("sent"::equals).hasSize(SENDERS - 1);
            assertThat(answers).filteredOn("IllegalStateException"::equals).hasSize(1);
            assertThat(numbers(sim, run)).hasSize(SENDERS - 1).doesNotContain(13);
            assertThat(sim.store().verify()).isEmpty();
        }
    }

    /// The store records messages and fails to confirm them.
    @Test
    void whatMayHaveBeenRecordedIsNotRecordedTwice() {
        Slow mute =
                new Slow() {
                    private boolean done;

                    @Override
                    public void after(long n, Commit commit) {
                        if (done || inbox(commit).size() < 3) return;
                        done = true;
                        throw new IllegalStateException("recorded, but not answered");
                    }
                };
        try (SimEngine sim = engine(mute)) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            sendAtOnce(sim, run, SENDERS);
            assertThat(answers).contains("IllegalStateException");
            assertThat(numbers(sim, run)).hasSize(SENDERS).doesNotHaveDuplicates();
        }
    }

    /// One sync for the step and for all that was sent meanwhile.
    @Test
    void theOutcomeOfAShortBodyAndTheMessagesThatArriveMeanwhileBecomeDurableInOneCommit() {
        Seeds.each(30, this::sentDuringAShortBody);
    }

    private void sentDuringAShortBody(long seed) {
        prepare(seed, Duration.ofNanos(500_000));
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sentWhileItWorks(sim);
            sim.until(() -> sim.engine().run(run).status() == RunStatus.WAITING);
            assertThat(commits).hasSize(1);
            assertThat(answers).containsOnly("sent");
            assertThat(numbers(sim, run)).hasSize(SENDERS);
        }
    }

    /// A message waits for an outcome for a moment only, and for one moment only.
    @Test
    void messagesDoNotWaitForTheOutcomeOfALongBody() {
        Seeds.each(30, this::sentDuringALongBody);
    }

    private void sentDuringALongBody(long seed) {
        prepare(seed, Duration.ofHours(1));
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sentWhileItWorks(sim);
            assertThat(sim.engine().run(run).status()).isEqualTo(RunStatus.RUNNING);
            assertThat(commits).hasSize(1);
            Instant sent = host.now();
            startSenders(sim.engine(), run, SENDERS, SENDERS + 1);
            sim.until(() -> answers.size() == SENDERS + 1);
            assertThat(Duration.between(sent, host.now())).isEqualTo(SYNC);
            assertThat(answers).containsOnly("sent");
        }
    }

    private Outcome<String> work(Attempt<String, String> attempt) {
        host.pause(workTime);
        return attempt.goTo("open");
    }

    private void prepare(long seed, Duration time) {
        host = new SimHost(seed);
        workTime = time;
        answers.clear();
    }

    private RunId sentWhileItWorks(SimEngine sim) {
        RunId run = sim.call(engine -> engine.start(worker.start("")));
        sim.perform(engine -> engine.send(run, new Go()));
        commits.clear();
        sendAtOnce(sim, run, SENDERS);
        return run;
    }

    private static List<Integer> numbers(SimEngine sim, RunId run) {
        return sim.engine().run(run).data().inbox().stream().map(MessageTest::number).toList();
    }

    private static int number(Message message) {
        return JsonCodec.JSON.decode(message.body(), Other.class).number();
    }

    private static List<Message> inbox(Commit commit) {
        return commit.changes().stream().flatMap(c -> c.run().data().inbox().stream()).toList();
    }

    /// One event starts a body and the next one stops it, before it could start.
    @Test
    void eventsThatStartAndStopABodyGoTogether() {
        Seeds.each(30, this::startAndStop);
    }

    private void startAndStop(long seed) {
        host = new SimHost(seed);
        answers.clear();
        try (SimEngine sim = engine(new Slow())) {
            RunId run = sim.call(engine -> engine.start(LISTENER.start("")));
            Engine engine = sim.engine();
            for (Object event : List.of(new Other(1), new Go(), new Stop(), new Other(2))) {
                host.start("sender", () -> send(engine, run, event));
            }
            sim.until(() -> answers.size() == 4 && engine.run(run).status().isEnd());
            assertThat(engine.run(run).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(sim.store().verify()).isEmpty();
        }
    }

    private SimEngine engine(StoreFaults faults) {
        SimEngine sim =
                new SimEngine(
                                host,
                                StoreFactory.chosen(),
                                options -> options.machines(LISTENER, worker))
                        .faults(faults);
        sim.open();
        return sim;
    }

    private void sendAtOnce(SimEngine sim, RunId run, int senders) {
        startSenders(sim.engine(), run, 0, senders);
        sim.until(() -> answers.size() == senders);
    }

    private void startSenders(Engine engine, RunId run, int from, int to) {
        for (int i = from; i < to; i++) {
            Object event = new Other(i);
            host.start("sender", () -> send(engine, run, event));
        }
    }

    private void send(Engine engine, RunId run, Object event) {
        try {
            engine.send(run, event);
            answers.add("sent");
        } catch (Refused e) {
            answers.add(e.getClass().getSimpleName());
        } catch (StoreException e) {
            answers.add(e.kind().name());
        } catch (IllegalStateException e) {
            answers.add(e.getClass().getSimpleName());
        }
    }

    record Stop() {}

    record Go() {}

    record Other(int number) {}

    /// A slow disk, so that other messages arrive meanwhile.
    private class Slow implements StoreFaults {
        @Override
        public void before(long n, Commit commit) {
            host.pause(SYNC);
            if (!commit.changes().isEmpty()) commits.add(commit);
        }
    }

    /// A disk that refuses every commit with one message.
    private final class Unwritable extends Slow {
        private final int number;
        private int refused;

        Unwritable(int number) {
            this.number = number;
        }

        @Override
        public void before(long n, Commit commit) {
            super.before(n, commit);
            if (inbox(commit).stream().noneMatch(message -> number(message) == number)) return;
            refused++;
            throw new IllegalStateException("message %d is refused".formatted(number));
        }
    }

    private final class Full extends Slow {
        private final List<Commit> childEnds = new ArrayList<>();
        private int afterEnds = -1;
        private boolean isFull;

        @Override
        public void before(long n, Commit commit) {
            super.before(n, commit);
            if (isFull) throw new StoreException(StoreException.Kind.FULL, "full", null);
            if (!commit.sent().isEmpty()) childEnds.add(commit);
        }

        @Override
        public void after(long n, Commit commit) {
            if (childEnds.size() != afterEnds) return;
            isFull = true;
            afterEnds = -1;
        }
    }
}
