package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Retention;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Prunes ended runs and trims long histories in the background, in batches, and only when there is
/// something to remove.
public final class Retentions {
    private static final int BATCH = 20_000;
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration IDLE_ROUND = Duration.ofMinutes(1);

    private final Kernel kernel;
    private final ConcurrentSkipListMap<String, RetentionSettings> all =
            new ConcurrentSkipListMap<>();
    private final AtomicBoolean ended = new AtomicBoolean(true);
    private final Signal wake = new Signal();
    // Held while settings change: what is stored and what is in memory must agree.
    private final RunLock changing = new RunLock();

    /// How far the histories of runs are to be trimmed. A crash forgets it; the run comes here
    /// again when its history has grown as much once more.
    private final ConcurrentHashMap<RunId, Long> trims = new ConcurrentHashMap<>();

    Retentions(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Sets how long ended runs of a machine are kept, durably.
    public void set(RetentionSettings settings) {
        kernel.requireOpen();
        store(settings);
        ended.set(true);
        kernel.host.raise(wake);
    }

    /// Returns all settings, by machine.
    public List<RetentionSettings> all() {
        return List.copyOf(all.values());
    }

    /// Takes over settings that another node may have changed.
    void reload() {
        changing.exclusively(kernel.host, this::load);
        kernel.host.raise(wake);
    }

    private void load() {
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.RETENTION)) {
            all.put(document.name(), EngineDocuments.decode(document, RetentionSettings.class));
        }
        retain();
    }

    void open(List<RetentionSettings> declared) {
        reload();
        for (RetentionSettings settings : declared) {
            if (!settings.equals(all.get(settings.machine()))) store(settings);
        }
    }

    void start() {
        kernel.loop("retention", this::turn);
    }

    void close() {
        kernel.host.raise(wake);
    }

    /// Takes note of a change that is durable: a run may have ended, or its history may be too
    /// long.
    void changed(@Nullable Run before, Run after) {
        // Almost always true already; a plain read is cheaper than a write.
        if (after.status().isEnd() && !ended.get()) ended.set(true);
        RetentionSettings settings = all.get(after.machine());
        if (settings != null && after.status().isEnd()) kernel.recentEnds.add(after, kernel.now());
        Long kept = settings == null ? null : settings.history();
        if (kept == null) return;
        long length = before == null ? 0 : before.version();
        boolean due = after.version() > kept && length / kept < after.version() / kept;
        if (!due) return;
        trims.put(after.id(), after.version() - kept);
        kernel.host.raise(wake);
    }

    private void store(RetentionSettings settings) {
        String machine = settings.machine();
        var body = JsonCodec.JSON.encode(settings);
        Commit commit = Commit.of(new NamedDocument(NamedDocument.Kind.RETENTION, machine, body));
        changing.exclusively(
                kernel.host,
                () -> {
                    kernel.commitNow(commit);
                    all.put(machine, settings);
                    retain();
                });
    }

    /// An unattended engine removes nothing.
    private void retain() {
        if (!kernel.attended) return;
        kernel.store.retain(all.values().stream().map(this::retention).toList());
    }

    private Retention retention(RetentionSettings settings) {
        Duration age = settings.age();
        Instant before = age == null ? null : kernel.now().minus(bounded(age));
        return new Retention(settings.machine(), before, settings.keep());
    }

    private void turn() {
        trim();
        // Where nodes share the store the oldest prunes for all, and does not hear of every end.
        boolean first = kernel.node.rank() == 0;
        boolean shared = kernel.node.isShared();
        boolean news = first && (ended.getAndSet(false) || shared);
        boolean byAge = all.values().stream().anyMatch(s -> s.age() != null);
        if (first && (news || byAge)) all.values().forEach(this::prune);
        Instant next = kernel.now().plus(news && !shared ? ROUND : IDLE_ROUND);
        try {
            kernel.host.await(wake, all.isEmpty() ? Instant.MAX : next);
        } catch (InterruptedException _) {
            // This task is never interrupted; another round does no harm.
        }
    }

    private void trim() {
        for (RunId id : trims.keySet()) {
            Long upTo = trims.remove(id);
            if (upTo != null) kernel.store.trim(id, upTo);
        }
    }

    private void prune(RetentionSettings settings) {
        while (!kernel.isClosing()) {
            if (kernel.store.prune(retention(settings), BATCH) < BATCH) return;
            kernel.pause(PAUSE);
        }
    }

    private static Duration bounded(Duration age) {
        return age.compareTo(Limits.DELAY_MAX) < 0 ? age : Limits.DELAY_MAX;
    }
}
