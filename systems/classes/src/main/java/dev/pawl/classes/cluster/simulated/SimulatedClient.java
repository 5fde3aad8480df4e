package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.Listing;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.Preconditions;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.classes.cluster.Selection;
import dev.pawl.classes.cluster.Watch;
import dev.pawl.classes.cluster.WatchListener;
import dev.pawl.engine.Host;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A client of the simulated cluster: the way to the server, with its delays and faults.
final class SimulatedClient implements ClusterClient {
    private final SimulatedCluster cluster;
    private final Host host;
    private final String manager;
    private final List<WatchStream> watches = new CopyOnWriteArrayList<>();

    SimulatedClient(SimulatedCluster cluster, Host host, String manager) {
        this.cluster = cluster;
        this.host = host;
        this.manager = manager;
    }

    @Override
    public Optional<ResourceManifest> get(ObjectRef ref) {
        return read(state -> {
            state.kinds().rules(ref.kind());
            return Optional.ofNullable(state.store().find(ref)).map(StoredObject::manifest);
        });
    }

    @Override
    public Listing list(ResourceKind kind, Selection selection) {
        return read(state -> {
            state.kinds().rules(kind);
            return new Listing(
                    state.store().list(kind, selection), Long.toString(state.store().version()));
        });
    }

    @Override
    public Watch watch(
            ResourceKind kind,
            Selection selection,
            String resourceVersion,
            WatchListener listener) {
        WatchStream stream = new WatchStream(host, kind, selection, listener);
        read(state -> {
            state.open(stream, kind, resourceVersion);
            return stream;
        });
        watches.removeIf(WatchStream::isOver);
        watches.add(stream);
        stream.start();
        return stream;
    }

    @Override
    public ResourceManifest create(ResourceManifest object) {
        return write(state -> state.writes().create(object, manager, state.now()));
    }

    @Override
    public ResourceManifest apply(ResourceManifest object, ApplyOptions options) {
        return write(state -> state.writes().apply(object, options, state.now()));
    }

    @Override
    public ResourceManifest replace(ResourceManifest object) {
        return write(state -> state.writes().replace(object, manager));
    }

    @Override
    public ResourceManifest replaceStatus(ResourceManifest object) {
        return write(state -> state.writes().replaceStatus(object));
    }

    @Override
    public ResourceManifest patchMetadata(
            ObjectRef ref, String mergePatch, @Nullable String resourceVersion) {
        ResourceManifest patch = ResourceManifest.parse(mergePatch);
        return write(
                state -> state.writes().patchMetadata(ref, patch.tree(), manager, resourceVersion));
    }

    @Override
    public void delete(ObjectRef ref, Preconditions preconditions) {
        write(state -> {
            state.writes().delete(ref, preconditions, state.now());
            return ref;
        });
    }

    @Override
    public boolean serves(ResourceKind kind) {
        return read(state -> state.kinds().serves(kind));
    }

    @Override
    public void close() {
        watches.forEach(WatchStream::close);
        watches.clear();
    }

    private <T> T read(Function<ClusterState, T> work) {
        cluster.count(false);
        return call(work);
    }

    private <T> T write(Function<ClusterState, T> work) {
        cluster.count(true);
        return call(work);
    }

    private <T> T call(Function<ClusterState, T> work) {
        Way way = cluster.state().locked(Way::drawn);
        WatchStream.Pauses.take(host, way.latency());
        if (way.failsBefore()) throw failed("before it arrived");
        T result =
                cluster.state()
                        .locked(state -> {
                            state.requireUp();
                            return work.apply(state);
                        });
        if (way.failsAfter()) throw failed("before the answer came");
        return result;
    }

    private static ClusterException failed(String when) {
        return new ClusterException.Unavailable("the connection was lost " + when, null);
    }

    /// What happens to one request.
    private record Way(Duration latency, boolean failsBefore, boolean failsAfter) {
        static Way drawn(ClusterState state) {
            Faults faults = state.faults();
            boolean fails = state.happens(faults.unavailable());
            boolean isBefore = fails && state.random().nextBoolean();
            return new Way(state.upTo(faults.latencyMax()), isBefore, fails && !isBefore);
        }
    }
}
