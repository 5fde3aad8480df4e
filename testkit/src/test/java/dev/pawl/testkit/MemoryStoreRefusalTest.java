package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.MemoryStore;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The store in memory refuses what only a bug of its caller can commit, and stays as it was.
final class MemoryStoreRefusalTest {
    private final MemoryStore store = new MemoryStore();
    private final Run run = Runs.minimal(1);

    private void start(Run started) {
        store.commit(Commit.of(Runs.started(started)));
    }

    private void assertRefused(Commit commit, String... parts) {
        List<Run> runs = store.runs(Filter.ALL, Page.oldest(99));
        List<Mail> mail = store.mail(99);
        assertThatIllegalStateException()
                .isThrownBy(() -> store.commit(commit))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
        assertThat(store.runs(Filter.ALL, Page.oldest(99))).isEqualTo(runs);
        assertThat(store.mail(99)).isEqualTo(mail);
    }

    @AfterEach
    void isWhole() {
        assertThat(store.verify()).isEmpty();
    }

    @Test
    void refusesAVersionThatIsNotTheLastEntrys() {
        Change change = Runs.started(run);
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
                Commit.of(Runs.changed(run.withVersion(2))),
                "expected history entry 2, found 3",
                "run " + run.id() + " of pull v1");
        assertRefused(Commit.of(Runs.started(run)), "expected history entry 2, found 1");
        assertRefused(Commit.of(Runs.changed(Runs.minimal(2))), "entry 1, found 2");
    }

    @Test
    void refusesAChangeWithoutHistory() {
        assertRefused(Commit.of(new Change(run, List.of())), "expected at least one");
    }

    @Test
    void takesEveryMoveOfTheTableAndRefusesEveryOther() {
        for (RunStatus from : RunStatus.values()) {
            for (RunStatus to : RunStatus.values()) {
                boolean legal =
                        from == to
                                || RunStatus.TABLE.moves().stream()
                                        .anyMatch(move -> move.from() == from && move.to() == to);
                MemoryStore fresh = new MemoryStore();
                Run before = Runs.as(run, from);
                fresh.commit(Commit.of(Runs.started(before)));
                Run after = from == to ? before : Runs.as(before, to);
                Throwable thrown =
                        catchThrowable(() -> fresh.commit(Commit.of(Runs.changed(after))));
                assertThat(thrown == null).as("%s to %s: %s", from, to, thrown).isEqualTo(legal);
            }
        }
    }

    @Test
    void takesSeveralMovesInOneChangeWhenEachIsLegal() {
        Run delayed = Runs.as(run, RunStatus.DELAYED);
        start(delayed);
        Change running = Runs.moved(delayed, RunStatus.RUNNING);
        Change failed = Runs.moved(running.run(), RunStatus.FAILED);
        assertRefused(
                Commit.of(Runs.moved(delayed, RunStatus.FAILED)),
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
    void refusesARunThatStandsElsewhereThanItsLastEntrySays() {
        Change change = Runs.started(run);
        Run elsewhere = run.with(run.condition().at(RunStatus.RUNNING, "verify"));
        assertRefused(
                Commit.of(new Change(elsewhere, change.entries())),
                "expected RUNNING in 'check'",
                "found RUNNING in 'verify'");
    }

    @Test
    void refusesAnEndWithoutItsTimeAndATimeWithoutAnEnd() {
        Run ended = Runs.as(run, RunStatus.FAILED);
        assertRefused(Commit.of(Runs.started(ended.with(run.timing()))), "a time of end");
        assertRefused(Commit.of(Runs.started(run.with(ended.timing()))), "a time of end");
    }

    @Test
    void refusesToChangeAnEndedRunBeyondItsFamily() {
        Run ended = Runs.as(run, RunStatus.COMPLETED);
        start(ended);
        assertRefused(
                Commit.of(Runs.changed(ended.with(ended.data().withResponse(Payload.of("x"))))),
                "expected an ended run to stay");
        assertRefused(
                Commit.of(Runs.changed(Runs.as(ended, RunStatus.COMPLETED, Runs.at(99)))),
                "expected an ended run to stay");
        Run followed = ended.with(ended.data().withFamily(ended.data().family().withFollower()));
        store.commit(Commit.of(Runs.changed(followed)));
        assertThat(store.run(run.id()).orElseThrow().data().family().followed()).isTrue();
    }

    @Test
    void refusesAnotherOrigin() {
        start(run);
        assertRefused(Commit.of(Runs.changed(Runs.keyed(run, "k"))), "expected the origin");
        store.commit(Commit.of(Runs.changed(Runs.of("push", run))));
    }

    @Test
    void refusesMailThatIsThereOrIsNot() {
        Mail mail = Runs.mail(5, 1, "go");
        Commit sending = new Commit(List.of(), List.of(mail), List.of(), List.of(), List.of());
        Commit taking = new Commit(List.of(), List.of(), List.of(mail), List.of(), List.of());
        assertRefused(taking, "expected mail to take, found none");
        store.commit(sending);
        assertRefused(sending, "expected new mail, found it there");
        store.commit(taking);
        assertRefused(taking, "expected mail to take, found none");
    }

    @Test
    void refusesTheWholeCommitForOneOfItsChanges() {
        start(run);
        assertRefused(
                Commit.of(
                        Runs.started(Runs.minimal(2)),
                        Runs.changed(run),
                        Runs.started(Runs.minimal(3).withVersion(1)),
                        Runs.changed(Runs.minimal(4))),
                Runs.minimal(4).id().toString());
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
                new Commit(
                        List.of(Runs.started(run)),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(tx -> tx.update("select 1")));
        assertThatThrownBy(() -> store.commit(writing))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("executes no SQL");
        assertThat(store.run(run.id())).isEmpty();
    }
}
