package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ScriptTest {
    private static final Machine<String, String> PULL =
            Script.machine("pull", "check download verify record");

    @Test
    void playsARunFromItsStartToItsEnd() {
        Script.check(
                PULL,
                """
                start alpine
                check -> next
                download -> next 12 MB
                verify -> next
                record -> finish done
                is COMPLETED in complete
                says done
                """);
    }

    @Test
    void resumesAtTheStepAfterTheLastRecordedOne() {
        Script.check(
                PULL,
                """
                start alpine
                check -> next
                download #1 FIRST -> next
                crash
                verify #2 CRASH -> next
                record -> next
                is COMPLETED
                """);
    }

    @Test
    void distinguishesRunsByTheirKeys() {
        Script.of(PULL)
                .check(
                        """
                        start alpine
                        start debian
                        executing alpine debian
                        alpine check -> abort too old
                        alpine is ABORTED
                        debian check -> throw no network
                        debian is BACKING_OFF in check
                        debian why BACK_OFF
                        wait 100ms
                        debian check #2 RETRY -> finish there
                        start alpine delay 5s
                        is DELAYED
                        start alpine refused
                        cancel
                        is CANCELLED
                        """);
    }

    @Test
    void showsWhatWasExpectedBesideWhatWasFound() {
        assertThatThrownBy(() ->
                        Script.check(
                                PULL,
                                """
                                start alpine
                                # it is there already
                                check -> next
                                verify -> next
                                """))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("  check -> next  | check -> next\n")
                .hasMessageContaining("  verify -> next | asks: alpine download #1 FIRST");
    }

    @Test
    void failsIfABodyStillWaitsAtTheEnd() {
        assertThatThrownBy(() -> Script.check(PULL, "start alpine"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("(the end)")
                .hasMessageContaining("asks: alpine check #1 FIRST");
    }

    @Test
    void refusesALineThatItDoesNotKnow() {
        assertThatThrownBy(() -> Script.check(PULL, "alpine jumps"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no line like 'alpine jumps'");
    }

    /// Such a line would otherwise fail the attempt, and the script could still end well.
    @Test
    void refusesAnOutcomeThatItDoesNotKnow() {
        assertThatThrownBy(() -> Script.check(PULL, "start alpine\ncheck -> goto record"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no outcome 'goto record'");
    }

    @Test
    void callsOutcomesAsAttemptsDo() {
        Set<String> expected = new TreeSet<>(Set.of("throw", "bug"));
        for (Method method : Attempt.class.getMethods()) {
            if (method.getReturnType() == Outcome.class) expected.add(method.getName());
        }
        assertThat(ScriptParser.OUTCOMES).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void repeatsABodyAtOnceOrLater() {
        Script.check(
                PULL,
                """
                start alpine
                check #1 FIRST -> repeatWith
                check #1 FIRST -> repeatWith 1h
                wait 59m
                is BACKING_OFF in check
                wait 1m
                check #1 FIRST -> waitAndRepeat 1h
                wait 59m
                is BACKING_OFF in check
                wait 1m
                check #1 FIRST -> executeBody
                is FAILED in check
                """);
    }
}
