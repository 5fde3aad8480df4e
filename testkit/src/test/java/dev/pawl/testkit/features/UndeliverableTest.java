package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Why;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.HistoryEntry.Kind;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.SimHost;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.StoreFaults;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Events that reach no run, or a run none of whose states accepts them, are recorded.
final class UndeliverableTest {
    private static final Machine<String, String> DOOR = door().build();

    /// Sends an event to the run that its request names.
    private static final Machine<String, String> SENDER =
            Machine.named("sender", String.class, String.class)
                    .step("send", a -> a.next("sent").sending(RunId.parse(a.request()), new Go()))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private final List<EngineEvent.EventUndelivered> lost = new ArrayList<>();

    private static MachineBuilder<String, String> door() {
        return Machine.named("door", String.class, String.class)
                .await("shut", w -> w.on(Go.class, "open").on(Stop.class, "open"))
                .step("open", a -> a.next(a.request()));
    }

    private SimEngine opened(Machine<?, ?>... machines) {
        return SimEngine.of(stores, o -> o.machines(machines).listener(this::heard));
    }

    private void heard(EngineEvent happening) {
        if (happening instanceof EngineEvent.EventUndelivered event) lost.add(event);
    }

    private static List<String> undelivered(SimEngine sim, RunId id) {
        return sim.engine().history(id, 0, 100).stream()
                .filter(entry -> entry.kind() == Kind.EVENT_UNDELIVERED)
                .map(HistoryEntry::detail)
                .toList();
    }

    @Test
    void refusesAnEventThatNoStateAcceptsAndNamesTheAcceptedOnes() {
        SimEngine sim = opened(DOOR);
        RunId id = sim.call(e -> e.start(DOOR.start("x")));
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, new Gone())))
                .isInstanceOf(Refused.UnknownEvent.class)
                .hasMessage(
                        "no state of door v1 accepts event Gone (accepted: Go, Stop); run " + id);
        assertThatThrownBy(() -> sim.perform(e -> e.send(id, "go", Payload.of("{}"))))
                .isInstanceOf(Refused.UnknownEvent.class);
        assertThat(sim.engine().run(id).data().inbox()).isEmpty();
        assertThat(sim.engine().history(id, 0, 100)).hasSize(1);
        sim.perform(e -> e.send(id, new Go()));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// The run may be adopted by the definition that accepts the event; until then `why` reports
    /// it.
    @Test
    void keepsAnEventThatAnotherDefinitionOfTheMachineAccepts() {
        Machine<String, String> next =
                Machine.named("door", String.class, String.class)
                        .version(2)
                        .await("shut", w -> w.on(Go.class, "open").on(Gone.class, "open"))
                        .step("open", a -> a.next(a.request()))
                        .build();
        SimEngine sim = opened(next);
        sim.close();
        sim.open(o -> o.machines(DOOR));
        RunId id = sim.call(e -> e.start(DOOR.start("x")));
        sim.perform(e -> e.send(id, new Gone()));
        assertThat(sim.engine().history(id, 0, 100).getLast().detail())
                .isEqualTo("Gone, which no state accepts");
        assertThat(sim.call(e -> e.why(id)).causes())
                .filteredOn(cause -> cause.kind() == Why.Cause.Kind.UNKNOWN_EVENT)
                .singleElement()
                .extracting(Why.Cause::text)
                .isEqualTo(
                        "its inbox holds events that no state of door v1 accepts: Gone (1)"
                                + " (accepted: Go, Stop)");
        sim.close();
        sim.open();
        sim.perform(e -> e.send(id, new Gone()));
        sim.settle();
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.call(e -> e.why(id)).causes())
                .noneMatch(cause -> cause.kind() == Why.Cause.Kind.UNKNOWN_EVENT);
        sim.close();
    }

    @Test
    void anEventToARunThatDoesNotExistIsInTheHistoryOfItsSender() {
        RunId unknown = new RunId(7);
        SimEngine sim = opened(SENDER);
        RunId id = sim.call(e -> e.start(SENDER.start(unknown.toString())));
        sim.settle();
        assertThat(undelivered(sim, id))
                .containsExactly("Go to run " + unknown + ": there is no such run");
        assertThat(lost)
                .containsExactly(
                        new EngineEvent.EventUndelivered(
                                id, unknown, "Go", "there is no such run"));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.store().messages(10)).isEmpty();
        sim.close();
    }

    @Test
    void anEventToARunThatHasEndedIsInTheHistoryOfItsSender() {
        SimEngine sim = opened(SENDER, DOOR);
        RunId ended = sim.call(e -> e.start(DOOR.start("x")));
        sim.perform(e -> e.send(ended, new Go()));
        sim.settle();
        RunId id = sim.call(e -> e.start(SENDER.start(ended.toString())));
        sim.settle();
        assertThat(undelivered(sim, id))
                .containsExactly("Go to run " + ended + ": it has ended as COMPLETED");
        assertThat(lost).hasSize(1);
        sim.close();
    }

    /// The recipient ends at the same moment: the sender cannot know.
    @Test
    void anEventAfterTheEndIsReported() {
        Machine<String, String> self =
                Machine.named("self", String.class, String.class)
                        .step("send", a -> a.next("sent").sending(a.id(), new Go()))
                        .build();
        SimEngine sim = opened(self);
        RunId id = sim.call(e -> e.start(self.start("x")));
        sim.settle();
        assertThat(lost)
                .containsExactly(
                        new EngineEvent.EventUndelivered(
                                id, id, "Go", "it has ended as COMPLETED"));
        assertThat(sim.store().messages(10)).isEmpty();
        sim.close();
    }

    @Test
    void aMessageThatCannotBeDeliveredDoesNotHoldBackTheNextOnesOfItsRun() {
        deliversTheLastOf(2);
    }

    @Test
    void moreMessagesThanAPageThatCannotBeDeliveredDoNotHoldBackTheNextOnes() {
        deliversTheLastOf(Page.LIMIT_MAX + 1);
    }

    private void deliversTheLastOf(int count) {
        SimEngine sim = opened(DOOR);
        RunId id = sim.call(e -> e.start(DOOR.start("x")));
        List<Message> sent = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            sent.add(message(i, id, Message.Kind.GO_TO, "open"));
        }
        sent.add(message(count, id, Message.Kind.EVENT, "Go"));
        sim.store().commit(Commit.NONE.sending(sent));
        sim.close();
        sim.open();
        sim.pass(Duration.ofMinutes(1));
        assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
        // The others were refused, and that was reported.
        sim.crash();
    }

    private static Message message(long id, RunId to, Message.Kind kind, String name) {
        return new Message(id, to, kind, name, Payload.of("{}"), Instant.EPOCH);
    }

    @Test
    void deliversToThoseThatExistBesidesThoseThatDoNot() {
        Machine<String, String> both =
                Machine.named("both", String.class, String.class)
                        .step(
                                "send",
                                a ->
                                        a.next("sent")
                                                .sending(new RunId(8), new Stop())
                                                .sending(RunId.parse(a.request()), new Go())
                                                .sending(new RunId(9), new Go()))
                        .build();
        SimEngine sim = opened(both, DOOR);
        RunId door = sim.call(e -> e.start(DOOR.start("x")));
        RunId id = sim.call(e -> e.start(both.start(door.toString())));
        sim.settle();
        assertThat(sim.engine().run(door).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(undelivered(sim, id)).hasSize(2);
        assertThat(lost)
                .extracting(EngineEvent.EventUndelivered::event)
                .containsExactly("Stop", "Go");
        sim.close();
    }

    @Test
    void theRecordExistsOnceWhicheverWriteTheProcessDiesAfter() {
        SimEngine calm = opened(SENDER);
        long first = calm.writes() + 1;
        RunId unknown = new RunId(7);
        calm.perform(e -> e.start(SENDER.start(unknown.toString())));
        calm.settle();
        long last = calm.writes();
        calm.close();
        assertThat(last).isGreaterThan(first);
        for (long write = first; write <= last; write++) {
            SimEngine sim = new SimEngine(new SimHost(0), stores, o -> o.machines(SENDER));
            sim.faults(StoreFaults.afterCommit(write, sim::crash));
            sim.open();
            assertThatThrownBy(
                            () -> {
                                sim.perform(e -> e.start(SENDER.start(unknown.toString())));
                                sim.settle();
                                sim.engine();
                            })
                    .isInstanceOfAny(SimHost.Crashed.class, IllegalStateException.class);
            sim.faults(StoreFaults.NONE);
            sim.open();
            sim.settle();
            Run run = sim.engine().runs(Filter.ALL, Page.oldest(2)).getFirst();
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(undelivered(sim, run.id())).as("killed after write %d", write).hasSize(1);
            sim.close();
        }
    }

    record Go() {}

    record Stop() {}

    record Gone() {}
}
