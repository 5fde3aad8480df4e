package dev.pawl.engine.internal.loop;

import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Refused;
import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunInputs;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Message;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Delivers messages of runs to other runs; the end of a child is never delivered before its start.
///
/// A parent learns of a follow-up run from the run that it follows, and of its end from the
/// follow-up run itself. Messages of different runs have no order, and a parent that counted the
/// end first would have too few live children. So such an end waits for its start: in memory while
/// this process delivers the start, and otherwise until the start is no longer in the store. The
/// ends of other children are delivered at once.
final class MessageDelivery {
    /// At most this many follow-up runs are remembered as known to their parents; for others, the
    /// store is read.
    private static final int ANNOUNCED_MAX = 100_000;

    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(1);
    private static final Duration LOOK_AGAIN_AFTER_MAX = Duration.ofSeconds(1);

    private final Kernel kernel;
    private final Registry registry;
    private final RunInputs inputs;
    // By the id of a follow-up run whose start this process is about to deliver: the ends that
    // wait.
    private final Map<String, List<Message>> waiting = new ConcurrentHashMap<>();
    private final Set<String> announced = ConcurrentHashMap.newKeySet();

    MessageDelivery(Kernel kernel, Registry registry, RunInputs inputs) {
        this.kernel = kernel;
        this.registry = registry;
        this.inputs = inputs;
    }

    /// Lets ends wait for those of these messages that announce follow-up runs; to be called before
    /// these runs are carried out.
    void expect(List<Message> sent) {
        for (Message message : sent) {
            if (message.kind() == Message.Kind.CHILD_STARTED) {
                waiting.put(message.name(), List.of());
            }
        }
    }

    /// Delivers a message that its sender, as it is now, has just sent.
    void deliver(Run sender, Message message) {
        boolean follows = sender.origin().links().cause() != null;
        if (follows && message.kind() == Message.Kind.CHILD_ENDED) deliverEnd(message);
        else deliverNow(sender.id(), message);
    }

    /// Delivers a message that an earlier process or another node has sent.
    void deliver(Message message) {
        if (message.kind() == Message.Kind.CHILD_ENDED && mayBeEarly(message)) deliverEnd(message);
        else deliverNow(null, message);
    }

    /// Returns whether a child follows another run or is followed itself, as far as is known.
    private boolean mayBeEarly(Message end) {
        Run child = kernel.getPatiently(() -> kernel.store.run(sender(end)).orElse(null));
        if (child == null || child.origin().links().cause() != null) return true;
        return registry.definition(child.machine()).filter(d -> d.then().isEmpty()).isEmpty();
    }

    private void deliverEnd(Message end) {
        String child = end.body().text();
        boolean waits = waiting.computeIfPresent(child, (_, ends) -> added(ends, end)) != null;
        if (waits) return;
        // This thread may hold the lock that the delivery of the start needs, so a task waits.
        if (!announced.remove(child) && isEarly(end)) {
            long epoch = kernel.node.epoch();
            kernel.start("child-end", () -> deliverAfterStart(end, epoch));
        } else {
            deliverNow(sender(end), end);
        }
    }

    private void deliverAfterStart(Message end, long epoch) {
        Duration pause = LOOK_AGAIN_AFTER;
        do {
            kernel.pause(pause);
            // The next start of the engine delivers it, or the node that claims it.
            boolean lost = kernel.node.epoch() != epoch;
            if (lost || kernel.isClosing() || kernel.isBroken()) return;
            pause = pause.multipliedBy(2);
            if (pause.compareTo(LOOK_AGAIN_AFTER_MAX) > 0) pause = LOOK_AGAIN_AFTER_MAX;
        } while (isEarly(end));
        deliverNow(sender(end), end);
    }

    /// Returns whether the start of a child, or of a run that follows it, is not delivered yet.
    private boolean isEarly(Message end) {
        long beyond = 0;
        while (true) {
            long from = beyond;
            List<Message> found =
                    kernel.getPatiently(() -> kernel.store.messages(from, Page.LIMIT_MAX));
            for (Message message : found) if (goesBefore(message, end)) return true;
            if (found.size() < Page.LIMIT_MAX) return false;
            beyond = found.getLast().id();
        }
    }

    private static boolean goesBefore(Message message, Message end) {
        if (message.kind() != Message.Kind.CHILD_STARTED) return false;
        if (!message.to().equals(end.to())) return false;
        String child = end.body().text();
        return message.name().equals(child) || message.body().text().equals(child);
    }

    /// Delivers a message to its run, waiting for the store. A message that no run can take is
    /// removed, and an event is reported.
    private void deliverNow(@Nullable RunId from, Message message) {
        boolean delivered = false;
        try {
            String lost = apply(message);
            delivered = true;
            if (lost != null && message.kind() == Message.Kind.EVENT) {
                kernel.publish(
                        new EngineEvent.EventUndelivered(from, message.to(), message.name(), lost));
            }
        } finally {
            if (message.kind() == Message.Kind.CHILD_STARTED) release(message.name(), delivered);
        }
    }

    private @Nullable String apply(Message message) {
        try {
            Input input = new Input.Delivered(message);
            Decision decision = kernel.getPatiently(() -> inputs.apply(message.to(), input));
            boolean late = decision.entries().isEmpty() && decision.taken().contains(message);
            return late ? Recipients.ended(decision.run().status()) : null;
        } catch (Refused.UnknownRun _) {
            kernel.commit(Commit.NONE.taking(List.of(message)));
            return Recipients.MISSING;
        }
    }

    /// Delivers the ends that waited for the start of a follow-up run. If the start could not be
    /// delivered here, they wait until another process has delivered it.
    private void release(String child, boolean delivered) {
        // An end that comes meanwhile finds the run here or there.
        if (delivered && announced.size() < ANNOUNCED_MAX) announced.add(child);
        List<Message> ends = waiting.remove(child);
        if (ends == null) return;
        for (Message end : ends) kernel.guarded("message", () -> deliverEnd(end));
    }

    private static RunId sender(Message message) {
        return RunId.parse(message.body().text());
    }

    private static List<Message> added(List<Message> all, Message one) {
        List<Message> more = new ArrayList<>(all);
        more.add(one);
        return more;
    }
}
