package dev.pawl.trials.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Store;
import dev.pawl.servers.FaultProxy;
import dev.pawl.store.PostgresStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Nodes that share a database, each in a process of its own, and the engine of their clients.
final class TestCluster implements AutoCloseable {
    private final Path directory;
    private final String url;
    private final Plan plan;
    private final Clients clients;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<FaultProxy> proxies = new ArrayList<>();

    TestCluster(Path directory, String url, Plan plan) throws SQLException {
        this.directory = directory;
        this.url = url;
        this.plan = plan;
        ExternalSystem.makeTables(url);
        this.clients = new Clients(url, plan.lease());
    }

    List<NodeProcess> nodes() {
        return nodes;
    }

    List<FaultProxy> proxies() {
        return proxies;
    }

    /// Starts the nodes, each behind a proxy of its own in front of a port.
    void startBehindProxies(int port) throws IOException {
        for (int i = 0; i < plan.nodes(); i++) {
            FaultProxy proxy = FaultProxy.start(port);
            proxies.add(proxy);
            nodes.add(node(proxy.through(url), i));
        }
    }

    /// Starts the nodes.
    void start() throws IOException {
        for (int i = 0; i < plan.nodes(); i++) nodes.add(node(url, i));
    }

    private NodeProcess node(String address, int index) throws IOException {
        NodeSettings settings =
                new NodeSettings(
                        address,
                        directory.resolve("acks-" + index),
                        index,
                        plan.nodes(),
                        plan.runs(),
                        plan.pace(),
                        plan.rate(),
                        plan.lease());
        return new NodeProcess(settings, directory.resolve("log-" + index));
    }

    /// Waits, and sends events meanwhile.
    void rest(Duration time) throws InterruptedException {
        clients.sendUntil(() -> false, time);
    }

    /// Waits until this many starts were acknowledged.
    void restUntilStarted(int count) throws InterruptedException {
        assertThat(clients.sendUntil(() -> acknowledged().size() >= count, plan.timeMax()))
                .as(() -> Logs.of(nodes))
                .isTrue();
    }

    /// Fails if a node has ended by itself.
    void requireAlive() {
        for (NodeProcess node : nodes) {
            assertThat(node.isAlive()).as(() -> Logs.of(nodes)).isTrue();
        }
    }

    /// Waits until all runs have ended, closes the nodes, and returns everything that is wrong.
    List<String> finish() throws Exception {
        Duration timeMax = plan.timeMax();
        List<String> wrong = new ArrayList<>();
        if (!clients.sendUntil(this::isAllStarted, timeMax)) wrong.add("not all were started");
        if (!clients.sendUntil(clients::pauseSchedule, timeMax)) wrong.add("it is not paused");
        if (!clients.sendUntil(clients::isIdle, timeMax)) wrong.addAll(clients.live());
        wrong.addAll(Logs.unexpected(clients.failedTasks()));
        for (NodeProcess node : nodes) {
            int code = wrong.isEmpty() ? node.end() : 0;
            if (code != 0) wrong.add("%s: exit code %d".formatted(node.settings.name(), code));
            wrong.addAll(Logs.unexpected(node.output()));
        }
        return wrong;
    }

    /// Returns the starts that were acknowledged on any node, each a number and an id.
    List<String> acknowledged() {
        List<String> all = new ArrayList<>();
        try {
            for (NodeProcess node : nodes) all.addAll(node.acknowledged());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /// Compares what is in the database with what should be.
    DatabaseChecks checks() throws Exception {
        try (Store store = PostgresStore.open(url)) {
            DatabaseChecks checks = DatabaseChecks.read(store, url);
            checks.checkRuns();
            checks.checkStarts(acknowledged(), plan.runs());
            checks.checkUnique();
            checks.checkLimits();
            checks.checkRate(plan.rate());
            checks.checkSchedule();
            return checks;
        }
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(NodeProcess::close);
        clients.close();
        for (FaultProxy proxy : proxies) proxy.close();
    }

    private boolean isAllStarted() {
        return acknowledged().stream().filter(NodeMain.DONE::equals).count() == nodes.size();
    }

    /// How many nodes, how many runs they start in most of this time, and how long leases are.
    record Plan(int nodes, int runs, Duration time, Duration lease) {
        /// Each run is started by two nodes.
        Duration pace() {
            return time.multipliedBy(4L * nodes).dividedBy(5 * 2L * runs);
        }

        /// Slightly more than arrive: after each fault a queue builds up, and gets shorter again.
        int rate() {
            return (int) Math.max(2, runs / time.toSeconds() / 4);
        }

        Duration timeMax() {
            return time.multipliedBy(2).plusSeconds(60);
        }
    }
}
