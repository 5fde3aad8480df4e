package dev.pawl.classes.cluster;

import dev.pawl.engine.Host;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Local copies of the objects that a controller looks at, kept up to date by watches.
///
/// A watch that ends is resumed; one that cannot be is replaced by a list. A periodic audit lists
/// everything again and reports what the watches had missed. A source that cannot be reached is
/// *lost*, which is never the same as empty: its copy remains, and [#lost()] names it.
public final class Informers implements AutoCloseable {
    private final Host host;
    private final ClusterClient client;
    private final Settings settings;
    private final InformerListener listener;
    private final Map<ResourceKind, ObjectCache> caches = new LinkedHashMap<>();
    private final List<Informer> informers;

    private Informers(
            Host host, ClusterClient client, Settings settings, InformerListener listener) {
        this.host = host;
        this.client = client;
        this.settings = settings;
        this.listener = listener;
        for (InformerSource source : settings.sources()) {
            caches.computeIfAbsent(source.kind(), _ -> new ObjectCache(settings.label()));
        }
        this.informers =
                settings.sources().stream()
                        .map(source -> new Informer(source, cache(source.kind()), this))
                        .toList();
    }

    /// Starts to list and to watch. Sources of one kind share a cache, so they must not overlap.
    public static Informers start(
            Host host, ClusterClient client, Settings settings, InformerListener listener) {
        Informers started = new Informers(host, client, settings, listener);
        started.informers.forEach(Informer::start);
        return started;
    }

    /// Returns the copy of a kind.
    public ObjectCache cache(ResourceKind kind) {
        ObjectCache found = caches.get(kind);
        if (found == null) {
            throw new IllegalArgumentException(
                    "expected one of the kinds %s, found %s".formatted(caches.keySet(), kind));
        }
        return found;
    }

    /// Returns the sources whose copies may be out of date, with the reason: also those that were
    /// not listed yet.
    public Map<InformerSource, ClusterException> lost() {
        return informers.stream()
                .filter(informer -> informer.lost() != null)
                .collect(
                        Collectors.toMap(
                                Informer::source,
                                informer -> Optional.ofNullable(informer.lost()).orElseThrow(),
                                (first, _) -> first,
                                LinkedHashMap::new));
    }

    /// Adds what a write of this process returned, so that the next look at the copy sees it
    /// although its event is still on its way.
    public void written(ResourceKind kind, ResourceManifest object) {
        cache(kind).put(object);
    }

    /// Ends all watches.
    @Override
    public void close() {
        informers.forEach(Informer::close);
    }

    Host host() {
        return host;
    }

    ClusterClient client() {
        return client;
    }

    InformerListener listener() {
        return listener;
    }

    Duration auditEvery() {
        return settings.auditEvery();
    }

    /// What to observe.
    ///
    /// @param label the label by whose values copies are indexed
    /// @param auditEvery how often a source is listed although its watch seems to work
    public record Settings(List<InformerSource> sources, String label, Duration auditEvery) {
        public Settings {
            sources = List.copyOf(sources);
            if (auditEvery.isNegative() || auditEvery.isZero()) {
                throw new IllegalArgumentException(
                        "expected a time between audits, found " + auditEvery);
            }
        }
    }
}
