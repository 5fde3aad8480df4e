package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.engine.Host;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// A Kubernetes cluster in memory: an API server, the controllers of workloads, garbage collection
/// and a kubelet, with faults on demand.
///
/// It has the built-in kinds that this system uses, and those that are defined. Time and threads
/// come from a [Host], everything random from a seed. All methods may be called from any thread.
public final class SimulatedCluster implements AutoCloseable {
    private final ClusterState state;
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();

    private SimulatedCluster(ClusterState state) {
        this.state = state;
    }

    /// Starts an empty cluster with the namespace `default`.
    public static SimulatedCluster start(Host host, Settings settings) {
        return new SimulatedCluster(new ClusterState(host, settings));
    }

    /// Returns a client whose writes belong to a field manager. Its watches run on `host`, which
    /// may be another one than the cluster's: that of a node that crashes.
    public ClusterClient client(Host host, String manager) {
        return new SimulatedClient(this, host, manager);
    }

    /// Adds a kind by its CustomResourceDefinition, which says how objects are checked and merged.
    public void define(ResourceManifest definition) {
        KindRules rules = KindRules.parse(definition);
        changing(each -> each.kinds().add(rules));
    }

    /// Adds a kind whose objects are not checked.
    public void define(ResourceKind kind) {
        changing(each -> each.kinds().add(KindRules.withoutSchema(kind)));
    }

    /// Returns the kinds that it serves.
    public List<ResourceKind> kinds() {
        return state.locked(each -> each.kinds().all());
    }

    /// Adds a namespace; adding it again changes nothing.
    public void addNamespace(String name) {
        changing(each -> each.kinds().addNamespace(name));
    }

    /// Breaks a Deployment or a Knative Service.
    public void inject(ObjectRef workload, Breakage breakage) {
        changing(each -> each.inject(workload, breakage));
    }

    /// Repairs a workload that was broken.
    public void heal(ObjectRef workload) {
        changing(each -> each.heal(workload));
    }

    /// Sets how requests and watches fail from now on.
    public void faults(Faults faults) {
        changing(each -> each.faults(faults));
    }

    /// Starts an outage of the API server: no request is answered, and all watches end.
    public void stopServer() {
        changing(each -> each.down(true));
    }

    /// Ends an outage.
    public void restartServer() {
        changing(each -> each.down(false));
    }

    /// Ends all watches, as servers do from time to time.
    public void endWatches() {
        changing(each ->
                each.endWatches(
                        new ClusterException.Unavailable("the server ended the watch", null)));
    }

    /// Forgets all past changes: who watches from an earlier version must list again.
    public void forgetHistory() {
        changing(each -> {
            each.store().forget();
            each.endWatches(new ClusterException.Expired("the server forgot its history"));
        });
    }

    /// Returns how many requests did not write.
    public long reads() {
        return reads.sum();
    }

    /// Returns how many requests wrote, or tried to.
    public long writes() {
        return writes.sum();
    }

    /// Ends all watches and the cluster's own controllers.
    @Override
    public void close() {
        changing(ClusterState::close);
    }

    ClusterState state() {
        return state;
    }

    void count(boolean isWrite) {
        (isWrite ? writes : reads).increment();
    }

    private void changing(Consumer<ClusterState> change) {
        state.locked(each -> {
            change.accept(each);
            return each;
        });
    }

    /// How a cluster behaves.
    ///
    /// @param seed decides names, uids, times and faults
    /// @param reaction how long its controllers take to notice a change
    /// @param startMax how long the containers of a pod take to start at most
    /// @param eventsMax how many past changes a watch can resume from
    public record Settings(long seed, Duration reaction, Duration startMax, int eventsMax) {
        private static final int EVENTS = 10_000;

        /// Returns those of a fast cluster.
        public static Settings seed(long seed) {
            return new Settings(seed, Duration.ofMillis(20), Duration.ofSeconds(2), EVENTS);
        }

        /// Returns the same settings with another time that containers take to start.
        public Settings startMax(Duration time) {
            return new Settings(seed, reaction, time, eventsMax);
        }

        /// Returns the same settings with another number of remembered changes.
        public Settings eventsMax(int events) {
            return new Settings(seed, reaction, startMax, events);
        }
    }
}
