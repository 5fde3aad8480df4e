package dev.pawl.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.controller.Lamps.LampAction;
import dev.pawl.controller.Lamps.LampEvaluator;
import dev.pawl.controller.Lamps.LampMemory;
import dev.pawl.controller.Lamps.LampStatus;
import dev.pawl.controller.Lamps.LampView;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Wake-ups, decisions, timers, holds and replays, in virtual time.
@Timeout(120)
final class ControllerTest {
    private final Lamps world = new Lamps();

    private SimController<LampView, LampMemory, LampAction, LampStatus> control() {
        return SimController.of(Lamps.kind(world));
    }

    @Test
    void drivesAnObjectToItsDesiredState() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            assertThat(world.text()).isEqualTo("{house/desk=7 of 7, lit}");
            assertThat(world.actions).containsExactly("desk Turn[brightness=7]");
            assertThat(world.statuses).containsExactly("desk changing", "desk lit");
            assertThat(control.row(desk).summary()).isEqualTo("lit");
            assertThat(control.row(desk).decisions()).isEqualTo(2);
            assertThat(control.get().stats().errors()).isZero();
        }
    }

    @Test
    void commitsNothingWhenNothingChanges() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            long writes = control.writes();
            long evaluations = control.get().stats().evaluations();
            for (int i = 0; i < 100; i++) {
                control.wake(desk);
                control.settle();
            }
            control.pass(Duration.ofDays(1));
            assertThat(control.writes()).isEqualTo(writes);
            assertThat(control.get().stats().evaluations()).isEqualTo(evaluations + 100);
            assertThat(world.actions).hasSize(1);
            assertThat(world.statuses).hasSize(2);
        }
    }

    @Test
    void hasNoRunForAnObjectThatNeedsNothing() {
        ObjectKey desk = world.add("desk", 0);
        world.lamps.put(desk, world.lamps.get(desk).status("lit", 1));
        try (var control = control()) {
            long writes = control.writes();
            control.wake(desk);
            control.settle();
            assertThat(control.writes()).isEqualTo(writes);
            assertThat(control.get().run(desk)).isNull();
            assertThat(control.get().stats().objects()).isZero();
        }
    }

    @Test
    void commitsOncePerTransition() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            long writes = control.writes();
            control.wake(desk);
            control.settle();
            // Start, decide, act; then wake, decide, act for the status that follows.
            assertThat(control.writes() - writes).isEqualTo(6);
        }
    }

    @Test
    void coalescesWakeUps() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.sim()
                    .perform((Engine _) -> {
                        for (int i = 0; i < 1_000; i++) control.get().wake(desk);
                    });
            control.settle();
            assertThat(control.get().stats().evaluations()).isBetween(3L, 5L);
            assertThat(world.actions).hasSize(1);
        }
    }

    @Test
    void dropsTheEventsOfItsOwnWritesAndNoOthers() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            long evaluations = control.get().stats().evaluations();
            assertThat(control.get().changed(desk, world.written(desk))).isFalse();
            assertThat(control.get().changed(desk, world.written(desk))).isFalse();
            world.become("desk", 3);
            assertThat(
                            control.sim()
                                    .call((Engine _) ->
                                            control.get().changed(desk, world.written(desk))))
                    .isTrue();
            control.settle();
            assertThat(control.get().stats().evaluations()).isGreaterThan(evaluations);
            assertThat(control.get().stats().dropped()).isEqualTo(2);
        }
    }

    @Test
    void wakesAtTheTimeThatTheEvaluationAskedFor() {
        world.obeys = false;
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            assertThat(world.status("desk")).isEqualTo("changing");
            control.pass(Lamps.DEADLINE.minusMillis(1));
            assertThat(world.status("desk")).isEqualTo("changing");
            control.pass(Duration.ofMillis(1));
            assertThat(world.status("desk")).isEqualTo("late");
        }
    }

    @Test
    void aTimerKeepsItsTimeOverARestart() {
        world.obeys = false;
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            control.pass(Duration.ofSeconds(40));
            control.restart();
            control.pass(Duration.ofSeconds(20).minusMillis(1));
            assertThat(world.status("desk")).isEqualTo("changing");
            control.pass(Duration.ofMillis(1));
            assertThat(world.status("desk")).isEqualTo("late");
            assertThat(world.actions).hasSize(1);
        }
    }

    /// An evaluator that asks for "a minute from now" each time must not postpone it forever.
    @Test
    void aRelativeTimeIsNotPostponedByOtherWakeUpsOrARestart() {
        ObjectKey desk = world.add("desk", 7);
        class Relative extends LampEvaluator {
            @Override
            public Evaluation<LampMemory, LampAction, LampStatus> evaluate(
                    LampView view, LampMemory memory, Instant now) {
                boolean isOver = !now.isBefore(SimController.START.plus(Lamps.DEADLINE));
                return answer(memory, List.of(), isOver ? "over" : "on", now.plus(Lamps.DEADLINE));
            }
        }
        try (var control = SimController.of(Lamps.kind(world).evaluator(new Relative()))) {
            control.wake(desk);
            control.settle();
            long writes = control.writes();
            for (int i = 0; i < 5; i++) {
                control.pass(Duration.ofSeconds(10));
                control.wake(desk);
                control.settle();
            }
            assertThat(control.writes()).as("a later wish is not stored").isEqualTo(writes);
            control.restart();
            assertThat(world.status("desk")).isEqualTo("on");
            control.pass(Duration.ofSeconds(10));
            assertThat(world.status("desk")).isEqualTo("over");
        }
    }

    @Test
    void endsTheRunOfAnObjectThatIsGone() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            world.remove("desk");
            control.wake(desk);
            control.settle();
            assertThat(control.get().run(desk)).isNull();
            assertThat(control.get().log().objects()).isEmpty();
            assertThat(control.get().log().decisions(desk)).isEmpty();
            assertThat(control.get().stats().objects()).isZero();
            world.add("desk", 4);
            control.wake(desk);
            control.settle();
            assertThat(world.text()).isEqualTo("{house/desk=4 of 4, lit}");
        }
    }

    @Test
    void doesNothingToAnObjectOnHoldEvenAfterARestart() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            control.sim().perform((Engine _) -> control.get().hold(desk, "ann", "cleaning"));
            world.want("desk", 9);
            control.wake(desk);
            control.settle();
            control.restart();
            control.pass(Duration.ofDays(1));
            assertThat(world.actions).hasSize(1);
            assertThat(control.why(desk)).contains("ann holds it since", "cleaning");
            assertThat(control.row(desk).notes().heldBy()).isEqualTo("ann");
            control.sim().perform((Engine _) -> control.get().release(desk, "ann", "done"));
            control.settle();
            assertThat(world.text()).isEqualTo("{house/desk=9 of 9, lit}");
            assertThat(control.why(desk)).doesNotContain("holds");
        }
    }

    @Test
    void holdsAnObjectThatNeverNeededAnything() {
        ObjectKey desk = world.add("desk", 0);
        world.lamps.put(desk, world.lamps.get(desk).status("lit", 1));
        try (var control = control()) {
            control.sim().perform((Engine _) -> control.get().hold(desk, "ann", "cleaning"));
            control.settle();
            world.want("desk", 9);
            control.wake(desk);
            control.settle();
            assertThat(world.actions).isEmpty();
            assertThatThrownBy(() ->
                            control.sim()
                                    .perform((Engine _) ->
                                            control.get().hold(Lamps.key("none"), "a", "b")))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("there is no lamp house/none");
        }
    }

    @Test
    void recordsDecisionsWithTheirDifferences() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            List<DecisionRow> rows = control.get().log().decisions(desk);
            assertThat(rows).extracting(DecisionRow::number).containsExactly(1L, 2L);
            assertThat(rows.getFirst().difference()).isEqualTo("first decision");
            assertThat(rows.getFirst().result()).isEqualTo("turned; status written");
            assertThat(rows.getLast().difference())
                    .contains("update.text: changing → lit", "memory.turned: 0 → 7");
            assertThat(rows.getFirst().inputHash()).isNotEqualTo(rows.getLast().inputHash());
            for (int i = 0; i < 20; i++) {
                world.want("desk", i);
                control.wake(desk);
                control.settle();
            }
            List<DecisionRow> kept = control.get().log().decisions(desk);
            assertThat(kept).hasSize(ControllerSettings.DEFAULT.decisions());
            assertThat(kept.getLast().number()).isEqualTo(control.row(desk).decisions());
        }
    }

    @Test
    void replaysRecordedInputsWithAnotherEvaluator() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.wake(desk);
            control.settle();
            List<DecisionRow> rows = control.get().log().decisions(desk);
            Replay same = Replay.of(rows, Lamps.TYPES, new LampEvaluator());
            assertThat(same).isEqualTo(new Replay(2, 0, List.of()));
            class Dimmer extends LampEvaluator {
                @Override
                public Evaluation<LampMemory, LampAction, LampStatus> evaluate(
                        LampView view, LampMemory memory, Instant now) {
                    var usual = super.evaluate(view, memory, now);
                    if (usual.actions().isEmpty()) return usual;
                    return answer(memory, List.of(new LampAction.Turn(1)), "changing", null);
                }
            }
            Replay other = Replay.of(rows, Lamps.TYPES, new Dimmer());
            assertThat(other.evaluated()).isEqualTo(2);
            assertThat(other.differences())
                    .singleElement()
                    .satisfies(difference -> {
                        assertThat(difference.number()).isEqualTo(1);
                        assertThat(difference.differences())
                                .containsExactly("actions[0].brightness: 7 → 1");
                    });
            assertThat(world.actions).hasSize(1);
        }
    }

    @Test
    void doesNothingUntilItIsStarted() {
        ObjectKey desk = world.add("desk", 7);
        try (var control = control()) {
            control.get().stop();
            control.wake(desk);
            control.pass(Duration.ofDays(1));
            assertThat(world.actions).isEmpty();
            control.sim().perform((Engine _) -> control.get().start());
            control.settle();
            assertThat(world.text()).isEqualTo("{house/desk=7 of 7, lit}");
        }
    }
}
