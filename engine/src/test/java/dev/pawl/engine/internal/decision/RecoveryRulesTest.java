package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a restart does to runs that were in flight, and another definition to all of them.
final class RecoveryRulesTest {

    /// ENG-03 ENG-38 an interrupted attempt counts, and the next one can find out about it.
    @Test
    void anInterruptedAttemptIsExecutedAgain() {
        play(
                Samples.CHAIN,
                """
                start
                crash -> RUNNING a#2 RECOVERED go:CRASH
                next  -> RUNNING b#1 ENTERED go:FIRST
                """);
        play(Samples.CHAIN, "start\nclose -> RUNNING a#2 RECOVERED go:CRASH");
        DecisionTable table = play(Samples.CHAIN, "start\nmemo x\ncrash");
        assertThat(table.run().data().memos()).containsOnlyKeys("x");
        assertThat(String.valueOf(table.run().progress().error())).contains("the process crashed");
    }

    /// ENG-38 the recovery contract holds until the state is left, also when its body fails.
    @Test
    void everyAttemptAfterACrashInTheSameVisitIsARecovery() {
        play(
                Samples.CHAIN,
                """
                start
                crash      -> RUNNING a#2 RECOVERED go:CRASH
                throw      -> BACKING_OFF a#2 ATTEMPT_FAILED timer:1s
                1s         -> RUNNING a#3 RETRIED go:CRASH
                repeatWith -> RUNNING a#1 REPEATED go:FIRST
                """);
        play(
                Samples.POOLED,
                """
                start
                next
                grant
                crash -> ACQUIRING p#1 RECOVERED
                grant -> RUNNING p#2 GRANTED go:CRASH
                """);
    }

    @Test
    void whatWasNotInFlightIsLeftAsItIs() {
        for (String line :
                new String[] {
                    "start delay=5s", "start after=7:SUCCESS", "start queue", "start\nthrow"
                }) {
            play(Samples.CHAIN, line + "\ncrash -> same\nclose -> same");
        }
        play(Samples.WAITS, "start\nnext\ncrash -> same");
        play(
                Samples.CLEANED,
                """
                start
                abort
                throw -> CLEANING a#1 ATTEMPT_FAILED ending:ABORTED timer:1s
                crash -> same
                """);
    }

    /// ENG-36 a state that kills the process again and again is parked.
    @Test
    void aRunInWhichTheProcessDiesTooOftenIsParked() {
        DecisionTable table =
                play(
                        Samples.RECOVERS,
                        """
                        start
                        crash     -> RUNNING a#2 RECOVERED go:CRASH
                        crash     -> PARKED a#2 PARKED held:RUNNING stop
                        """);
        assertThat(table.run().condition().reason()).contains("crashed 2 times in state 'a'");
        table.then(
                """
                retry -> RUNNING a#3 RETRIED go:CRASH
                crash -> RUNNING a#4 RECOVERED go:CRASH
                """);
    }

    @Test
    void closingTheEngineIsNoCrash() {
        DecisionTable table = play(Samples.RECOVERS, "start");
        for (int i = 2; i < 9; i++)
            table.then("close -> RUNNING a#%d RECOVERED go:CRASH".formatted(i));
    }

    /// ENG-36 going back after a crash has a bound too, or the process would die forever.
    @Test
    void aRecoveryThatGoesBackDoesSoAsOftenAsTheProcessMayDie() {
        play(
                Samples.RECOVERS,
                """
                start
                next   -> RUNNING b#1 ENTERED go:FIRST
                crash  -> RUNNING b#2 RECOVERED go:CRASH
                goTo a -> RUNNING a#1 ENTERED go:FIRST
                next
                crash
                goTo a -> RUNNING a#1 ENTERED go:FIRST
                next
                crash  -> PARKED b#1 PARKED held:RUNNING stop
                retry  -> RUNNING b#2 RETRIED go:CRASH
                goTo a -> RUNNING a#1 ENTERED go:FIRST
                next
                crash  -> RUNNING b#2 RECOVERED go:CRASH
                """);
    }

    /// A process that is killed takes none of the jumps that the machine may take itself.
    @Test
    void goingBackAfterACrashHasNoPartInTheBoundOfAJump() {
        DecisionTable table = play(Samples.RECOVERS_OFTEN, "start\nnext");
        for (int i = 0; i < 20; i++) {
            table.then("crash\ngoTo a -> RUNNING a#1 ENTERED go:FIRST\nnext");
            table.then("close\ngoTo a -> RUNNING a#1 ENTERED go:FIRST\nnext");
        }
        table.then(
                """
                goTo a -> RUNNING a#1 ENTERED go:FIRST
                next
                goTo a -> EXHAUSTED b#1 ENDED
                """);
    }

    @Test
    void onlyARecoveryGoesWhereItsContractSays() {
        play(Samples.RECOVERS, "start\nnext\ngoTo a -> FAILED b#1 ATTEMPT_FAILED,ENDED");
    }

    @Test
    void aBodyThatHadBeenAskedToStopIsNotExecutedAgain() {
        play(Samples.CHAIN, "start\ncancel\ncrash -> CANCELLED a#1 RECOVERED,ENDED");
        play(
                Samples.CLEANED,
                """
                start
                cancel
                crash -> CLEANING a#1 RECOVERED,CLEANUP_STARTED ending:CANCELLED go:FIRST
                """);
        play(Samples.WAITS, "start\nevent Stop\ncrash -> RUNNING c#1 INTERRUPTED go:FIRST");
        play(Samples.CHAIN, "start\ngoto b\ncrash -> RUNNING b#1 WENT_TO go:FIRST");
    }

    @Test
    void aPauseThatWasAskedForOutlivesACrash() {
        play(
                Samples.CHAIN,
                """
                start
                pause
                crash -> RUNNING a#2 RECOVERED pausing go:CRASH
                next  -> PAUSED b ENTERED,PAUSED held:RUNNING
                """);
    }

    /// ENG-29 a cleanup that kills the process does not do so forever.
    @Test
    void anInterruptedCleanupIsTriedAgainWithABound() {
        DecisionTable table = play(Samples.CLEANED, "start\nabort");
        for (int i = 2; i < 7; i++) {
            table.then("crash -> CLEANING a#%d RECOVERED ending:ABORTED go:CRASH".formatted(i));
        }
        table.then("crash -> ABORTED a#6 CLEANUP_FAILED,ENDED");
    }

    /// ENG-19 ENG-20 a run continues where it stands under a definition that has its state.
    @Test
    void aRunIsAdoptedWhereItStands() {
        String kept = "ADOPTED";
        play(Samples.WAITS, "start queue\nadopt eager -> QUEUED a " + kept);
        play(Samples.WAITS, "start delay=5s\nadopt eager -> DELAYED a ADOPTED timer:5s");
        play(Samples.WAITS, "start\nthrow\nadopt eager -> BACKING_OFF a#1 ADOPTED timer:0.1s");
        play(Samples.WAITS, "start\nnext\nadopt eager -> WAITING w ADOPTED timer:1m");
        play(
                Samples.WAITS,
                "start\nnext\npause\nadopt eager -> PAUSED w ADOPTED held:WAITING timer:1m");
        play(
                Samples.WAITS,
                """
                start
                adopt eager -> RUNNING a#1 ADOPTED
                crash       -> RUNNING a#2 RECOVERED go:CRASH
                """);
        DecisionTable table = play(Samples.WAITS, "start queue\nadopt eager");
        assertThat(table.run().origin().machine().version()).isEqualTo(2);
        table.then("adopt eager").then("known-event Go");
    }

    @Test
    void theSameDefinitionAdoptsNothing() {
        DecisionTable table = play(Samples.CHAIN, "start queue");
        Decision none =
                Decide.decide(
                        Samples.CHAIN,
                        table.run(),
                        new Input.Adopted(),
                        DecisionContext.of(DecisionTable.START, 0.5, table::nextId));
        assertThat(none.changes()).isFalse();
    }

    /// ENG-20 what a wait has got since is seen: events that are there already, a timer.
    @Test
    void aWaitThatHasOtherWaysOutNowIsLookedAtAgain() {
        play(
                Samples.WAITS,
                """
                start
                next
                event Stop
                adopt eager -> RUNNING b#1 ADOPTED,EVENT_CONSUMED go:FIRST
                """);
        play(Samples.WAITS, "start\nnext\nadopt untimed -> WAITING w ADOPTED");
        play(Samples.DOOR, "start\n2s\nadopt eager -> WAITING w ADOPTED timer:7s");
    }

    /// ENG-20 a renamed state is the same one: attempts and back-off are kept.
    @Test
    void aRunInARenamedStateContinuesThere() {
        play(Samples.WAITS, "start queue\nadopt renamed -> QUEUED a2 ADOPTED");
        play(
                Samples.WAITS,
                """
                start
                throw
                adopt renamed -> BACKING_OFF a2#1 ADOPTED timer:0.1s
                1s            -> RUNNING a2#2 RETRIED go:RETRY
                """);
        play(Samples.WAITS, "start\nnext\nadopt renamed -> WAITING w2 ADOPTED timer:9s");
        play(
                Samples.WAITS,
                """
                start
                next
                event Go
                next          -> RUNNING c#1 ENTERED go:FIRST
                adopt renamed -> RUNNING b#1 ADOPTED
                crash         -> RUNNING b#2 RECOVERED go:CRASH
                """);
        play(
                Samples.WAITS,
                """
                start delay=5s
                adopt renamed -> DELAYED a2 ADOPTED timer:5s
                5s            -> RUNNING a2#1 DUE go:FIRST
                """);
        play(
                Samples.WAITS,
                """
                start
                next
                park
                adopt renamed -> PARKED w2 ADOPTED held:null timer:1m
                unpark        -> WAITING w2 UNPARKED timer:9s
                """);
    }

    /// ENG-20 a state that was a step and is a wait now, and the other way round, is entered again.
    @Test
    void aStateOfAnotherKindIsEnteredAgain() {
        play(Samples.CHAIN, "start queue\nadopt waiting -> WAITING a ADOPTED");
        play(Samples.CHAIN, "start\nthrow\nadopt waiting -> WAITING a ADOPTED");
        play(
                Samples.CHAIN,
                "start\nadopt waiting -> RUNNING a#1 ADOPTED\ncrash -> WAITING a RECOVERED");
        play(
                Samples.CHAIN,
                """
                start
                throw
                pause
                adopt waiting -> PAUSED a#1 ADOPTED held:null timer:1s
                resume        -> WAITING a RESUMED
                """);
        play(
                Samples.CHAIN,
                """
                start
                known-event Go
                throw
                adopt waiting -> RUNNING b#1 ADOPTED,EVENT_CONSUMED go:FIRST
                """);
        play(Samples.WAITS, "start\nnext\nadopt working -> RUNNING w#1 ADOPTED go:FIRST");
        play(
                Samples.WAITS,
                """
                start
                next
                pause
                adopt working -> PAUSED w ADOPTED held:null timer:1m
                resume        -> RUNNING w#1 RESUMED go:FIRST
                """);
        play(Samples.POOLED_FIRST, "start\nadopt working -> RUNNING p#1 ADOPTED go:FIRST");
        play(Samples.CHAIN, "start\nthrow\nadopt ended -> COMPLETED a ADOPTED,ENDED");
    }

    /// ENG-20 ENG-21 a state that is gone parks the run with the reason, and never skips it.
    @Test
    void aRunWhoseStateIsGoneIsParkedWithTheReason() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        "start\nthrow\nadopt gone -> PARKED a#1 PARKED held:BACKING_OFF timer:1s");
        assertThat(table.run().condition().reason())
                .contains("chain v2 has no state 'a' (has: z, complete)")
                .contains("formerly or removed");
        assertThat(ParkingReasons.isForDefinition(table.run())).isTrue();
        assertThat(table.run().origin().machine().version()).isEqualTo(1);
        for (String line :
                new String[] {
                    "start delay=5s",
                    "start queue",
                    "start",
                    "start after=7:SUCCESS",
                    "start queue\npause"
                }) {
            assertThat(play(Samples.CHAIN, line + "\nadopt gone").run().status())
                    .isEqualTo(dev.pawl.run.RunStatus.PARKED);
        }
    }

    /// ENG-21 what one definition parked, another one resumes.
    @Test
    void aRunThatWasParkedForItsDefinitionContinuesUnderOneThatKnowsItsState() {
        DecisionTable table =
                play(
                        Samples.CHAIN,
                        """
                        start
                        throw
                        adopt gone    -> PARKED a#1 PARKED held:BACKING_OFF timer:1s
                        adopt renamed -> PARKED a2#1 ADOPTED held:BACKING_OFF timer:1s
                        unpark        -> BACKING_OFF a2#1 UNPARKED timer:1s
                        """);
        assertThat(table.run().condition().reason()).isNull();
    }

    @Test
    void anotherDeploymentWithoutTheStateSaysSoOnceEach() {
        DecisionTable table = play(Samples.CHAIN, "start queue\nadopt gone");
        Decision again =
                Decide.decide(
                        table.definition(),
                        table.run(),
                        new Input.Adopted(),
                        DecisionContext.of(DecisionTable.START, 0.5, table::nextId));
        assertThat(again.changes()).isFalse();
        play(
                Samples.RECOVERS,
                "start\ncrash\ncrash -> PARKED a#2 PARKED held:RUNNING stop\nadopt gone -> same");
    }

    @Test
    void aRunThatIsEndingOnlyTakesTheNewName() {
        play(
                Samples.CLEANED,
                "start\nabort\nadopt renamed -> CLEANING a2#1 ADOPTED ending:ABORTED");
        play(
                Samples.CHAIN,
                """
                start
                cancel
                adopt waiting -> RUNNING a#1 ADOPTED ending:CANCELLED
                crash         -> CANCELLED a#1 RECOVERED,ENDED
                """);
        play(
                Samples.PATIENT,
                """
                start
                abort children=1  -> WAITING a#1 ENTERED ending:ABORTED created:2000:QUEUED
                adopt waiting     -> WAITING a#1 ADOPTED ending:ABORTED
                child 2000 FAILED -> ABORTED a#1 CHILD_ENDED,ENDED
                """);
    }
}
