package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.run.Message;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Events, timers and deadlines in every status.
final class WaitingTest {

    @Test
    void aWaitIsLeftByItsEventOrByItsTimer() {
        play(
                Samples.WAITS,
                """
                start
                next     -> WAITING w ENTERED timer:1m
                event Go -> RUNNING b#1 EVENT_CONSUMED go:FIRST
                """);
        play(Samples.WAITS, "start\nnext\nevent End -> COMPLETED done EVENT_CONSUMED,ENDED");
        play(Samples.WAITS, "start\nnext\n59s -> same\n1s -> RUNNING c#1 TIMER_FIRED go:FIRST");
        play(Samples.WAITS, "start\nnext\nevent Stop -> WAITING w EVENT_RECEIVED timer:1m");
    }

    @Test
    void anOfferedEventCountsNowOrIsRefusedWithWhatWouldBeAccepted() {
        play(Samples.WAITS, "start\nnext\noffer Go -> RUNNING b#1 EVENT_CONSUMED go:FIRST");
        play(Samples.WAITS, "start\nnext\noffer Stop -> refused: (accepts: Go, End)");
        play(Samples.WAITS, "start\noffer Go -> refused: 'a', which does not accept Go");
        play(Samples.WAITS, "start\nnext\nevent Go\nnext\noffer Go -> refused: (accepts: none)");
        play(Samples.DOOR, "start delay=5s\noffer Go -> refused: (accepts: none)");
        play(Samples.DOOR, "start\nevent End\noffer Go -> refused: 'complete'");
    }

    @Test
    void anOfferIsMadeToWhereTheRunWillBe() {
        play(
                Samples.WAITS,
                """
                start
                offer Stop -> RUNNING a#1 EVENT_RECEIVED stop
                offer Stop -> same
                offer Go   -> refused: 'c', which does not accept Go
                next       -> RUNNING c#1 INTERRUPTED go:FIRST
                """);
    }

    @Test
    void theEventThatMovedTheRunIsThereForTheNextStep() {
        DecisionTable table = play(Samples.WAITS, "start\nnext\nevent Go");
        assertThat(table.run().data().event()).isNotNull();
        assertThat(table.run().data().event().name()).isEqualTo("Go");
        assertThat(table.run().data().inbox()).isEmpty();
    }

    @Test
    void anEventThatComesEarlyIsConsumedWhenTheWaitIsEntered() {
        play(
                Samples.WAITS,
                """
                start
                event Go -> RUNNING a#1 EVENT_RECEIVED
                sent End -> RUNNING a#1 EVENT_RECEIVED
                next     -> COMPLETED done ENTERED,EVENT_CONSUMED,EVENT_CONSUMED,ENDED
                """);
    }

    @Test
    void eventsAreConsumedInTheOrderOfTheirArrival() {
        play(Samples.DOOR, "start\nevent Go\nevent End -> RUNNING a#1 EVENT_RECEIVED");
        DecisionTable delayed =
                play(
                        Samples.DOOR,
                        """
                        start delay=5s
                        event Go  -> DELAYED w EVENT_RECEIVED timer:5s
                        event End -> DELAYED w EVENT_RECEIVED timer:5s
                        5s        -> RUNNING a#1 DUE,EVENT_CONSUMED go:FIRST
                        """);
        assertThat(delayed.run().data().inbox()).extracting(Message::name).containsExactly("End");
    }

    @Test
    void anEventStopsTheBodyThatItInterrupts() {
        play(
                Samples.WAITS,
                """
                start
                event Stop -> RUNNING a#1 EVENT_RECEIVED stop
                next       -> RUNNING c#1 INTERRUPTED go:FIRST
                """);
        for (String answer :
                new String[] {"throw", "timeout", "fail", "finish", "close", "crash"}) {
            play(
                    Samples.WAITS,
                    "start\nevent Stop\n" + answer + " -> RUNNING c#1 INTERRUPTED go:FIRST");
        }
    }

    @Test
    void anEventInterruptsAStepThatIsNotInFlightAtOnce() {
        play(Samples.WAITS, "start queue\nevent Stop -> QUEUED c EVENT_CONSUMED");
        play(Samples.WAITS, "start\nthrow\nevent Stop -> RUNNING c#1 EVENT_CONSUMED go:FIRST");
        play(
                Samples.POOLED,
                "start\nnext -> ACQUIRING p ENTERED\nevent Stop -> ACQUIRING p2 EVENT_CONSUMED");
    }

    /// A step never starts if what would stop it is there already.
    @Test
    void anEventThatIsInTheInboxInterruptsAStepBeforeItStarts() {
        play(
                Samples.WAITS,
                """
                start
                next
                pause     -> PAUSED w PAUSED held:WAITING timer:1m
                event Go  -> PAUSED w EVENT_RECEIVED held:WAITING timer:1m
                event End -> PAUSED w EVENT_RECEIVED held:WAITING timer:1m
                resume    -> COMPLETED done RESUMED,EVENT_CONSUMED,EVENT_CONSUMED,ENDED
                """);
        play(
                Samples.WAITS,
                """
                start delay=5s
                event Stop -> DELAYED a EVENT_RECEIVED timer:5s
                5s         -> RUNNING c#1 DUE,EVENT_CONSUMED go:FIRST
                """);
        play(
                Samples.WAITS,
                """
                start
                throw      -> BACKING_OFF a#1 ATTEMPT_FAILED timer:0.1s
                pause
                event Stop -> PAUSED a#1 EVENT_RECEIVED held:BACKING_OFF timer:0.1s
                resume     -> BACKING_OFF a#1 RESUMED timer:0.1s
                1s         -> RUNNING c#1 RETRIED,EVENT_CONSUMED go:FIRST
                """);
    }

    @Test
    void anEventToARunThatIsHeldOrEndingIsKept() {
        play(Samples.WAITS, "start after=7:SUCCESS\nevent Stop -> BLOCKED a EVENT_RECEIVED");
        play(
                Samples.WAITS,
                """
                start
                next
                park     -> PARKED w PARKED held:WAITING timer:1m
                event Go -> PARKED w EVENT_RECEIVED held:WAITING timer:1m
                """);
        play(
                Samples.WAITS,
                "start\ncancel\nevent Stop -> RUNNING a#1 EVENT_RECEIVED ending:CANCELLED");
        play(
                Samples.WAITS,
                "start\nabort\nevent Stop -> CLEANING a#1 EVENT_RECEIVED ending:ABORTED");
    }

    @Test
    void aFullInboxRefusesWhatItWouldHaveToKeepButNotWhatIsAwaited() {
        DecisionTable table = play(Samples.WAITS, "start\nnext");
        for (int i = 0; i < Limits.INBOX_MAX; i++) table.then("event Stop");
        assertThatThrownBy(() -> table.happens("event Stop"))
                .isInstanceOf(Refused.TooLarge.class)
                .hasMessageContaining("1000 events");
        table.then("event Go -> RUNNING b#1 EVENT_CONSUMED go:FIRST");
    }

    @Test
    void anOutcomeMaySayWhenTheTimerOfTheNextWaitFires() {
        play(
                Samples.WAITS,
                """
                start
                next wake=7s -> WAITING w ENTERED timer:7s
                7s           -> RUNNING c#1 TIMER_FIRED go:FIRST
                """);
        play(
                Samples.WAITS,
                "start\npause\nnext wake=7s -> PAUSED w ENTERED,PAUSED held:WAITING timer:7s");
        // Without a timer there is nothing that the time could be for.
        play(
                Samples.PARENT,
                "start\nnext children=1 wake=7s -> WAITING kids ENTERED created:2000:QUEUED");
    }

    @Test
    void waitsThatLeadToEachOtherForeverAreNoticed() {
        DecisionTable table = DecisionTable.of(Samples.SPIN);
        table.happens("start");
        assertThat(table.run().status()).isEqualTo(dev.pawl.run.RunStatus.PARKED);
        assertThat(table.run().condition().reason()).contains("1001 waits");
    }

    /// ENG-04 a deadline ends a run in every status.
    @Test
    void aDeadlineEndsARunThatDoesNothing() {
        play(Samples.CHAIN, "start delay=50s deadline=20s\n20s -> EXPIRED a DEADLINE_PASSED,ENDED");
        play(
                Samples.CHAIN,
                "start after=7:SUCCESS deadline=20s\n20s -> EXPIRED a DEADLINE_PASSED,ENDED");
        play(Samples.CLEANED, "start queue deadline=20s\n20s -> EXPIRED a DEADLINE_PASSED,ENDED");
        play(Samples.POOLED_FIRST, "start deadline=20s\n20s -> EXPIRED p DEADLINE_PASSED,ENDED");
        play(Samples.DOOR, "start deadline=20s\n20s -> EXPIRED w DEADLINE_PASSED,ENDED");
        play(
                Samples.CHAIN,
                "start queue deadline=20s\npause\n20s -> EXPIRED a DEADLINE_PASSED,ENDED");
        play(
                Samples.CHAIN,
                "start queue deadline=20s\npark\n20s -> EXPIRED a DEADLINE_PASSED,ENDED");
        play(
                Samples.CHAIN,
                "start deadline=20s\nretryAfter 50s\n20s -> EXPIRED a#1 DEADLINE_PASSED,ENDED");
    }

    /// ENG-04 a deadline stops the body first, and the cleanup comes before the end.
    @Test
    void aDeadlineStopsTheBodyAndCleansUp() {
        play(
                Samples.CLEANED,
                """
                start deadline=20s
                19s  -> same
                1s   -> RUNNING a#1 DEADLINE_PASSED ending:EXPIRED stop
                due  -> same
                next -> CLEANING a#1 CLEANUP_STARTED ending:EXPIRED go:FIRST
                50s  -> same
                next -> EXPIRED a#1 ENDED
                """);
        play(
                Samples.CLEANED,
                """
                start deadline=20s
                next
                throw
                pause -> PAUSED b#1 PAUSED held:BACKING_OFF timer:0.1s
                20s   -> CLEANING b#1 DEADLINE_PASSED,CLEANUP_STARTED ending:EXPIRED go:FIRST
                """);
    }

    @Test
    void aDeadlineThatFallsOnATimerGoesFirst() {
        play(
                Samples.WAITS,
                """
                start deadline=60s
                next
                60s -> CLEANING w#1 DEADLINE_PASSED,CLEANUP_STARTED ending:EXPIRED go:FIRST
                """);
    }

    @Test
    void theRunIsWokenByTheEarlierOfTimerAndDeadline() {
        DecisionTable table = play(Samples.WAITS, "start deadline=20s\nnext");
        assertThat(table.run().wake()).contains(DecisionTable.START.plus(Duration.ofSeconds(20)));
        DecisionTable timer = play(Samples.WAITS, "start deadline=90s\nnext");
        assertThat(timer.run().wake()).contains(DecisionTable.START.plus(Duration.ofSeconds(60)));
        timer.then("pause");
        assertThat(timer.run().wake()).contains(DecisionTable.START.plus(Duration.ofSeconds(90)));
        assertThat(play(Samples.WAITS, "start\nnext\npause").run().wake()).isEmpty();
        assertThat(play(Samples.CHAIN, "start deadline=20s\ncancel").run().wake()).isEmpty();
    }
}
