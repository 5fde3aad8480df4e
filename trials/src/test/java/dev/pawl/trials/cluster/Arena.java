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
final class Arena implements AutoCloseable {
    private final Path directory;
    private final String url;
    private final Plan plan;
    private final Clients clients;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<FaultProxy> proxies = new ArrayList<>();

    Arena(Path directory, String url, Plan plan) throws SQLException {
        this.directory = directory;
        this.url = url;
        this.plan = plan;
        Outside.makeTables(url);
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

    /// Lets time pass, in which events are sent.
    void rest(Duration time) throws InterruptedException {
        clients.sendUntil(() -> false, time);
    }

    /// Waits until so many starts were acknowledged.
    void restUntilStarted(int count) throws InterruptedException {
        assertThat(clients.sendUntil(() -> acknowledged().size() >= count, plan.patience()))
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
        Duration patience = plan.patience();
        List<String> wrong = new ArrayList<>();
        if (!clients.sendUntil(this::isAllStarted, patience)) wrong.add("not all were started");
        if (!clients.sendUntil(clients::pauseSchedule, patience)) wrong.add("it is not paused");
        if (!clients.sendUntil(clients::isIdle, patience)) wrong.addAll(clients.live());
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
    Books books() throws Exception {
        try (Store store = PostgresStore.open(url)) {
            Books books = Books.read(store, url);
            books.checkRuns();
            books.checkStarts(acknowledged(), plan.runs());
            books.checkUnique();
            books.checkLimits();
            books.checkRate(plan.rate());
            books.checkSchedule();
            return books;
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

        /// A little more than comes: so there is a line after each trouble, and it gets shorter.
        int rate() {
            return (int) Math.max(2, runs / time.toSeconds() / 4);
        }

        Duration patience() {
            return time.multipliedBy(2).plusSeconds(60);
        }
    }
}
