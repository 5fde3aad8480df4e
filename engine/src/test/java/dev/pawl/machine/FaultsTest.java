package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a builder refuses: each fault alone, and all of them in one message.
final class FaultsTest {
    private static final Body<String, String> BODY = attempt -> attempt.next();

    @Test
    void aMachineWithoutFaultsIsBuilt() {
        assertThat(faults(m -> m)).isEmpty();
        assertThat(machine().step("a", BODY).build().definition().names())
                .containsExactly("a", "complete");
    }

    @Test
    void namesAreThereAndDiffer() {
        expect(m -> m.step("a", BODY), "two states are called 'a'");
        expect(m -> m.step(" ", BODY), "a state has the name ' '");
        expect(m -> m.step("[*]", BODY), "a state has the name '[*]'");
        expect(m -> m.step("x".repeat(201), BODY), "expected 1 to 200");
        expect(m -> m.version(0), "its version is 1 or more, not 0");
        assertThatThrownBy(
                        () -> Machine.named("", String.class, String.class).step("a", BODY).build())
                .isInstanceOf(InvalidMachine.class)
                .hasMessageContaining("the machine has the name ''");
    }

    /// E19 a name is printed in diagrams and tables and is part of keys, so it is one plain word.
    @Test
    void aStateIsOnePlainWord() {
        for (String name : List.of("a b", "a:b", "a>b", "a\nb", "a|b", "a/b")) {
            expect(m -> m.step(name, BODY), "letters, digits");
        }
        assertThat(faults(m -> m.step("wäre-es_v1.2", BODY))).isEmpty();
        assertThatThrownBy(() ->
                        Machine.named("a\nb", String.class, String.class).step("a", BODY).build())
                .hasMessageContaining("the machine has the name");
    }

    @Test
    void thereIsSomethingToDo() {
        assertThat(faultsOf(Machine.named("m", String.class, String.class)))
                .containsExactly("it has no step and no wait");
    }

    @Test
    void targetsExist() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("z")),
                "'b' leads to 'z', which does not exist (has: a, b, complete)");
        expect(m -> m.step("b", BODY, s -> s.interruptedBy(String.class, "z")), "'b' leads to 'z'");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.cleanup("z"), BODY)),
                "'b' leads to 'z'");
        expect(m -> m.await("w", w -> w.on(String.class, "z")), "'w' leads to 'z'");
        expect(m -> m.await("w", w -> w.after(Duration.ofSeconds(1), "z")), "'w' leads to 'z'");
        expect(m -> m.await("w", w -> w.children(Join.all(), "z")), "'w' leads to 'z'");
        expect(m -> m.removed("old", "z"), "the former 'old' leads to 'z'");
    }

    /// ENG-06 a way back needs a bound or the word that it has none.
    @Test
    void aWayBackHasABound() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("a")),
                "'b' may go back to 'a' without a bound");
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("b")),
                "'b' may go back to 'b' without a bound");
        assertThat(faults(m -> m.step("b", BODY, s -> s.goesTo("a", 2)))).isEmpty();
        assertThat(faults(m -> m.step("b", BODY, s -> s.loopsTo("a")))).isEmpty();
        assertThat(faults(m -> m.step("b", BODY, s -> s.goesTo("complete")))).isEmpty();
        assertThatThrownBy(() -> machine().step("b", BODY, s -> s.goesTo("a", 0)))
                .hasMessageContaining("1 time or more, not 0");
    }

    @Test
    void aWayIsDeclaredOnce() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("a", 2).loopsTo("a")),
                "'b' has two ways to 'a'");
        expect(
                m ->
                        m.step(
                                "b",
                                BODY,
                                s ->
                                        s.interruptedBy(String.class, "a")
                                                .interruptedBy(String.class, "b")),
                "'b' has two ways on String");
        expect(
                m -> m.await("w", w -> w.on(String.class, "a").on(String.class, "complete")),
                "'w' has two ways on String");
    }

    @Test
    void aWaitHasAWayOut() {
        expect(m -> m.await("w", w -> {}), "'w' waits with no way out");
        expect(
                m -> m.await("w", w -> w.after(Duration.ZERO, "complete")),
                "'w' has a timer of PT0S");
    }

    /// ENG-04 ENG-29 times and bounds make sense.
    @Test
    void timesAndBoundsMakeSense() {
        expect(m -> m.step("b", BODY, s -> s.timeout(Duration.ZERO)), "'b' has a timeout of PT0S");
        expect(
                m -> m.cleanup(BODY, c -> c.timeout(Duration.ofSeconds(-1))),
                "its cleanup has a timeout of PT-1S");
        expect(m -> m.cleanup(BODY, c -> c.retry(Retry.forever())), "tried for ever");
        assertThatThrownBy(() -> machine().step("b", BODY, s -> s.permits("p", 0)))
                .hasMessageContaining("permits are 1 or more, not 0");
    }

    @Test
    void aRecoveryThatNeedsABodyHasOne() {
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.skip())),
                "'b' recovers by SKIP and has no body");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.cleanup("a"))),
                "'b' recovers by CLEANUP");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.validate())),
                "'b' recovers by VALIDATE");
        assertThat(faults(m -> m.step("b", BODY, s -> s.recovery(Recovery.resume())))).isEmpty();
    }

    @Test
    void everyStateIsReachedAndLeadsToAnEnd() {
        expect(m -> m.end("x").step("b", BODY), "the state 'b' cannot be reached");
        expect(m -> m.end("x").end("y"), "the end 'y' cannot be reached");
        expect(
                m ->
                        m.await("v", w -> w.on(String.class, "w"))
                                .await("w", w -> w.on(String.class, "v")),
                "no end can be reached from 'v'");
    }

    /// ENG-20 former names lead to one place.
    @Test
    void aFormerNameIsNoStateAndBelongsToOneState() {
        expect(
                m -> m.step("b", BODY, s -> s.formerly("a")),
                "'a' is a state and the former name of one");
        expect(
                m ->
                        m.step("b", BODY, s -> s.formerly("old"))
                                .step("c", BODY, s -> s.formerly("old")),
                "'old' is the former name of 'b' and of 'c'");
    }

    @Test
    void allFaultsAreNamedInOneMessage() {
        assertThatThrownBy(() ->
                        Machine.named("m", String.class, String.class)
                                .version(-1)
                                .step("a", BODY, s -> s.goesTo("a").timeout(Duration.ZERO))
                                .step("a", BODY)
                                .await("w", w -> {})
                                .cleanup(BODY, c -> c.retry(Retry.forever()))
                                .removed("x", "y")
                                .build())
                .isInstanceOfSatisfying(
                        InvalidMachine.class,
                        e -> {
                            assertThat(e.faults()).hasSize(7);
                            assertThat(e).hasMessageStartingWith("machine m has 7 faults: ");
                            e.faults().forEach(fault -> assertThat(e).hasMessageContaining(fault));
                        });
    }

    private static MachineBuilder<String, String> machine() {
        return Machine.named("m", String.class, String.class);
    }

    private static void expect(UnaryOperator<MachineBuilder<String, String>> more, String fault) {
        assertThat(faults(more)).anySatisfy(f -> assertThat(f).contains(fault));
    }

    private static List<String> faults(UnaryOperator<MachineBuilder<String, String>> more) {
        return faultsOf(more.apply(machine().step("a", BODY)));
    }

    private static List<String> faultsOf(MachineBuilder<String, String> builder) {
        try {
            builder.build();
            return List.of();
        } catch (InvalidMachine e) {
            return e.faults();
        }
    }
}
