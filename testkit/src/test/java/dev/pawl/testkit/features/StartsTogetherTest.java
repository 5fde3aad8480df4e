package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Limits;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every rule about starts holds between two starts of one commit as it does between two commits.
final class StartsTogetherTest {
    private static final Machine<String, String> CHILD =
            Machine.named("child", String.class, String.class)
                    .await("rest", w -> w.after(Duration.ofHours(1), "work"))
                    .step("work", a -> a.next(a.request()))
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Start<String> child(Uniqueness policy) {
        return CHILD.start(policy.name()).key("k").unique(policy);
    }

    /// Starts all in one outcome and returns the parent.
    private static Machine<String, String> parent(Supplier<List<Start<String>>> starts) {
        return Machine.named("parent", String.class, String.class)
                .step(
                        "split",
                        a -> {
                            Outcome<String> outcome = a.next("split");
                            for (Start<String> one : starts.get()) outcome = outcome.starting(one);
                            return outcome;
                        })
                .build();
    }

    private static List<Run> children(SimEngine sim) {
        return sim.engine().runs(Filter.ALL.machine("child"), Page.oldest(100));
    }

    private SimEngine split(List<Start<String>> starts) {
        var parent = parent(() -> starts);
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, CHILD));
        sim.call(e -> e.start(parent.start("x")));
        sim.settle();
        return sim;
    }

    private static Run parentOf(SimEngine sim) {
        return sim.engine().runs(Filter.ALL.machine("parent"), Page.oldest(1)).getFirst();
    }

    /// A collection is the same as its elements one by one, and later changes of it do not count.
    @Test
    void startsACollectionOfChildrenTogether() {
        List<Start<String>> starts = new ArrayList<>();
        for (String each : List.of("a", "b", "c")) starts.add(CHILD.start(each).key(each));
        Machine<String, String> parent =
                Machine.named("parent", String.class, String.class)
                        .step(
                                "split",
                                a -> {
                                    var outcome =
                                            a.next("split")
                                                    .starting(starts)
                                                    .starting(List.of())
                                                    .starting(CHILD.start("d").key("d"));
                                    starts.clear();
                                    return outcome;
                                })
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, CHILD));
        RunId id = sim.call(e -> e.start(parent.start("x")));
        sim.settle();
        assertThat(children(sim)).extracting(Run::key).containsExactly("a", "b", "c", "d");
        assertThat(children(sim)).extracting(Run::parent).containsOnly(id);
        assertThat(sim.engine().run(id).data().family().live()).isEqualTo(4);
        sim.close();
    }

    @Test
    void aCollectionWithoutStartsIsRefusedWithAReason() {
        Outcome<String> next = new Outcome.Next<>("x", Outcome.Extras.NONE);
        assertThatThrownBy(() -> next.starting((List<Start<String>>) null))
                .hasMessage("starting needs the starts of children, found null");
        assertThatThrownBy(() -> next.starting(Arrays.asList(CHILD.start("a"), null)))
                .hasMessage("starting needs the start of a child, found null");
    }

    @ParameterizedTest
    @EnumSource(Uniqueness.class)
    void meetsARunOfTheSameOutcomeByItsPolicy(Uniqueness policy) {
        SimEngine sim = split(List.of(child(policy), child(policy)));
        List<Run> children = children(sim);
        switch (policy) {
            case REJECT -> {
                assertThat(children).isEmpty();
                assertThat(parentOf(sim).status()).isEqualTo(RunStatus.FAILED);
                assertThat(parentOf(sim).progress().error().message())
                        .contains("two runs of child for key 'k'", "REJECT");
            }
            case ATTACH -> {
                assertThat(children).hasSize(1);
                assertThat(parentOf(sim).data().family().started()).isEqualTo(1);
            }
            case QUEUE_BEHIND ->
                    assertThat(children)
                            .extracting(Run::status)
                            .containsExactly(RunStatus.WAITING, RunStatus.BLOCKED);
            case REPLACE ->
                    assertThat(children)
                            .extracting(Run::status)
                            .containsExactly(RunStatus.CANCELLED, RunStatus.WAITING);
            case ALLOW ->
                    assertThat(children)
                            .extracting(Run::status)
                            .containsExactly(RunStatus.WAITING, RunStatus.WAITING);
        }
        sim.pass(Duration.ofHours(3));
        assertThat(children(sim)).extracting(run -> run.status().isEnd()).doesNotContain(false);
        sim.close();
    }

    /// The keys of an outcome are held until it is recorded or refused, and not for longer.
    @ParameterizedTest
    @EnumSource(Uniqueness.class)
    void leavesItsKeysFreeForTheStartAfterIt(Uniqueness policy) {
        SimEngine sim = split(List.of(child(policy).idempotency("i"), child(policy)));
        RunId later = sim.call(e -> e.start(child(Uniqueness.ALLOW).idempotency("j")));
        RunId same = sim.call(e -> e.start(child(Uniqueness.ALLOW).idempotency("i")));
        List<RunId> all = children(sim).stream().map(Run::id).toList();
        assertThat(all).contains(later);
        if (policy == Uniqueness.REJECT) assertThat(all).containsExactly(later, same);
        else assertThat(same).isEqualTo(all.getFirst());
        sim.close();
    }

    @Test
    void startsOneRunForAnIdempotencyKeyThatAnOutcomeNamesTwice() {
        SimEngine sim =
                split(
                        List.of(
                                CHILD.start("a").idempotency("once"),
                                CHILD.start("b").idempotency("once"),
                                CHILD.start("c").idempotency("twice")));
        assertThat(children(sim)).hasSize(2);
        assertThat(parentOf(sim).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(parentOf(sim).data().family().started()).isEqualTo(2);
        sim.close();
    }

    /// One outcome with many starts ends like the same starts one by one, by any mixture of keys
    /// and policies.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void hasTheSameResultAsStartsOneByOne(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Start<String>> starts = new ArrayList<>();
        Uniqueness[] policies = {
            Uniqueness.ATTACH, Uniqueness.ALLOW, Uniqueness.QUEUE_BEHIND, Uniqueness.REPLACE
        };
        for (int i = 0; i < 8; i++) {
            Start<String> start =
                    CHILD.start("run " + i)
                            .key("k" + random.nextInt(3))
                            .unique(policies[random.nextInt(policies.length)]);
            if (random.nextBoolean()) start = start.idempotency("i" + random.nextInt(3));
            starts.add(start);
        }
        // Some are stored before the outcome.
        var parent = parent(() -> starts.subList(3, starts.size()));
        SimEngine together = SimEngine.of(stores, o -> o.machines(parent, CHILD));
        startEach(together, starts.subList(0, 3));
        together.call(e -> e.start(parent.start("x")));
        together.settle();
        SimEngine apart = SimEngine.of(stores, o -> o.machines(CHILD));
        startEach(apart, starts);
        assertThat(words(together)).as("seed %d", seed).isEqualTo(words(apart));
        together.close();
        apart.close();
    }

    private static void startEach(SimEngine sim, List<Start<String>> starts) {
        for (Start<String> start : starts) {
            sim.call(e -> e.start(start));
            sim.settle();
        }
    }

    /// A key belongs to its machine: another machine may use the same.
    @Test
    void startsRunsOfTwoMachinesForOneKey() {
        Machine<String, String> other =
                Machine.named("other", String.class, String.class)
                        .step("work", a -> a.next(a.request()))
                        .build();
        var parent =
                parent(() ->
                        List.of(
                                CHILD.start("a").key("k").idempotency("i"),
                                other.start("b").key("k").idempotency("i")));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, CHILD, other));
        sim.call(e -> e.start(parent.start("x")));
        sim.settle();
        assertThat(parentOf(sim).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(children(sim)).hasSize(1);
        assertThat(sim.engine().count(Filter.ALL.machine("other"))).isEqualTo(1);
        sim.close();
    }

    private static List<String> words(SimEngine sim) {
        List<Run> all = children(sim);
        List<RunId> ids = all.stream().map(Run::id).toList();
        return all.stream()
                .map(run -> {
                    var behind = run.origin().links().behind();
                    int place = behind == null ? -1 : ids.indexOf(behind.run());
                    return run.origin().request().text() + run.key() + run.status() + place;
                })
                .toList();
    }

    @Test
    void refusesMoreStartsThanOneCommitHolds() {
        List<Start<String>> many = new ArrayList<>();
        for (int i = 0; i <= Limits.OUTCOME_STARTS_MAX; i++) many.add(CHILD.start("x"));
        var parent =
                Machine.named("parent", String.class, String.class)
                        .step("split", a -> a.next("x").starting(many.toArray(Start<?>[]::new)))
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(parent, CHILD));
        sim.call(e -> e.start(parent.start("x")));
        sim.settle();
        Run failed = parentOf(sim);
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.progress().error().message())
                .contains("up to 10000, not 10001", "attempt.repeatWith(cursor)");
        assertThat(children(sim)).isEmpty();
        sim.close();
    }

    @Test
    void refusesRequestsThatAreTooLargeTogether() {
        String large = "x".repeat(4_000_000);
        List<Start<String>> many = new ArrayList<>();
        for (int i = 0; i < 17; i++) many.add(CHILD.start(large));
        SimEngine sim = split(many);
        assertThat(parentOf(sim).status()).isEqualTo(RunStatus.FAILED);
        assertThat(parentOf(sim).progress().error().message())
                .contains("up to %d bytes together".formatted(Limits.OUTCOME_BYTES_MAX));
        assertThat(children(sim)).isEmpty();
        sim.close();
    }

    @Test
    void refusesMoreEventsThanOneCommitHolds() {
        var sender =
                Machine.named("parent", String.class, String.class)
                        .step(
                                "send",
                                a -> {
                                    List<Outcome.Send> sends = new ArrayList<>();
                                    for (int i = 0; i <= Limits.OUTCOME_SENDS_MAX; i++) {
                                        sends.add(new Outcome.Send(a.id(), "event"));
                                    }
                                    return a.next("x")
                                            .with(
                                                    new Outcome.Extras(
                                                            null, List.of(), List.of(), List.of(),
                                                            sends, null));
                                })
                        .build();
        SimEngine sim = SimEngine.of(stores, o -> o.machines(sender));
        sim.call(e -> e.start(sender.start("x")));
        sim.settle();
        assertThat(parentOf(sim).status()).isEqualTo(RunStatus.FAILED);
        assertThat(parentOf(sim).progress().error().message())
                .contains("sends events: up to 10000, not 10001");
        sim.close();
    }
}
