package dev.pawl.testkit.features;

import static dev.pawl.testkit.Script.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Operators;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.ChildPolicy;
import dev.pawl.machine.ChildResults;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Retry;
import dev.pawl.run.Links;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.CrashMatrix;
import dev.pawl.testkit.MachineTrial;
import dev.pawl.testkit.Script;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import dev.pawl.testkit.contract.SampleRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ChildrenTest {
    private static final Operators.By ME = new Operators.By("me", "a test");
    private static final Machine<String, String> CHILD =
            Machine.named("child", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofMinutes(1), "work"))
                    .step(
                            "work",
                            a ->
                                    a.request().equals("bad")
                                            ? a.abort("bad")
                                            : a.next(
                                                    a.request().toUpperCase(java.util.Locale.ROOT)))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Machine<String, String> parent(Join join, ChildPolicy policy) {
        return Machine.named("parent", String.class, String.class)
                .step(
                        "split",
                        a -> {
                            var outcome = a.next();
                            for (String each : a.request().split(" ", -1)) {
                                outcome = outcome.starting(CHILD.start(each));
                            }
                            return outcome;
                        })
                .await("joined", w -> w.children(join, "collect"))
                .step(
                        "collect",
                        a -> {
                            StringBuilder all = new StringBuilder();
                            for (Run child : a.children()) {
                                all.append(a.result(child, CHILD).orElse("-"));
                            }
                            return a.next(all.toString());
                        })
                .children(policy)
                .build();
    }

    /// ENG-12 a parent waits for all of its children, or enough of them, and gets their results.
    @Test
    void waitsForItsChildrenAndGetsTheirResults() {
        assertThat(resultOf(Join.all(), "a bad c")).isEqualTo("A-C");
        assertThat(resultOf(Join.atLeast(2), "a bad c")).contains("A", "C");
        CrashMatrix.of(parent(Join.all(), ChildPolicy.CANCEL), "a b").with(CHILD).check();
    }

    private static String resultOf(Join join, String request) {
        var machine = parent(join, ChildPolicy.CANCEL);
        Run run = MachineTrial.of(machine, request).run(o -> o.machines(machine, CHILD));
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        return run.data().response().text().replace("\"", "");
    }

    /// ENG-12 children of a cancelled parent are cancelled, continue, or are waited for.
    @Test
    void treatsChildrenOfACancelledParentAsItsPolicySays() {
        assertThat(afterCancel(ChildPolicy.CANCEL, Duration.ZERO))
                .containsExactly(RunStatus.CANCELLED, RunStatus.CANCELLED, RunStatus.CANCELLED);
        assertThat(afterCancel(ChildPolicy.DETACH, Duration.ZERO))
                .containsExactly(RunStatus.CANCELLED, RunStatus.WAITING, RunStatus.WAITING);
        assertThat(afterCancel(ChildPolicy.WAIT, Duration.ZERO))
                .containsExactly(RunStatus.WAITING, RunStatus.WAITING, RunStatus.WAITING);
        assertThat(afterCancel(ChildPolicy.WAIT, Duration.ofMinutes(2)))
                .containsExactly(RunStatus.CANCELLED, RunStatus.COMPLETED, RunStatus.COMPLETED);
    }

    private List<RunStatus> afterCancel(ChildPolicy policy, Duration later) {
        var machine = parent(Join.all(), policy);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine, CHILD));
        RunId id = sim.call(e -> e.start(machine.start("a b")));
        sim.settle();
        sim.perform(e -> e.operators().order(id, new Command.Cancel(), ME));
        sim.restart();
        sim.pass(later);
        List<RunStatus> statuses =
                sim.engine().runs(Filter.ALL, Page.oldest(9)).stream().map(Run::status).toList();
        sim.close();
        return statuses;
    }

    /// ENG-12 a client may start a child too; a child of a run that has ended is refused.
    @Test
    void countsChildrenThatOthersStart() {
        var machine =
                Machine.named("pull", String.class, String.class)
                        .step("split", step("split"))
                        .await("joined", w -> w.children(Join.all(), "last"))
                        .step("last", step("last"))
                        .build();
        Script.check(
                machine,
                """
                start parent
                start child parent parent
                parent split -> next
                parent is WAITING
                parent why CHILDREN
                child split -> next
                child last -> next
                parent is RUNNING in last
                parent last -> next
                start late parent parent refused
                """);
    }

    /// A child that is followed by another run ends for its parent when that one ends.
    @Test
    void waitsForWhatFollowsAChildToo() {
        var last = Machine.named("last", String.class, String.class).step("z", step("z")).build();
        var first =
                Machine.named("first", String.class, String.class)
                        .step("a", step("a"))
                        .then(last, _ -> "x")
                        .build();
        var parent =
                Machine.named("parent", String.class, String.class)
                        .step("split", a -> a.next().starting(first.start("x")))
                        .await("joined", w -> w.children(Join.all(), "complete"))
                        .build();
        Script.of(parent, first, last)
                .check(
                        """
                        start p
                        is WAITING
                        a -> next done
                        is WAITING in joined
                        crash
                        is WAITING
                        z CRASH -> next
                        is COMPLETED
                        """);
    }

    /// Only live children are live, and only exact keys match.
    @Test
    void listsChildrenByTheirStatus() {
        var machine = parent(Join.all(), ChildPolicy.DETACH);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine, CHILD));
        RunId id = sim.call(e -> e.start(machine.start("a bad")));
        sim.settle();
        assertThat(sim.engine().count(Filter.ALL.parent(id).live())).isEqualTo(2);
        sim.pass(Duration.ofMinutes(2));
        assertThat(sim.engine().count(Filter.ALL.parent(id).live())).isZero();
        assertThat(sim.engine().count(Filter.ALL.parent(id))).isEqualTo(2);
        assertThatThrownBy(() -> sim.call(e -> e.start(CHILD.start("x").parent(id))))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("accepts no children");
        sim.close();
    }

    /// A child that would start after an ancestor that waits for it is refused: neither could ever
    /// continue.
    @Test
    void refusesAChildAfterAnAncestorThatWaitsForIt() {
        var parent = parent(Join.all(), ChildPolicy.CANCEL);
        var free =
                Machine.named("free", String.class, String.class)
                        .await("rest", w -> w.after(Duration.ofMinutes(1), "work"))
                        .step("work", a -> a.next("done"))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, free, CHILD));
        RunId top = sim.call(e -> e.start(parent.start("a")));
        RunId middle = sim.call(e -> e.start(parent.start("b").parent(top)));
        RunId loose = sim.call(e -> e.start(free.start("c").parent(top)));
        var below = CHILD.start("d").parent(middle);
        for (RunId ancestor : List.of(middle, top)) {
            var after = below.after(ancestor, Predecessor.On.ANY_END);
            assertThatThrownBy(() -> sim.call(e -> e.start(after)))
                    .isInstanceOf(Refused.Circular.class)
                    .hasMessageContaining(ancestor.toString())
                    .hasMessageContaining("wait forever");
        }
        // This run waits for no other, so its child may wait for it and for its ancestors.
        var child = CHILD.start("e").parent(loose);
        RunId later = sim.call(e -> e.start(child.after(loose, Predecessor.On.ANY_END)));
        RunId last = sim.call(e -> e.start(child.after(top, Predecessor.On.ANY_END)));
        sim.pass(Duration.ofHours(1));
        assertThat(sim.engine().run(later).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(sim.engine().run(last).status()).isEqualTo(RunStatus.COMPLETED);
        sim.close();
    }

    /// The same in an outcome: the parent's outcome is refused with the reason.
    @Test
    void failsAParentThatStartsAChildAfterItself() {
        var parent =
                Machine.named("parent", String.class, String.class)
                        .step(
                                "split",
                                a ->
                                        a.next()
                                                .starting(
                                                        CHILD.start("a")
                                                                .after(
                                                                        a.id(),
                                                                        Predecessor.On.SUCCESS)))
                        .await("joined", w -> w.children(Join.all(), "complete"))
                        .build();
        Run run = MachineTrial.of(parent, "x").run(o -> o.machines(parent, CHILD));
        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.condition().ending().toString()).contains("wait forever");
    }

    /// A listing of children is complete, however many there are.
    @Test
    void listsEveryChild() {
        var counting =
                Machine.named("counting", String.class, String.class)
                        .await("rest", w -> w.on(String.class, "count"))
                        .step("count", a -> a.next(String.valueOf(a.children().size())))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(counting));
        RunId id = sim.call(e -> e.start(counting.start("x")));
        sim.settle();
        int many = Page.LIMIT_MAX + 2_000;
        List<Commit.Change> changes = new ArrayList<>();
        for (int i = 1; i <= many; i++) {
            changes.add(SampleRuns.started(ended(i, id)));
        }
        sim.store().commit(Commit.of(changes.toArray(Commit.Change[]::new)));
        sim.perform(e -> e.send(id, "go"));
        sim.settle();
        String counted = sim.engine().run(id).data().response().text();
        assertThat(counted).isEqualTo("\"%d\"".formatted(many));
        sim.close();
    }

    @Test
    void listsAsManyChildrenAsTheLimitAndRefusesMore() {
        var counting =
                Machine.named("counting", String.class, String.class)
                        .await("rest", w -> w.on(String.class, "count"))
                        .step("count", a -> a.next(String.valueOf(a.children().size())))
                        .await("more", w -> w.on(String.class, "recount"))
                        .step(
                                "recount",
                                a -> a.next(String.valueOf(a.children().size())),
                                s -> s.retry(Retry.never()))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(counting));
        RunId id = sim.call(e -> e.start(counting.start("x")));
        sim.settle();
        for (int i = 0; i < Limits.CHILDREN_MAX; i += Page.LIMIT_MAX) {
            Commit.Change[] some = new Commit.Change[Page.LIMIT_MAX];
            for (int j = 0; j < some.length; j++) some[j] = SampleRuns.started(ended(i + j, id));
            sim.store().commit(Commit.of(some));
        }
        sim.perform(e -> e.send(id, "go"));
        sim.settle();
        assertThat(sim.engine().run(id).data().response().text())
                .isEqualTo("\"%d\"".formatted(Limits.CHILDREN_MAX));

        sim.store().commit(Commit.of(SampleRuns.started(ended(Limits.CHILDREN_MAX, id))));
        sim.perform(e -> e.send(id, "go"));
        sim.settle();
        Run run = sim.engine().run(id);
        assertThat(run.status()).isEqualTo(RunStatus.EXHAUSTED);
        assertThat(run.condition().ending().toString())
                .contains("has more than %d children".formatted(Limits.CHILDREN_MAX));
        sim.close();
    }

    private static Run ended(long number, RunId parent) {
        Run run =
                SampleRuns.linked(
                        SampleRuns.minimal(1_000_000 + number), Links.NONE.withParent(parent));
        return SampleRuns.as(run, RunStatus.COMPLETED);
    }

    private static Machine<String, String> collecting(
            Function<ChildResults<String>, List<String>> collect) {
        return Machine.named("collecting", String.class, String.class)
                .step(
                        "split",
                        a -> {
                            var outcome = a.next();
                            for (String each : a.request().split(" ", -1)) {
                                outcome = outcome.starting(CHILD.start(each).key(each));
                            }
                            return outcome;
                        })
                .await("joined", w -> w.children(Join.all(), "collect"))
                .step("collect", a -> a.next(String.join(" ", collect.apply(a.results(CHILD)))))
                .build();
    }

    private Run collected(String request, Function<ChildResults<String>, List<String>> collect) {
        var machine = collecting(collect);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(machine, CHILD));
        RunId id = sim.call(e -> e.start(machine.start(request)));
        sim.pass(Duration.ofMinutes(5));
        Run run = sim.engine().run(id);
        sim.close();
        return run;
    }

    /// Typed results are all or nothing: a failed child fails a body that does not name it.
    @Test
    void failsTypedResultsIfAChildFailed() {
        Run whole = collected("a b c", ChildResults::responses);
        assertThat(whole.data().response().text()).isEqualTo("\"A B C\"");
        Run failed = collected("a bad c", ChildResults::responses);
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.progress().attempt()).isEqualTo(1);
        assertThat(failed.progress().error().message())
                .contains("1 of 3 children of child did not complete", "key 'bad'", "ABORTED");
        Run handled = collected("a bad c", all -> all.responsesOr(child -> "-" + child.key()));
        assertThat(handled.data().response().text()).isEqualTo("\"A -bad C\"");
        Run partial = collected("a bad c", ChildResults::completed);
        assertThat(partial.data().response().text()).isEqualTo("\"A C\"");
        Run named = collected("a bad c", all -> all.failed().stream().map(Run::key).toList());
        assertThat(named.data().response().text()).isEqualTo("\"bad\"");
    }
}
