package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The store in memory refuses commits that only a bug of the caller can make, and stays unchanged.
final class MemoryStoreRefusalTest {
    private final MemoryStore store = new MemoryStore();
    private final Run run = SampleRuns.minimal(1);

    private void start(Run started) {
        store.commit(Commit.of(SampleRuns.started(started)));
    }

    private void assertRefused(Commit commit, String... parts) {
        List<Run> runs = store.runs(Filter.ALL, Page.oldest(99));
        List<Message> messages = store.messages(99);
        assertThatIllegalStateException()
                .isThrownBy(() -> store.commit(commit))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
        assertThat(store.runs(Filter.ALL, Page.oldest(99))).isEqualTo(runs);
        assertThat(store.messages(99)).isEqualTo(messages);
    }

    @AfterEach
    void isConsistent() {
        assertThat(store.verify()).isEmpty();
    }

    @Test
    void refusesAVersionThatDiffersFromTheLastEntry() {
        Change change = SampleRuns.started(run);
        assertRefused(
                Commit.of(new Change(run.withVersion(2), change.entries())),
                "expected version 1",
                "found 2",
                run.id().toString());
    }

    @Test
    void refusesAGapInTheHistory() {
        start(run);
        assertRefused(
                Commit.of(SampleRuns.changed(run.withVersion(2))),
                "expected history entry 2, found 3",
                "run " + run.id() + " of pull v1");
        assertRefused(Commit.of(SampleRuns.started(run)), "expected history entry 2, found 1");
        assertRefused(Commit.of(SampleRuns.changed(SampleRuns.minimal(2))), "entry 1, found 2");
    }

    @Test
    void refusesAChangeWithoutHistory() {
        assertRefused(Commit.of(new Change(run, List.of())), "expected at least one");
    }

    @Test
    void acceptsEveryMoveOfTheTableAndRefusesEveryOther() {
        for (RunStatus from : RunStatus.values()) {
            for (RunStatus to : RunStatus.values()) {
                boolean legal =
                        from == to
                                || RunStatus.TABLE.moves().stream()
                                        .anyMatch(move -> move.from() == from && move.to() == to);
                MemoryStore fresh = new MemoryStore();
                Run before = SampleRuns.as(run, from);
                fresh.commit(Commit.of(SampleRuns.started(before)));
                Run after = from == to ? before : SampleRuns.as(before, to);
                Throwable thrown =
                        catchThrowable(() -> fresh.commit(Commit.of(SampleRuns.changed(after))));
                assertThat(thrown == null).as("%s to %s: %s", from, to, thrown).isEqualTo(legal);
            }
        }
    }

    @Test
    void acceptsSeveralMovesInOneChangeIfEachIsValid() {
        Run delayed = SampleRuns.as(run, RunStatus.DELAYED);
        start(delayed);
        Change running = SampleRuns.moved(delayed, RunStatus.RUNNING);
        Change failed = SampleRuns.moved(running.run(), RunStatus.FAILED);
        assertRefused(
                Commit.of(SampleRuns.moved(delayed, RunStatus.FAILED)),
                "expected DELAYED to become one of",
                "found FAILED");
        store.commit(
                Commit.of(
                        new Change(
                                failed.run(),
                                List.of(
                                        running.entries().getFirst(),
                                        failed.entries().getFirst()))));
        assertThat(store.run(run.id())).contains(failed.run());
    }

    @Test
    void refusesARunWhoseStateDiffersFromItsLastEntry() {
        Change change = SampleRuns.started(run);
        Run elsewhere = run.with(run.condition().at(RunStatus.RUNNING, "verify"));
        assertRefused(
                Commit.of(new Change(elsewhere, change.entries())),
                "expected RUNNING in 'check'",
                "found RUNNING in 'verify'");
    }

    @Test
    void refusesAnEndWithoutItsTimeAndATimeWithoutAnEnd() {
        Run ended = SampleRuns.as(run, RunStatus.FAILED);
        assertRefused(Commit.of(SampleRuns.started(ended.with(run.timing()))), "a time of end");
        assertRefused(Commit.of(SampleRuns.started(run.with(ended.timing()))), "a time of end");
    }

    @Test
    void refusesToChangeAnEndedRunBeyondItsFamily() {
        Run ended = SampleRuns.as(run, RunStatus.COMPLETED);
        start(ended);
        assertRefused(
                Commit.of(
                        SampleRuns.changed(ended.with(ended.data().withResponse(Payload.of("x"))))),
                "expected an ended run to stay");
        assertRefused(
                Commit.of(
                        SampleRuns.changed(
                                SampleRuns.as(ended, RunStatus.COMPLETED, SampleRuns.at(99)))),
                "expected an ended run to stay");
        Run followed = ended.with(ended.data().withFamily(ended.data().family().withFollower()));
        store.commit(Commit.of(SampleRuns.changed(followed)));
        assertThat(store.run(run.id()).orElseThrow().data().family().followed()).isTrue();
    }

    @Test
    void refusesAnotherOrigin() {
        start(run);
        assertRefused(
                Commit.of(SampleRuns.changed(SampleRuns.keyed(run, "k"))), "expected the origin");
        store.commit(Commit.of(SampleRuns.changed(SampleRuns.of("push", run))));
    }

    @Test
    void refusesToSendAMessageTwiceOrToTakeAMissingOne() {
        Message message = SampleRuns.message(5, 1, "go");
        Commit sending = Commit.NONE.sending(List.of(message));
        Commit taking = Commit.NONE.taking(List.of(message));
        assertRefused(taking, "expected a message to take, found none");
        store.commit(sending);
        assertRefused(sending, "expected a new message, found it there");
        store.commit(taking);
        assertRefused(taking, "expected a message to take, found none");
    }

    @Test
    void refusesTheWholeCommitForOneOfItsChanges() {
        start(run);
        assertRefused(
                Commit.of(
                        SampleRuns.started(SampleRuns.minimal(2)),
                        SampleRuns.changed(run),
                        SampleRuns.started(SampleRuns.minimal(3).withVersion(1)),
                        SampleRuns.changed(SampleRuns.minimal(4))),
                SampleRuns.minimal(4).id().toString());
    }

    @Test
    void refusesEveryCallOfADeadStore() {
        MemoryStore dead = new MemoryStore();
        MemoryStore next = MemoryStore.on(dead.disk());
        List<StoreException.Kind> kinds = new ArrayList<>();
        ClosedContract.CALLS
                .values()
                .forEach(call ->
                        assertThatThrownBy(() -> call.accept(dead))
                                .isInstanceOfSatisfying(
                                        StoreException.class, e -> kinds.add(e.kind())));
        assertThat(kinds)
                .hasSize(ClosedContract.CALLS.size())
                .containsOnly(StoreException.Kind.CLOSED);
        dead.close();
        assertThat(next.lastId()).isZero();
    }

    @Test
    void saysThatItExecutesNoSql() {
        Commit writing =
                Commit.of(SampleRuns.started(run)).writing(List.of(tx -> tx.update("select 1")));
        assertThatThrownBy(() -> store.commit(writing))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("executes no SQL");
        assertThat(store.run(run.id())).isEmpty();
    }
}
