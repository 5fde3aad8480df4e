package dev.pawl.controller;

import dev.pawl.controller.Lamps.LampAction;
import dev.pawl.controller.Lamps.LampMemory;
import dev.pawl.controller.Lamps.LampStatus;
import dev.pawl.controller.Lamps.LampView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// A world of lamps that exists outside the process: it survives a crash.
///
/// A lamp shall have a brightness. Its status says `dark`, `changing`, `lit`, or `late` if it has
/// not become bright within a minute.
class Lamps
        implements Observer<LampView>,
                Actuator<LampView, LampMemory, LampAction>,
                StatusWriter<LampView, LampStatus> {
    static final Duration DEADLINE = Duration.ofMinutes(1);
    static final ControlledKind.Types<LampView, LampMemory, LampAction, LampStatus> TYPES =
            new ControlledKind.Types<>(
                    LampView.class, LampMemory.class, LampAction.class, LampStatus.class);

    final Map<ObjectKey, LampView> lamps = new ConcurrentSkipListMap<>();
    final List<String> actions = new ArrayList<>();
    final List<String> statuses = new ArrayList<>();

    /// Whether a lamp obeys at once.
    boolean obeys = true;

    private long version;

    static ObjectKey key(String name) {
        return new ObjectKey("house", name);
    }

    ObjectKey add(String name, int wanted) {
        lamps.put(key(name), new LampView(name, 1, wanted, 0, "dark", ++version));
        return key(name);
    }

    void want(String name, int wanted) {
        lamps.computeIfPresent(
                key(name),
                (_, lamp) ->
                        new LampView(
                                name,
                                lamp.generation() + 1,
                                wanted,
                                lamp.actual(),
                                lamp.status(),
                                ++version));
    }

    void become(String name, int actual) {
        lamps.computeIfPresent(key(name), (_, lamp) -> lamp.actual(actual, ++version));
    }

    void remove(String name) {
        lamps.remove(key(name));
    }

    String status(String name) {
        return lamps.get(key(name)).status();
    }

    @Override
    public Optional<LampView> observe(ObjectKey key) {
        return Optional.ofNullable(lamps.get(key));
    }

    @Override
    public long generation(LampView view) {
        return view.generation();
    }

    @Override
    public ActionResult perform(ObjectKey key, LampView view, LampMemory memory, LampAction action)
            throws Exception {
        actions.add(key.name() + " " + action);
        switch (action) {
            case LampAction.Turn(int brightness) -> {
                if (obeys) become(key.name(), brightness);
            }
        }
        return ActionResult.wrote("turned", List.of(written(key)));
    }

    OwnWrite written(ObjectKey key) {
        LampView lamp = lamps.get(key);
        return new OwnWrite(key.toString(), lamp == null ? "" : String.valueOf(lamp.version()));
    }

    @Override
    public boolean differs(LampView view, LampStatus update) {
        return !view.status().equals(update.text());
    }

    @Override
    public Optional<OwnWrite> write(ObjectKey key, LampView view, LampStatus update)
            throws Exception {
        statuses.add(key.name() + " " + update.text());
        lamps.computeIfPresent(key, (_, lamp) -> lamp.status(update.text(), ++version));
        return Optional.of(written(key));
    }

    /// Returns all lamps as text, to compare two worlds.
    String text() {
        Map<String, String> all = new TreeMap<>();
        lamps.forEach((key, lamp) ->
                all.put(
                        key.toString(),
                        "%d of %d, %s".formatted(lamp.actual(), lamp.wanted(), lamp.status())));
        return all.toString();
    }

    static ControlledKind<LampView, LampMemory, LampAction, LampStatus> kind(Lamps world) {
        return new ControlledKind<>("lamp", TYPES, world, new LampEvaluator(), world, world);
    }

    record LampView(
            String name, long generation, int wanted, int actual, String status, long version) {
        LampView actual(int brightness, long next) {
            return new LampView(name, generation, wanted, brightness, status, next);
        }

        LampView status(String text, long next) {
            return new LampView(name, generation, wanted, actual, text, next);
        }
    }

    /// @param turned the brightness that was turned to last, and confirmed
    /// @param since when the lamp was turned
    record LampMemory(int turned, Instant since, int failures) {}

    sealed interface LampAction {
        record Turn(int brightness) implements LampAction {}
    }

    record LampStatus(String text) {}

    /// Turns a lamp once for each wanted brightness, and waits until it is bright.
    static class LampEvaluator implements Evaluator<LampView, LampMemory, LampAction, LampStatus> {
        @Override
        public LampMemory initial() {
            return new LampMemory(0, Instant.EPOCH, 0);
        }

        @Override
        public Evaluation<LampMemory, LampAction, LampStatus> evaluate(
                LampView view, LampMemory memory, Instant now) {
            if (view.actual() == view.wanted()) return answer(memory, List.of(), "lit", null);
            if (memory.turned() != view.wanted()) {
                return answer(
                        memory, List.of(new LampAction.Turn(view.wanted())), "changing", null);
            }
            Instant deadline = memory.since().plus(DEADLINE);
            return now.isBefore(deadline)
                    ? answer(memory, List.of(), "changing", deadline)
                    : answer(memory, List.of(), "late", null);
        }

        static Evaluation<LampMemory, LampAction, LampStatus> answer(
                LampMemory memory, List<LampAction> actions, String status, Instant wakeAt) {
            return new Evaluation<>(memory, actions, new LampStatus(status), wakeAt, status);
        }

        @Override
        public LampMemory recorded(
                LampMemory memory, LampAction action, ActionResult result, Instant now) {
            return switch (result) {
                case ActionResult.Done _ ->
                        switch (action) {
                            case LampAction.Turn(int brightness) ->
                                    new LampMemory(brightness, now, 0);
                        };
                case ActionResult.Failed _ ->
                        new LampMemory(memory.turned(), memory.since(), memory.failures() + 1);
            };
        }
    }
}
