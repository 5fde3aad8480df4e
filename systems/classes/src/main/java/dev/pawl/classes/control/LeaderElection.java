package dev.pawl.classes.control;

import dev.pawl.classes.cluster.ApplyOptions;
import dev.pawl.classes.cluster.ClusterClient;
import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import dev.pawl.classes.cluster.ResourceManifest;
import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Elects the process that controls, by a Lease of the API server.
///
/// A leader that cannot renew stops before its lease ends for others. Whether a lease has ended is
/// measured from when this process saw its last renewal, so clocks need not agree.
public final class LeaderElection implements AutoCloseable {
    private static final int STOP_PARTS = 3;
    private static final int STOP_AFTER = 2;

    private final Host host;
    private final ClusterClient client;
    private final LeaseSettings settings;
    private final String identity;
    private final Candidate candidate;
    private final Signal closing = new Signal();
    private String seenRenewal = "";
    private Instant seenAt = Instant.MIN;

    private volatile Instant leadsUntil = Instant.MIN;
    private volatile boolean isClosed;

    public LeaderElection(
            Host host, ClusterClient client, LeaseSettings settings, Candidate candidate) {
        this.host = host;
        this.client = client;
        this.settings = settings;
        this.candidate = candidate;
        this.identity = host.where() + "-" + Long.toHexString(host.random().nextLong());
    }

    /// Starts to stand for election.
    public void start() {
        host.start("leader election", this::run);
    }

    /// Returns whether this process leads at this moment.
    public boolean leads() {
        return host.now().isBefore(leadsUntil);
    }

    /// Returns the name under which this process stands for election.
    public String identity() {
        return identity;
    }

    @Override
    public void close() {
        isClosed = true;
        host.raise(closing);
    }

    private void run() {
        boolean isLeading = false;
        while (!isClosed) {
            Instant start = host.now();
            boolean holds = holds();
            if (holds) {
                leadsUntil =
                        start.plus(
                                settings.duration().multipliedBy(STOP_AFTER).dividedBy(STOP_PARTS));
            }
            if (holds && !isLeading) {
                isLeading = true;
                candidate.elected();
            } else if (isLeading && !leads()) {
                isLeading = false;
                candidate.lost();
            }
            await(next(start, isLeading));
        }
        leadsUntil = Instant.MIN;
        if (isLeading) {
            candidate.lost();
            release();
        }
    }

    private Instant next(Instant start, boolean isLeading) {
        Instant renewal = start.plus(settings.renewal());
        return isLeading && leadsUntil.isBefore(renewal) ? leadsUntil : renewal;
    }

    /// Acquires or renews the lease; returns whether this process has it now.
    private boolean holds() {
        try {
            ResourceManifest present = client.get(ref()).orElse(null);
            if (present == null) return isWritten(client.create(lease(null, identity)));
            String holder = present.text("/spec/holderIdentity").orElse("");
            if (!holder.equals(identity) && !holder.isEmpty() && !isOver(present)) {
                if (leads()) leadsUntil = Instant.MIN;
                return false;
            }
            return isWritten(write(present, identity));
        } catch (ClusterException _) {
            // Another process was faster, or the server cannot be reached: what is left of the
            // lease
            // counts.
            return false;
        }
    }

    private boolean isOver(ResourceManifest lease) {
        String renewal = lease.text("/spec/renewTime").orElse("") + lease.resourceVersion();
        if (!renewal.equals(seenRenewal)) {
            seenRenewal = renewal;
            seenAt = host.now();
        }
        return !host.now().isBefore(seenAt.plus(settings.duration()));
    }

    private boolean isWritten(ResourceManifest lease) {
        return lease.text("/spec/holderIdentity").orElse("").equals(identity);
    }

    private ResourceManifest write(ResourceManifest present, String holder) {
        ApplyOptions options = ApplyOptions.by(ClassActuator.MANAGER).forced();
        return client.apply(lease(present, holder), options);
    }

    private void release() {
        try {
            ResourceManifest present = client.get(ref()).orElse(null);
            if (present != null && isWritten(present)) {
                ResourceManifest released = write(present, "");
                assert !isWritten(released);
            }
        } catch (ClusterException _) {
            // It ends by itself.
        }
    }

    private ObjectRef ref() {
        return new ObjectRef(ResourceKind.LEASE, settings.namespace(), settings.name());
    }

    private ResourceManifest lease(@Nullable ResourceManifest present, String holder) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", ResourceKind.LEASE.apiVersion());
        tree.put("kind", ResourceKind.LEASE.kind());
        ObjectNode metadata = tree.putObject("metadata");
        metadata.put("name", settings.name()).put("namespace", settings.namespace());
        if (present != null) metadata.put("resourceVersion", present.resourceVersion());
        tree.putObject("spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", (int) settings.duration().toSeconds())
                .put("renewTime", host.now().truncatedTo(ChronoUnit.MICROS).toString());
        return ResourceManifest.adopt(tree);
    }

    private void await(Instant until) {
        try {
            var _ = host.await(closing, until);
        } catch (InterruptedException _) {
            // Only close ends this task.
            host.clearInterrupt();
        }
    }

    /// A process that stands for election.
    public interface Candidate {
        /// It leads from now on.
        void elected();

        /// It no longer leads.
        void lost();
    }
}
