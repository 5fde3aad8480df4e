package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Tally;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A store makes each commit durable as a whole, and shows it from then on.
interface CommitContract extends StoreTrial {
    private static NamedDocument pool(String body) {
        return new NamedDocument(NamedDocument.Kind.POOL, "p", Payload.of(body));
    }

    @Test
    default void commitsSeveralRunsWithMessagesAndDocumentsAtOnce() {
        Run ending = SampleRuns.minimal(1);
        Message old = SampleRuns.message(5, 1, "old");
        store().commit(
                        Commit.of(SampleRuns.started(ending))
                                .sending(List.of(old))
                                .with(List.of(pool("{}"))));
        Change ended = SampleRuns.moved(ending, RunStatus.COMPLETED);
        Message message = SampleRuns.message(9, 2, "new");
        store().commit(
                        Commit.of(
                                        ended,
                                        SampleRuns.started(SampleRuns.full(20)),
                                        SampleRuns.started(SampleRuns.minimal(3)))
                                .sending(List.of(message))
                                .taking(List.of(old))
                                .with(List.of(pool("{\"size\":2}"))));
        crashed();
        assertThat(store().runs(Filter.ALL, Page.oldest(9)))
                .containsExactly(ended.run(), SampleRuns.minimal(3), SampleRuns.full(20));
        assertThat(store().messages(9)).containsExactly(message);
        assertThat(store().documents(NamedDocument.Kind.POOL))
                .containsExactly(pool("{\"size\":2}"));
    }

    @Test
    default void commitsNothingAtAll() {
        store().commit(Commit.of(new Change[0]));
        assertThat(store().count(Filter.ALL)).isZero();
        assertThat(store().log(0, 1)).isEmpty();
    }

    /// No caller makes such a commit, so a store need not distinguish it from one that is too late.
    @Test
    default void refusesNewRunsThatExcludeEachOtherInOneCommit() {
        Change once = SampleRuns.started(SampleRuns.once(SampleRuns.minimal(1), "once"));
        Change again = SampleRuns.started(SampleRuns.once(SampleRuns.minimal(2), "once"));
        assertThatThrownBy(() -> store().commit(Commit.of(once, again)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("idempotency key 'once'");
        Change one = SampleRuns.started(SampleRuns.exclusive(SampleRuns.minimal(3), "k"));
        Change other = SampleRuns.started(SampleRuns.exclusive(SampleRuns.minimal(4), "k"));
        assertThatThrownBy(() -> store().commit(Commit.of(one, other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key 'k'");
        assertThat(store().count(Filter.ALL)).isZero();
        Change shared = SampleRuns.started(SampleRuns.keyed(SampleRuns.minimal(5), "k"));
        Change ended =
                SampleRuns.started(
                        SampleRuns.as(
                                SampleRuns.exclusive(SampleRuns.minimal(6), "k"),
                                RunStatus.COMPLETED));
        store().commit(Commit.of(one, shared, ended));
        assertThat(store().verify()).isEmpty();
    }

    @Test
    default void verifiesThatAnExclusiveKeyHasOneLiveRun() {
        Run first = SampleRuns.exclusive(SampleRuns.minimal(1), "k");
        Run second = SampleRuns.exclusive(SampleRuns.minimal(2), "k");
        start(first);
        start(second);
        assertThat(store().verify())
                .singleElement()
                .asString()
                .contains("one live run of pull for key 'k'", first.id().toString());
        change(SampleRuns.moved(first, RunStatus.COMPLETED));
        assertThat(store().verify()).isEmpty();
    }

    /// A lease exists exactly as long as the run that holds it.
    @Test
    default void verifiesThatPermitsAreLeasedToTheRunsThatHoldThem() {
        Run run = SampleRuns.holding(SampleRuns.minimal(1), new PermitNeed("db", 2));
        start(run);
        assertThat(store().verify()).singleElement().asString().contains("expected a lease");
        NamedDocument lease = lease(run, 2);
        store().commit(Commit.of(lease));
        assertThat(store().verify()).isEmpty();
        store().commit(Commit.of(lease(run, 1)));
        assertThat(store().verify()).hasSize(2);
        store().commit(Commit.of(lease));
        change(SampleRuns.moved(run, RunStatus.COMPLETED));
        assertThat(store().verify())
                .singleElement()
                .asString()
                .contains("pawl pools release db " + run.id());
        store().commit(Commit.of(new NamedDocument(NamedDocument.Kind.PERMIT, lease.name(), null)));
        assertThat(store().verify()).isEmpty();
    }

    private static NamedDocument lease(Run run, int count) {
        String text =
                "{\"pool\":\"db\",\"holder\":\"%s\",\"count\":%d,\"epoch\":1}"
                        .formatted(run.id(), count);
        return new NamedDocument(NamedDocument.Kind.PERMIT, "db/" + run.id(), Payload.of(text));
    }

    @Test
    default void listsTheDocumentsWhoseNamesHaveAPrefix() {
        List<String> names =
                List.of("a", "a/", "a/1", "a/é", "a/😀", "a/\uffff", "a0", "b/1", "A/1");
        for (String name : names) {
            store().commit(
                            Commit.of(
                                    new NamedDocument(
                                            NamedDocument.Kind.POOL, name, Payload.of("{}"))));
        }
        store().commit(
                        Commit.of(
                                new NamedDocument(
                                        NamedDocument.Kind.QUEUE, "a/2", Payload.of("{}"))));
        for (String prefix : List.of("", "a", "a/", "a/é", "a/😀", "a/\uffff", "c", "\uffff")) {
            assertThat(store().documents(NamedDocument.Kind.POOL, prefix))
                    .as("documents that start with '%s'", prefix)
                    .extracting(NamedDocument::name)
                    .containsExactlyInAnyOrderElementsOf(
                            names.stream().filter(name -> name.startsWith(prefix)).toList());
        }
    }

    @Test
    default void keepsEveryCommitThatReturnedAcrossACrash() {
        Map<RunId, Run> expected = new HashMap<>();
        for (int round = 0; round < 5; round++) {
            for (long id = 1; id <= 10; id++) {
                Run before = expected.get(new RunId(id));
                Change change =
                        before == null
                                ? SampleRuns.started(SampleRuns.minimal(id))
                                : SampleRuns.changed(before);
                expected.put(new RunId(id), change(change));
            }
            crashed();
            assertThat(store().runs(Filter.ALL, Page.oldest(99)))
                    .containsExactlyInAnyOrderElementsOf(expected.values());
            assertThat(store().verify()).isEmpty();
        }
        assertThat(store().log(0, MANY)).hasSize(50);
    }

    @Test
    default void showsACommitToEveryReadThatStartsAfterItReturned() {
        Run run = SampleRuns.keyed(SampleRuns.once(SampleRuns.queued(1, "gpu", 3), "once"), "k");
        Run now = run;
        start(run);
        for (int i = 0; i < 50; i++) {
            RunStatus next =
                    now.status() == RunStatus.QUEUED ? RunStatus.WAITING : RunStatus.QUEUED;
            now = change(SampleRuns.moved(now, next));
            boolean queued = next == RunStatus.QUEUED;
            assertThat(store().run(run.id())).contains(now);
            assertThat(store().live("pull", "k")).contains(now);
            assertThat(store().startedWith("pull", "once")).contains(now);
            assertThat(store().runs(Filter.ALL.status(next), Page.newest(1))).containsExactly(now);
            assertThat(store().count(Filter.ALL.status(next))).isEqualTo(1);
            assertThat(store().tally()).extracting(Tally::status).containsExactly(next);
            assertThat(store().queued("gpu", Set.of(), 9)).hasSize(queued ? 1 : 0);
            assertThat(history(run)).hasSize(i + 2);
            assertThat(store().log(0, MANY)).hasSize(i + 2);
        }
    }
}
