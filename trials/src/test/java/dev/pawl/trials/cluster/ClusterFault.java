package dev.pawl.trials.cluster;

import dev.pawl.servers.FaultProxy;
import dev.pawl.servers.PostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A fault of a node, its connections or the database.
enum ClusterFault {
    /// The process of a node is killed (SIGKILL), and started again.
    NODE_KILLED(0, 6_000),
    /// The process of a node is suspended (SIGSTOP) for longer than its lease.
    NODE_FROZEN(4_500, 7_000),
    /// The connections of a node are reset.
    CONNECTIONS_CUT(0, 100),
    /// The connections of a node are reset, and no new ones can be made.
    CONNECTIONS_REFUSED(500, 7_000),
    /// Nothing that a node sends or should receive arrives until later.
    CONNECTIONS_SILENT(500, 8_000),
    /// Everything that a node sends or receives is delayed.
    CONNECTIONS_SLOW(2_000, 5_000),
    /// The database is stopped gracefully ("fast"), and started again.
    DATABASE_STOPPED(0, 6_000),
    /// The database is stopped without a checkpoint ("immediate"), and recovers.
    DATABASE_CRASHED(0, 6_000),
    /// All processes of the database are killed (SIGKILL), and it recovers.
    DATABASE_KILLED(0, 6_000);

    private final int millisMin;
    private final int millisMax;

    ClusterFault(int millisMin, int millisMax) {
        this.millisMin = millisMin;
        this.millisMax = millisMax;
    }

    boolean isOfDatabase() {
        return this == DATABASE_STOPPED || this == DATABASE_CRASHED || this == DATABASE_KILLED;
    }

    /// One fault, for one node, for this long.
    record Planned(ClusterFault fault, int node, Duration time) {
        void start(TestCluster cluster, PostgresServer server)
                throws IOException, InterruptedException {
            NodeProcess one = cluster.nodes().get(node);
            FaultProxy proxy = cluster.proxies().get(node);
            switch (fault) {
                case NODE_KILLED -> one.kill();
                case NODE_FROZEN -> one.freeze(true);
                case CONNECTIONS_CUT -> proxy.cut();
                case CONNECTIONS_REFUSED -> {
                    proxy.refuse();
                    proxy.cut();
                }
                case CONNECTIONS_SILENT -> proxy.hold();
                case CONNECTIONS_SLOW -> proxy.delay(time.dividedBy(20));
                case DATABASE_STOPPED -> server.stop();
                case DATABASE_CRASHED -> server.stopImmediately();
                case DATABASE_KILLED -> server.kill();
            }
        }

        void end(TestCluster cluster, PostgresServer server)
                throws IOException, InterruptedException {
            NodeProcess one = cluster.nodes().get(node);
            FaultProxy proxy = cluster.proxies().get(node);
            switch (fault) {
                case NODE_KILLED -> one.restart();
                case NODE_FROZEN -> one.freeze(false);
                case CONNECTIONS_CUT -> {}
                case CONNECTIONS_REFUSED -> proxy.accept();
                case CONNECTIONS_SILENT -> proxy.forward();
                case CONNECTIONS_SLOW -> proxy.delay(Duration.ZERO);
                case DATABASE_STOPPED, DATABASE_CRASHED, DATABASE_KILLED -> server.restart();
            }
        }
    }

    /// Draws faults, all kinds equally often, and counts them.
    static final class Deck {
        private final RandomGenerator dice;
        private final int nodes;
        private final List<ClusterFault> left = new ArrayList<>();
        private final Map<ClusterFault, Integer> drawn = new EnumMap<>(ClusterFault.class);

        Deck(RandomGenerator dice, int nodes) {
            this.dice = dice;
            this.nodes = nodes;
        }

        /// Draws one fault, or two at once: never two of the database, and never two for the same
        /// node.
        List<Planned> draw() {
            Planned first = one(dice.nextInt(nodes));
            if (dice.nextInt(3) > 0) return List.of(first);
            Planned second = one((first.node() + 1 + dice.nextInt(nodes - 1)) % nodes);
            boolean together = !first.fault().isOfDatabase() || !second.fault().isOfDatabase();
            if (together) return List.of(first, second);
            drawn.merge(second.fault(), -1, Integer::sum);
            left.add(second.fault());
            return List.of(first);
        }

        boolean hasDrawnAll() {
            return drawn.size() == values().length && !drawn.containsValue(0);
        }

        @Override
        public String toString() {
            return drawn.toString();
        }

        private Planned one(int node) {
            if (left.isEmpty()) {
                left.addAll(List.of(values()));
                for (int i = left.size() - 1; i > 0; i--) {
                    Collections.swap(left, i, dice.nextInt(i + 1));
                }
            }
            ClusterFault next = left.removeLast();
            drawn.merge(next, 1, Integer::sum);
            int millis = dice.nextInt(next.millisMin, next.millisMax);
            return new Planned(next, node, Duration.ofMillis(millis));
        }
    }
}
