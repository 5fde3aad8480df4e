package dev.pawl.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a builder refuses: each fault alone, and all of them in one message.
final class DefinitionErrorsTest {
    private static final Body<String, String> BODY = attempt -> attempt.next();

    @Test
    void aMachineWithoutFaultsIsBuilt() {
        assertThat(faults(m -> m)).isEmpty();
        assertThat(machine().step("a", BODY).build().definition().names())
                .containsExactly("a", "complete");
    }

    @Test
    void namesAreValidAndUnique() {
        expect(m -> m.step("a", BODY), "two states are called 'a'");
        expect(m -> m.step(" ", BODY), "as the name of a state, found ' '");
        expect(m -> m.step("[*]", BODY), "as the name of a state, found '[*]'");
        expect(m -> m.step("x".repeat(201), BODY), "expected 1 to 200");
        expect(m -> m.version(0), "expected a version of 1 or more, found 0");
        assertThatThrownBy(
                        () -> Machine.named("", String.class, String.class).step("a", BODY).build())
                .isInstanceOf(InvalidMachine.class)
                .hasMessageContaining("as the name of the machine, found ''");
    }

    /// E19 diagrams, tables and keys contain the name, so it has no spaces or separators.
    @Test
    void aStateNameHasNoSpacesOrSeparators() {
        for (String name : List.of("a b", "a:b", "a>b", "a\nb", "a|b", "a/b")) {
            expect(m -> m.step(name, BODY), "letters, digits");
        }
        assertThat(faults(m -> m.step("wäre-es_v1.2", BODY))).isEmpty();
        assertThatThrownBy(() ->
                        Machine.named("a\nb", String.class, String.class).step("a", BODY).build())
                .hasMessageContaining("as the name of the machine");
    }

    @Test
    void aMachineNeedsAStepOrAWait() {
        assertThat(faultsOf(Machine.named("m", String.class, String.class)))
                .containsExactly("it has no step and no wait");
    }

    @Test
    void everyTargetIsAState() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("z")),
                "'b' leads to 'z', which does not exist (has: a, b, complete)");
        expect(m -> m.step("b", BODY, s -> s.interruptedBy(String.class, "z")), "'b' leads to 'z'");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.cleanUpAndGoTo("z"), BODY)),
                "'b' leads to 'z'");
        expect(m -> m.await("w", w -> w.on(String.class, "z")), "'w' leads to 'z'");
        expect(m -> m.await("w", w -> w.after(Duration.ofSeconds(1), "z")), "'w' leads to 'z'");
        expect(m -> m.await("w", w -> w.children(Join.all(), "z")), "'w' leads to 'z'");
        expect(m -> m.removed("old", "z"), "the former 'old' leads to 'z'");
    }

    /// ENG-06 a transition back has a limit, or is explicitly unlimited.
    @Test
    void aTransitionBackNeedsALimitOrLoopsTo() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("a")),
                "'b' may go back to 'a' without a limit");
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("b")),
                "'b' may go back to 'b' without a limit");
        assertThat(faults(m -> m.step("b", BODY, s -> s.goesTo("a", 2)))).isEmpty();
        assertThat(faults(m -> m.step("b", BODY, s -> s.loopsTo("a")))).isEmpty();
        assertThat(faults(m -> m.step("b", BODY, s -> s.goesTo("complete")))).isEmpty();
        assertThatThrownBy(() -> machine().step("b", BODY, s -> s.goesTo("a", 0)))
                .hasMessageContaining("1 or more times for goesTo, found 0");
    }

    @Test
    void aTransitionIsDeclaredOnce() {
        expect(
                m -> m.step("b", BODY, s -> s.goesTo("a", 2).loopsTo("a")),
                "'b' declares two transitions to 'a'");
        expect(
                m ->
                        m.step(
                                "b",
                                BODY,
                                s ->
                                        s.interruptedBy(String.class, "a")
                                                .interruptedBy(String.class, "b")),
                "'b' declares two transitions on String");
        expect(
                m -> m.await("w", w -> w.on(String.class, "a").on(String.class, "complete")),
                "'w' declares two transitions on String");
    }

    @Test
    void aWaitWaitsForSomething() {
        expect(m -> m.await("w", w -> {}), "'w' waits for nothing");
        expect(
                m -> m.await("w", w -> w.after(Duration.ZERO, "complete")),
                "'w' needs a positive time for its timer, found PT0S");
    }

    /// ENG-04 ENG-29 times are positive and limits are set.
    @Test
    void timesArePositiveAndLimitsAreSet() {
        expect(
                m -> m.step("b", BODY, s -> s.timeout(Duration.ZERO)),
                "'b' needs a positive timeout, found PT0S");
        expect(
                m -> m.cleanup(BODY, c -> c.timeout(Duration.ofSeconds(-1))),
                "its cleanup needs a positive timeout, found PT-1S");
        expect(m -> m.cleanup(BODY, c -> c.retry(Retry.forever())), "unlimited retries");
        assertThatThrownBy(() -> machine().step("b", BODY, s -> s.permits("p", 0)))
                .hasMessageContaining("expected 1 or more permits, found 0");
    }

    @Test
    void aRecoveryThatNeedsABodyIsRefusedWithoutOne() {
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.skipIfDone())),
                "'b' recovers by SKIP, which needs a recovery body, found none");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.cleanUpAndGoTo("a"))),
                "'b' recovers by CLEANUP");
        expect(
                m -> m.step("b", BODY, s -> s.recovery(Recovery.validateAndDecide())),
                "'b' recovers by VALIDATE");
        assertThat(faults(m -> m.step("b", BODY, s -> s.recovery(Recovery.resumeBody()))))
                .isEmpty();
    }

    @Test
    void everyStateCanBeReachedAndLeadsToAnEnd() {
        expect(m -> m.end("x").step("b", BODY), "the state 'b' cannot be reached");
        expect(m -> m.end("x").end("y"), "the end 'y' cannot be reached");
        expect(
                m ->
                        m.await("v", w -> w.on(String.class, "w"))
                                .await("w", w -> w.on(String.class, "v")),
                "no end can be reached from 'v'");
    }

    /// ENG-20 a former name leads to exactly one state.
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
    void oneMessageListsAllFaults() {
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
