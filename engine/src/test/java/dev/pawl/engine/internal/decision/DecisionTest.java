package dev.pawl.engine.internal.decision;

import static dev.pawl.engine.internal.decision.DecisionTable.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Command;
import dev.pawl.engine.Refused;
import dev.pawl.machine.Definition;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a decision carries besides the next status: data, relatives, and the details in its
/// history.
final class DecisionTest {

    /// Whatever a body answers, its response is kept, unless the answer is wrong.
    @Test
    void everyOutcomeCarriesItsResponse() {
        String[][] rows = {
            {"start", "next"},
            {"start", "finish"},
            {"start", "goTo c"},
            {"start", "repeatWith"},
            {"start", "repeatWith 5s"},
            {"start", "waitAndRepeat 5s"},
            {"start", "retryAfter 5s"},
            {"start", "abort"},
            {"start", "fail"},
        };
        for (String[] row : rows) {
            DecisionTable table = play(Samples.LOOPS, row[0] + "\n" + row[1] + " response=x");
            assertThat(table.run().data().response()).as(row[1]).isEqualTo(Payload.of("x"));
            assertThat(table.last().accepts()).as(row[1]).isTrue();
        }
        DecisionTable wrong = play(Samples.LOOPS, "start\ngoTo nowhere response=x");
        assertThat(wrong.run().data().response()).isNull();
        assertThat(wrong.last().accepts()).isFalse();
    }

    @Test
    void theAnswerOfACleanupCarriesItsResponseToo() {
        for (String answer : new String[] {"next", "finish", "retryAfter 5s", "abort", "fail"}) {
            DecisionTable table = play(Samples.CLEANED, "start\nabort\n" + answer + " response=y");
            assertThat(table.run().data().response()).as(answer).isEqualTo(Payload.of("y"));
            assertThat(table.last().accepts()).as(answer).isTrue();
        }
        assertThat(play(Samples.CLEANED, "start\nabort\nrepeatWith response=y").last().accepts())
                .isFalse();
    }

    /// A body is asked to stop while its run executes a step and is to end or to go elsewhere.
    @Test
    void aBodyIsStoppedWhenItsRunEndsOrIsSentElsewhere() {
        String[][] rows = {
            {"start", "false"},
            {"start\ncancel", "true"},
            {"start\ngoto b", "true"},
            {"start\nevent Stop", "true"},
            {"start\nevent Go", "false"},
            {"start\npause", "false"},
            {"start\nnext", "false"},
            {"start queue", "false"},
            {"start queue\ngoto b", "false"},
            {"start\nabort", "false"},
            {"start\ncancel\nnext", "false"},
        };
        for (String[] row : rows) {
            DecisionTable table = play(Samples.WAITS, row[0]);
            boolean stopped = Decide.isStopped(Samples.WAITS, table.run(), at(table.now()));
            assertThat(stopped).as(row[0]).isEqualTo(Boolean.parseBoolean(row[1]));
        }
    }

    /// A wake is used up when it is delivered, so it counts although the clock has gone back.
    @Test
    void aTimeThatTheClockHasShownOnceHasCome() {
        DecisionTable table = play(Samples.CHAIN, "start delay=5s");
        Instant due = table.now().plusSeconds(5);
        Decision early = due(table, due.minusMillis(1), table.now());
        assertThat(early.changes()).isFalse();
        assertThat(due(table, due, table.now()).run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(due(table, table.now(), due).run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(due(table, table.now(), table.now()).changes()).isFalse();
    }

    private static Decision due(DecisionTable table, Instant at, Instant now) {
        return Decide.decide(Samples.CHAIN, table.run(), new Input.Due(at), at(now));
    }

    /// The end of a predecessor is what the engine reports, not what an event contains.
    @Test
    void anEventThatNamesThePredecessorDoesNotReleaseARun() {
        DecisionTable table = play(Samples.CHAIN, "start after=7:SUCCESS");
        Message event = message(Message.Kind.EVENT, "COMPLETED", DecisionTable.id("7").toString());
        Decision received = decide(table, new Input.Received(event, true));
        assertThat(received.run().status()).isEqualTo(RunStatus.BLOCKED);
        Message other =
                message(
                        Message.Kind.PREDECESSOR_ENDED,
                        "COMPLETED",
                        DecisionTable.id("8").toString());
        Decision released =
                Decide.decide(
                        Samples.CHAIN, received.run(), new Input.Delivered(other), at(table.now()));
        assertThat(released.run().status()).isEqualTo(RunStatus.BLOCKED);
    }

    @Test
    void childrenAreCountedAsTheyStartAndEnd() {
        DecisionTable table = play(Samples.PARENT_OF_TWO, "start\nnext children=2");
        assertThat(family(table)).isEqualTo(new Family(2, 0, 0, false));
        Message more = message(Message.Kind.CHILD_STARTED, "a child", "");
        Decision started = decide(table, new Input.Delivered(more));
        assertThat(started.run().data().family()).isEqualTo(new Family(3, 0, 0, false));
        assertThat(started.taken()).containsExactly(more);
        assertThat(details(started)).containsExactly("CHILD_STARTED a child");
        assertThat(family(table.then("child 2000 COMPLETED")))
                .isEqualTo(new Family(2, 1, 0, false));
        assertThat(family(table.then("child 2001 CANCELLED")))
                .isEqualTo(new Family(2, 1, 1, false));
    }

    private static Family family(DecisionTable table) {
        return table.run().data().family();
    }

    /// A parent waits for what follows a child as well as for the child.
    @Test
    void aParentIsNotifiedOfWhatFollowsItsChildBeforeTheChildEnds() {
        DecisionTable table = play(Samples.FOLLOWED, "start parent=9\nnext");
        Decision followed =
                Decide.decide(
                        Samples.FOLLOWED,
                        table.run(),
                        new Input.Followable(List.of(follower(new RunId(9)), follower(null))),
                        at(table.now()));
        assertThat(followed.sent())
                .extracting(message ->
                        message.to().value() + " " + message.kind() + " " + message.name())
                .containsExactly("9 CHILD_STARTED " + new RunId(3_000), "9 CHILD_ENDED COMPLETED");
        assertThat(followed.others()).hasSize(2);
    }

    private static Launch follower(RunId parent) {
        Origin origin =
                new Origin(
                        Samples.CHAIN.ref(),
                        null,
                        Payload.of("{}"),
                        new Links(parent, null, null, null),
                        null,
                        null,
                        Map.of());
        var times = new dev.pawl.machine.Start.Times(Duration.ZERO, null);
        return new Launch(new RunId(3_000), Samples.CHAIN, origin, times);
    }

    /// The history says why, in the words that operators read.
    @Test
    void entriesSayWhy() {
        String[][] rows = {
            {"start\ncrash", "RECOVERED the process crashed in it"},
            {"start\nclose", "RECOVERED the engine was closed in it"},
            {"start\nabort", "CLEANUP_STARTED Abort: unsafe"},
            {"start\nabort\nnext", "ENDED Abort: unsafe"},
            {"start\nnext\nnext", "ENDED null"},
            {"start\nthrow", "ATTEMPT_FAILED Broken: broken; again at 2026-03-01T10:00:01Z"},
            {
                "start\nwaitAndRepeat 5s",
                "REPEATED repeats at 2026-03-01T10:00:05Z: the gate is shut"
            },
            {"start\nrepeatWith 5s", "REPEATED repeats at 2026-03-01T10:00:05Z"},
            {"start delay=5s", "STARTED delayed until 2026-03-01T10:00:05Z"},
            {"start\nthrow-abort\ncrash", "RECOVERED the process crashed in it"},
        };
        for (String[] row : rows) {
            DecisionTable table = play(Samples.CLEANED, row[0]);
            assertThat(details(table.last())).as(row[0]).last().isEqualTo(row[1]);
        }
        Decision renamed = play(Samples.WAITS, "start\nnext\nadopt renamed").last();
        assertThat(details(renamed)).containsExactly("ADOPTED from waits v1 to waits v2, into w2");
        Decision kept = play(Samples.WAITS, "start\nnext\nadopt eager").last();
        assertThat(details(kept)).first().isEqualTo("ADOPTED from waits v1 to waits v2");
    }

    @Test
    void aPauseStartsWhenItIsRequested() {
        DecisionTable table = play(Samples.CHAIN, "start queue\n5s\npause");
        assertThat(table.run().timing().since()).isEqualTo(table.now());
    }

    /// What was parked on its way to its end is ended as was decided.
    @Test
    void cancellingARunThatIsParkedOnItsWayToItsEndLetsItEnd() {
        play(
                Samples.PATIENT_CLEANED,
                """
                start
                abort children=1
                child 2000 COMPLETED
                park      -> PARKED a#1 PARKED held:CLEANING ending:ABORTED stop
                cancel    -> ABORTED a#1 CANCEL_REQUESTED,CLEANUP_FAILED,ENDED
                """);
        play(
                Samples.PATIENT,
                """
                start
                abort children=1
                park                 -> PARKED a#1 PARKED held:WAITING ending:ABORTED
                cancel               -> WAITING a#1 CANCEL_REQUESTED,ENTERED ending:ABORTED
                child 2000 COMPLETED -> ABORTED a#1 CHILD_ENDED,ENDED
                """);
        play(
                Samples.CHAIN,
                """
                start
                cancel
                park   -> PARKED a#1 PARKED held:RUNNING ending:CANCELLED stop
                cancel -> CANCELLED a#1 CANCEL_REQUESTED,ENDED
                """);
    }

    /// A run that is held in a step resumes in what its state has become.
    @Test
    void aHeldRunEntersAWaitThatWasAStep() {
        Definition before = Samples.CHAIN;
        Definition after =
                Samples.machine("chain")
                        .await("a", w -> w.on(Samples.Go.class, "b"))
                        .step("b", Samples.BODY)
                        .build()
                        .definition();
        Run paused = play(before, "start queue\npause").run();
        Input resume = new Input.Ordered(new Command.Resume(), "ana", "because");
        Decision resumed = Decide.decide(after, paused, resume, at(DecisionTable.START));
        assertThat(resumed.run().status()).isEqualTo(RunStatus.WAITING);
        assertThat(details(resumed)).containsExactly("RESUMED because");
    }

    @Test
    void aForkSaysWhereItIsFromAndNeedsAStateThatHasWorkLeft() {
        Run source = play(Samples.CHAIN, "start\nnext response=x\nnext").run();
        Decision fork = fork(source, "b");
        assertThat(details(fork))
                .containsExactly(
                        "FORKED from run %s: because".formatted(source.id()), "ENTERED null");
        assertThat(fork.entries()).extracting(HistoryEntry::actor).containsOnly("ana");
        assertThat(fork.run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(fork.run().state()).isEqualTo("b");
        assertThat(fork.run().data().response()).isEqualTo(Payload.of("x"));
        assertThat(fork.run().origin().request()).isEqualTo(source.origin().request());
        Decision changed = fork(source, "b", Payload.of("other"));
        assertThat(changed.run().origin().request()).isEqualTo(Payload.of("other"));
        assertThatThrownBy(() -> fork(source, "z"))
                .isInstanceOf(Refused.class)
                .hasMessage(
                        "chain v1 has no state 'z' to fork run %s from (has: a, b, complete)"
                                .formatted(source.id()));
        assertThatThrownBy(() -> fork(source, "complete"))
                .isInstanceOf(Refused.class)
                .hasMessageStartingWith("'complete' is an end of chain v1");
    }

    private static Decision fork(Run source, String state) {
        return fork(source, state, null);
    }

    private static Decision fork(Run source, String state, Payload request) {
        var copy =
                new ForkRules.Copy(
                        new RunId(4_000),
                        state,
                        new ForkRules.Given(request, null, null),
                        "ana",
                        "because");
        return ForkRules.fork(Samples.CHAIN, source, copy, at(DecisionTable.START));
    }

    @Test
    void noDecisionChangesNothing() {
        DecisionTable table = play(Samples.PARENT, "start\nnext children=1 send=7");
        Decision decision = table.last();
        assertThat(decision.sent()).hasSize(1);
        assertThat(decision.of(decision.run(), List.of()).entries()).isEqualTo(decision.entries());
        assertThat(Decision.none(decision.run()).changes()).isFalse();
        assertThat(Decision.none(decision.run()).run()).isEqualTo(decision.run());
    }

    private static List<String> details(Decision decision) {
        return decision.entries().stream()
                .map(entry -> entry.kind() + " " + entry.detail())
                .toList();
    }

    private static Decision decide(DecisionTable table, Input input) {
        return Decide.decide(table.definition(), table.run(), input, at(table.now()));
    }

    private static Message message(Message.Kind kind, String name, String body) {
        return new Message(77, DecisionTable.ID, kind, name, Payload.of(body), DecisionTable.START);
    }

    private static DecisionContext at(Instant now) {
        return DecisionContext.of(now, 0.5, () -> 5_000);
    }
}
