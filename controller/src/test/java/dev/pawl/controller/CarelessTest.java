package dev.pawl.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.controller.Lamps.LampAction;
import dev.pawl.controller.Lamps.LampEvaluator;
import dev.pawl.controller.Lamps.LampMemory;
import dev.pawl.controller.Lamps.LampStatus;
import dev.pawl.controller.Lamps.LampView;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Signal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a careless author writes: each has a visible reason, and never stops the other objects.
@Timeout(120)
final class CarelessTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final World world = new World();
    private final ObjectKey bad = world.add("bad", 7);
    private final ObjectKey good = world.add("good", 5);
    private SimController<LampView, LampMemory, LampAction, LampStatus> control;

    @AfterEach
    void theOthersContinue() {
        world.isBad = false;
        world.want("good", 8);
        control.wake(good);
        control.settle();
        assertThat(world.text()).contains("house/good=8 of 8, lit");
        assertThat(control.get().stats().errors()).isZero();
        control.close();
    }

    private void run(Careless evaluator) {
        run(evaluator, ControllerSettings.DEFAULT);
    }

    private void run(Careless evaluator, ControllerSettings settings) {
        control = SimController.of(Lamps.kind(world).evaluator(evaluator), settings);
        control.wake(bad, good);
        // With a concurrency of 1, an action that hangs is in the way until it is interrupted.
        if (settings.concurrency() == 1) control.pass(settings.actionTime());
        control.settle();
        assertThat(world.text()).contains("house/good=5 of 5, lit");
    }

    private void healed() {
        world.isBad = false;
        control.pass(HOUR);
        assertThat(world.text()).contains("house/bad=7 of 7, lit");
        assertThat(control.row(bad).problem()).isNull();
    }

    @Test
    void anEvaluatorThatThrows() {
        run(
                new Careless(memory -> {
                    throw new IllegalStateException("no bulb");
                }));
        assertThat(control.why(bad))
                .contains("the evaluator failed 1 times since", "no bulb", "next attempt at");
        long writes = control.writes();
        for (int i = 0; i < 50; i++) {
            control.wake(bad);
            control.settle();
        }
        assertThat(control.writes()).as("a known problem is not stored again").isEqualTo(writes);
        control.pass(HOUR);
        assertThat(control.why(bad)).contains("the evaluator failed 2");
        assertThat(control.writes() - writes)
                .as("the back-off is bounded from below")
                .isLessThan(80);
        world.isBad = false;
        control.wake(bad);
        control.settle();
        assertThat(world.text()).as("a fix counts at once").contains("house/bad=7 of 7, lit");
        healed();
    }

    @Test
    void anEvaluatorThatReturnsNull() {
        run(
                new Careless(memory -> {
                    return null;
                }));
        assertThat(control.why(bad)).contains("the evaluator has returned null");
        healed();
    }

    @Test
    void anEvaluatorWithAnError() {
        run(
                new Careless(memory -> {
                    throw new StackOverflowError("deep");
                }));
        assertThat(control.why(bad)).contains("StackOverflowError");
        healed();
    }

    @Test
    void anEvaluatorThatWakesInThePast() {
        run(
                new Careless(memory -> {
                    return LampEvaluator.answer(memory, List.of(), "waiting", Instant.EPOCH);
                }));
        long writes = control.writes();
        long evaluations = control.get().stats().evaluations();
        control.pass(HOUR);
        assertThat(control.why(bad)).contains("asks again and again to be evaluated at once");
        assertThat(control.writes() - writes).isLessThan(5);
        assertThat(control.get().stats().evaluations() - evaluations)
                .isLessThan(HOUR.toSeconds() + 10);
        healed();
    }

    @Test
    void anEvaluatorWhoseMemoryIsTooLarge() {
        run(
                new Careless(memory -> {
                    String text = "x".repeat(DecisionRules.STORED_CHARS_MAX);
                    return LampEvaluator.answer(memory, List.of(), text, null);
                }));
        assertThat(control.why(bad)).contains("expected a decision of at most");
        healed();
    }

    @Test
    void aStatusThatAlwaysDiffers() {
        world.alwaysDiffers = true;
        run(new Careless());
        control.pass(Duration.ofMinutes(10));
        assertThat(control.why(bad))
                .contains("without a new generation, last 'lit'", "slowed down by");
        long writes = control.writes();
        int statuses = world.statuses.size();
        control.pass(HOUR);
        assertThat(world.statuses.size() - statuses).isBetween(5, 30);
        assertThat(control.writes() - writes).isLessThan(100);
        world.alwaysDiffers = false;
        control.pass(HOUR);
        assertThat(control.row(bad).notes().remark()).isNull();
    }

    @Test
    void aSpecificationThatChangesEndsTheSlowdown() {
        world.alwaysDiffers = true;
        run(new Careless());
        control.pass(HOUR);
        world.want("bad", 3);
        control.wake(bad);
        control.settle();
        assertThat(world.text()).contains("house/bad=3 of 3");
        world.alwaysDiffers = false;
        control.pass(HOUR);
        world.want("bad", 7);
        control.wake(bad);
        control.settle();
    }

    @Test
    void anActionThatThrows() {
        world.performing =
                () -> {
                    throw new IOException("no current");
                };
        run(new Careless());
        control.pass(Duration.ofMinutes(2));
        assertThat(control.why(bad))
                .contains("an action failed", "Turn: Error", "no current", "1 actions wait");
        int attempts = world.attempts;
        long writes = control.writes();
        control.pass(HOUR);
        assertThat(world.attempts - attempts).isBetween(10, 20);
        assertThat(control.writes() - writes).isLessThan(100);
        healed();
        assertThat(control.get().log().decisions(bad))
                .extracting(DecisionRow::result)
                .anyMatch(result -> result != null && result.contains("no current"));
    }

    @Test
    void anActionThatThrowsAnError() {
        world.performing =
                () -> {
                    throw new NoClassDefFoundError("dev/Bulb");
                };
        run(new Careless());
        assertThat(control.why(bad)).contains("NoClassDefFoundError");
        healed();
    }

    @Test
    void anActionThatReturnsNull() {
        world.performing = () -> null;
        run(new Careless());
        assertThat(control.why(bad)).contains("the actuator has returned null");
        healed();
    }

    @Test
    void anActionThatHangs() {
        world.performing =
                () -> {
                    var _ = control.host().await(new Signal(), Instant.MAX);
                    return ActionResult.done("never");
                };
        run(new Careless());
        assertThat(control.why(bad)).contains("house/bad: Turn");
        control.pass(Duration.ofMinutes(1));
        assertThat(control.why(bad)).contains("Timeout: it has not ended within PT1M");
        healed();
    }

    /// It holds its object, because two actions on one object must not overlap, and no other.
    @Test
    void anActionThatIgnoresItsInterruption() {
        Signal end = new Signal();
        world.performing =
                () -> {
                    control.host().awaitRaised(end);
                    return ActionResult.done("at last");
                };
        run(new Careless(), ControllerSettings.DEFAULT.concurrency(1));
        control.pass(HOUR);
        assertThat(world.attempts).isEqualTo(1);
        assertThat(control.why(bad)).contains("was interrupted after PT1M and has not stopped");
        world.want("good", 2);
        control.wake(good);
        control.settle();
        assertThat(world.text()).contains("house/good=2 of 2, lit");
        world.isBad = false;
        control.sim().perform((Engine _) -> control.host().raise(end));
        control.pass(HOUR);
        world.become("bad", 7);
        control.wake(bad);
        healed();
    }

    @Test
    void anObserverThatFails() {
        world.observing =
                () -> {
                    throw new IllegalStateException("the cache is broken");
                };
        run(new Careless());
        assertThat(control.why(bad)).contains("the observer failed", "the cache is broken");
        assertThat(world.actions).noneMatch(action -> action.startsWith("bad"));
        healed();
    }

    @Test
    void aStatusWriteThatFails() {
        world.writing =
                () -> {
                    throw new IOException("stale");
                };
        run(new Careless());
        assertThat(control.why(bad)).contains("writing the status failed", "stale");
        assertThat(world.actions)
                .as("actions are not repeated for it")
                .contains("bad Turn[brightness=7]");
        control.pass(HOUR);
        assertThat(world.actions.stream().filter(each -> each.startsWith("bad"))).hasSize(1);
        healed();
    }

    @Test
    void aResultThatCannotBeRecorded() {
        run(
                new Careless() {
                    @Override
                    public LampMemory recorded(
                            LampMemory memory,
                            LampAction action,
                            ActionResult result,
                            Instant now) {
                        boolean fails =
                                world.isBad
                                        && memory.turned() == 0
                                        && action.equals(new LampAction.Turn(7));
                        if (fails) throw new IllegalStateException("forgot");
                        return super.recorded(memory, action, result, now);
                    }
                });
        world.become("bad", 0);
        control.wake(bad);
        control.pass(Duration.ofMinutes(1));
        assertThat(world.actions.stream().filter(each -> each.startsWith("bad")).count())
                .isLessThan(20);
        healed();
    }

    /// Evaluates the lamp `bad` as a test says, and others properly.
    private class Careless extends LampEvaluator {
        private final Function<LampMemory, Evaluation<LampMemory, LampAction, LampStatus>> badly;

        Careless() {
            this(null);
        }

        Careless(Function<LampMemory, Evaluation<LampMemory, LampAction, LampStatus>> badly) {
            this.badly = badly;
        }

        @Override
        public Evaluation<LampMemory, LampAction, LampStatus> evaluate(
                LampView view, LampMemory memory, Instant now) {
            boolean isBad = badly != null && world.isBad && view.name().equals("bad");
            return isBad ? badly.apply(memory) : super.evaluate(view, memory, now);
        }
    }

    /// Lamps of which the one called `bad` fails as a test says.
    private static final class World extends Lamps {
        boolean isBad = true;
        boolean alwaysDiffers;
        int attempts;
        Fault<Optional<LampView>> observing;
        Fault<ActionResult> performing;
        Fault<Optional<OwnWrite>> writing;

        private boolean fails(ObjectKey key, Fault<?> fault) {
            return isBad && fault != null && key.name().equals("bad");
        }

        @Override
        public Optional<LampView> observe(ObjectKey key) {
            try {
                return fails(key, observing) ? observing.apply() : super.observe(key);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public ActionResult perform(
                ObjectKey key, LampView view, LampMemory memory, LampAction action)
                throws Exception {
            if (key.name().equals("bad")) attempts++;
            return fails(key, performing)
                    ? performing.apply()
                    : super.perform(key, view, memory, action);
        }

        @Override
        public boolean differs(LampView view, LampStatus update) {
            boolean isBadly = alwaysDiffers && view.name().equals("bad");
            return isBadly || super.differs(view, update);
        }

        @Override
        public Optional<OwnWrite> write(ObjectKey key, LampView view, LampStatus update)
                throws Exception {
            return fails(key, writing) ? writing.apply() : super.write(key, view, update);
        }
    }

    private interface Fault<T> {
        T apply() throws Exception;
    }
}
