package dev.pawl.engine.internal.limits;

import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.store.Queued;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One queue in memory: who holds a slot, and the first of those who wait.
///
/// A run that is picked counts as a holder at once, before that is durable; so the limit holds at
/// every moment. All methods are synchronized on this object.
public final class QueueState {
    public static final int WINDOW = 2_000;

    private static final double WEIGHT = 0.2;
    private static final Comparator<Queued> ORDER =
            Comparator.comparingInt(Queued::priority).reversed().thenComparing(Queued::run);

    private final Map<RunId, Holder> holders = new HashMap<>();
    private final Map<String, Integer> perKey = new HashMap<>();
    private final TreeSet<Queued> window = new TreeSet<>(ORDER);
    private QueueSettings settings;
    private RateWindow rate;
    private boolean complete;
    // A run arrived while the store was asked, and may not be in its answer.
    private boolean missed;
    // The full keys besides which the store had no other run, as long as none arrived since.
    private @Nullable Set<String> exhaustedKeys;
    // The keys that the store was not asked about; those who wait there may have come first.
    private Set<String> hidden = Set.of();
    private double heldSeconds;

    public QueueState(QueueSettings settings, RateWindow rate) {
        this.settings = settings;
        this.rate = rate;
    }

    public synchronized QueueSettings settings() {
        return settings;
    }

    public synchronized void settings(QueueSettings next) {
        settings = next;
    }

    /// Takes note of a change of a run's status, which may come after the run was picked: the store
    /// shows a run that waits before its change is noted here.
    public synchronized void changed(
            Queued run, @Nullable RunStatus before, RunStatus after, Instant now) {
        boolean held = before != null && before.holdsSlot();
        // One decision may lead out of the queue and into it again, through a wait.
        if (held && !after.holdsSlot()) released(run.run(), now);
        if (after == RunStatus.QUEUED) enqueued(run);
        if (before == RunStatus.QUEUED) window.remove(run);
        if (after.holdsSlot()) held(run, now);
    }

    public synchronized void enqueued(Queued run) {
        exhaustedKeys = null;
        if (holders.containsKey(run.run())) {
            // If it is not admitted after all, the store still has it.
            missed = true;
            complete = false;
            return;
        }
        // What the window does not reach is left to the store, or it would overtake others there.
        boolean beyond = window.isEmpty() || ORDER.compare(run, window.last()) > 0;
        if (!complete && beyond) {
            missed = true;
            return;
        }
        window.add(run);
        if (window.size() > 2 * WINDOW) {
            while (window.size() > WINDOW) window.removeLast();
            complete = false;
        }
    }

    public synchronized void held(Queued run, Instant since) {
        if (holders.put(run.run(), new Holder(run.key(), since)) == null) {
            perKey.merge(run.key(), 1, Integer::sum);
        }
    }

    public synchronized void released(RunId run, Instant now) {
        Holder holder = holders.remove(run);
        if (holder == null) return;
        perKey.computeIfPresent(holder.key(), (key, count) -> count == 1 ? null : count - 1);
        double took = Duration.between(holder.since(), now).toMillis() / 1_000.0;
        heldSeconds = heldSeconds == 0 ? took : heldSeconds + WEIGHT * (took - heldSeconds);
    }

    /// Lets a run that was picked wait again.
    public synchronized void returned(Queued run, Instant now) {
        released(run.run(), now);
        enqueued(run);
    }

    /// Picks the next run, as far as the limits allow.
    public synchronized Pick pick(Instant now) {
        if (settings.paused()) return new Pick.Nothing(null);
        int limit = settings.concurrency();
        if (limit > 0 && holders.size() >= limit) return new Pick.Nothing(null);
        Duration span = settings.rateWindow();
        if (settings.rateCount() > 0 && span != null) {
            Instant at = rate.nextAt(now, settings.rateCount(), span);
            if (at != null) return new Pick.Nothing(at);
        }
        if (hasHiddenTurn()) return look(fullKeys());
        for (Queued run : window) {
            if (isKeyFull(run.key())) continue;
            window.remove(run);
            held(run, now);
            if (settings.rateCount() > 0 && span != null) rate = rate.admitted(now, span);
            return new Pick.Next(run);
        }
        // As long as there is room, those whose key is full are in the window too, in their order.
        Set<String> full = window.isEmpty() ? Set.of() : fullKeys();
        return complete || full.equals(exhaustedKeys) ? new Pick.Nothing(null) : look(full);
    }

    private Pick look(Set<String> except) {
        missed = false;
        return new Pick.Look(except);
    }

    /// Returns whether a key that the store was not asked about is free again, with no run of it in
    /// the window.
    private boolean hasHiddenTurn() {
        if (hidden.isEmpty()) return false;
        Set<String> free = new HashSet<>(hidden);
        free.removeIf(this::isKeyFull);
        for (Queued run : window) free.remove(run.key());
        return !free.isEmpty();
    }

    /// Takes over what the store says of who waits, except for some keys; `all` if there are no
    /// more than these.
    public synchronized void refilled(List<Queued> waiting, Set<String> except, boolean all) {
        for (Queued run : waiting) if (!holders.containsKey(run.run())) window.add(run);
        complete = all && except.isEmpty() && !missed;
        exhaustedKeys = all && !missed ? except : null;
        hidden = except;
    }

    public synchronized RateWindow rate() {
        return rate;
    }

    public synchronized Set<RunId> holders() {
        return Set.copyOf(holders.keySet());
    }

    public synchronized int held() {
        return holders.size();
    }

    public synchronized boolean isKeyFull(String key) {
        int limit = settings.perKey();
        return limit > 0 && perKey.getOrDefault(key, 0) >= limit;
    }

    /// Returns when the rate allows the next admission, or null if it does now.
    public synchronized @Nullable Instant rateAt(Instant now) {
        Duration span = settings.rateWindow();
        if (settings.rateCount() == 0 || span == null) return null;
        return rate.nextAt(now, settings.rateCount(), span);
    }

    /// Returns how long a slot is held on average lately, or null if that is not known.
    public synchronized @Nullable Duration usualHold() {
        return heldSeconds == 0 ? null : Duration.ofMillis((long) (heldSeconds * 1_000));
    }

    private Set<String> fullKeys() {
        Set<String> full = new HashSet<>();
        for (String key : perKey.keySet()) if (isKeyFull(key)) full.add(key);
        return full;
    }

    private record Holder(String key, Instant since) {}

    /// The result of a pick.
    public sealed interface Pick {
        /// This run is next.
        record Next(Queued run) implements Pick {}

        /// No run now; time alone changes that at `at`, if it is given.
        record Nothing(@Nullable Instant at) implements Pick {}

        /// The window is used up: the store knows who else waits, except for these keys.
        record Look(Set<String> exceptKeys) implements Pick {}
    }
}
