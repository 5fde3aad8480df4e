package dev.pawl.classes.cluster;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the copy of one source: lists, watches, and lists again when the watch cannot resume or an
/// audit is due.
final class Informer {
    private static final Duration RETRY_MIN = Duration.ofMillis(500);
    private static final Duration RETRY_MAX = Duration.ofSeconds(30);

    private final InformerSource source;
    private final ObjectCache cache;
    private final Informers owner;
    private final Signal signal = new Signal();
    private int failures;
    private int ends;

    private volatile @Nullable ClusterException lost =
            new ClusterException.Unavailable("not listed yet", null);
    private volatile boolean isClosed;

    Informer(InformerSource source, ObjectCache cache, Informers owner) {
        this.source = source;
        this.cache = cache;
        this.owner = owner;
    }

    void start() {
        owner.host().start("informer " + source.kind(), this::run);
    }

    /// Returns why the copy may be out of date, or null if it is not.
    @Nullable ClusterException lost() {
        return lost;
    }

    InformerSource source() {
        return source;
    }

    void close() {
        isClosed = true;
        owner.host().raise(signal);
    }

    private void run() {
        while (!isClosed) {
            try {
                String version = list(false);
                while (version != null && !isClosed) version = follow(version);
            } catch (ClusterException e) {
                lose(e);
            }
            if (!isClosed && lost != null) pause();
        }
    }

    /// Lists, and returns the version to watch from.
    private String list(boolean isAudit) {
        Listing listing = owner.client().list(source.kind(), source.selection());
        List<ObjectCache.Replaced> changes = cache.replace(source.selection(), listing);
        boolean wasLost = lost != null;
        lost = null;
        failures = 0;
        for (ObjectCache.Replaced each : changes) report(each.type(), each.object());
        if (wasLost) owner.listener().synced(source);
        if (isAudit) owner.listener().audited(source, changes.size());
        return listing.resourceVersion();
    }

    /// Watches until the end of the watch or the next audit; returns the version to watch from, or
    /// null if the source must be listed again.
    private @Nullable String follow(String from) {
        Host host = owner.host();
        Instant audit = host.now().plus(owner.auditEvery());
        String version = from;
        Events events = new Events();
        try (Watch _ = owner.client().watch(source.kind(), source.selection(), from, events)) {
            if (lost != null) {
                lost = null;
                owner.listener().synced(source);
            }
            while (!isClosed) {
                Received next = events.poll();
                if (next != null) {
                    version = next.object().resourceVersion();
                    accept(next);
                    continue;
                }
                ClusterException reason = events.end();
                if (reason != null) return resume(reason, version);
                if (!host.now().isBefore(audit)) return list(true);
                await(audit);
            }
            return null;
        } catch (ClusterException.Expired e) {
            return resume(e, version);
        } catch (ClusterException e) {
            lose(e);
            pause();
            return version;
        }
    }

    /// Servers end watches from time to time, and one that does so at once must not be asked at
    /// once again.
    private @Nullable String resume(ClusterException reason, String version) {
        if (ends > 0) pause();
        ends++;
        return reason instanceof ClusterException.Expired ? null : version;
    }

    private void accept(Received next) {
        failures = 0;
        ends = 0;
        if (next.type() == WatchListener.Type.DELETED) {
            if (cache.remove(next.object())) report(next.type(), next.object());
            return;
        }
        WatchListener.Type type = cache.put(next.object());
        if (type != null) report(type, next.object());
    }

    private void report(WatchListener.Type type, ResourceManifest object) {
        owner.listener().changed(new ObjectChange(source.kind(), type, object));
    }

    private void lose(ClusterException reason) {
        boolean wasLost = lost != null;
        lost = reason;
        if (!wasLost || failures == 0) owner.listener().lost(source, reason);
    }

    private void pause() {
        Duration pause = RETRY_MIN.multipliedBy(1L << Math.min(failures, 10));
        failures++;
        Instant end = owner.host().now().plus(pause.compareTo(RETRY_MAX) > 0 ? RETRY_MAX : pause);
        while (!isClosed && owner.host().now().isBefore(end)) await(end);
    }

    private void await(Instant until) {
        try {
            owner.host().await(signal, until);
        } catch (InterruptedException _) {
            // Only close ends this task.
            owner.host().clearInterrupt();
        }
    }

    /// What a watch has reported and the informer has not yet seen.
    private final class Events implements WatchListener {
        private final Deque<Received> queue = new ArrayDeque<>();
        private @Nullable ClusterException end;

        @Override
        public void changed(Type type, ResourceManifest object) {
            synchronized (this) {
                queue.add(new Received(type, object));
            }
            owner.host().raise(signal);
        }

        @Override
        public void closed(ClusterException reason) {
            synchronized (this) {
                end = reason;
            }
            owner.host().raise(signal);
        }

        synchronized @Nullable Received poll() {
            return queue.poll();
        }

        synchronized @Nullable ClusterException end() {
            return end;
        }
    }

    private record Received(WatchListener.Type type, ResourceManifest object) {}
}
