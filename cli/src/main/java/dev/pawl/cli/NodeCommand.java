package dev.pawl.cli;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.store.Pawl;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Is a node: executes the runs of the machines in jars until it is told to stop.
@Command(
        name = "node",
        description = {
            "Executes runs of the machines in jars, until SIGTERM or SIGINT (Ctrl-C).",
            "Then it closes in order: attempts under way are waited for, and other nodes go on with"
                    + " the rest at once. What happens to the node is one line each. Queues, pools"
                    + " and schedules are those that the store knows."
        },
        footer = {
            "",
            "Examples:",
            "  pawl node --store jdbc:postgresql://db/orders --jar target/app.jar",
            "  pawl node --store jdbc:postgresql://db/orders --name west-1 --lease 15s"
                    + " --heartbeat 5s \\",
            "      --classpath 'target/classes:target/lib/a.jar' --class com.example.Machines",
            "  pawl node --home .pawl --jar target/app.jar    alone, on a directory"
        })
final class NodeCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "A jar whose machines are executed; may be repeated.")
    List<Path> jars = new ArrayList<>();

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            description =
                    "Jars and directories that the machines need, one after the other as for java;"
                            + " without --jar the machines are looked for in these.")
    @Nullable String classpath;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description =
                    "A class whose static fields are the machines; may be repeated. All classes are"
                            + " searched unless told.")
    List<String> classes = new ArrayList<>();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = {
                "The node's name; one that nobody has unless told.",
                "A node of the same name that is live is replaced."
            })
    @Nullable String name;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = Span.class,
            description = "After how long without a sign others take over (default: 30s).")
    Duration lease = Duration.ofSeconds(30);

    @Option(
            names = "--heartbeat",
            paramLabel = "TIME",
            converter = Span.class,
            description = "How often it gives a sign (default: 10s).")
    Duration heartbeat = Duration.ofSeconds(10);

    NodeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        Place place = shell.place();
        NodeNews news = new NodeNews(shell);
        shell.ending.begin();
        try {
            Runnable close = open(place, machines(), news);
            news.say("ready", "ready, on %s; SIGTERM or Ctrl-C ends it".formatted(place));
            try {
                shell.ending.await();
                news.say("closing", "closing: attempts under way are waited for");
            } finally {
                close.run();
            }
            news.say("left", "closed; what is left is for other nodes, or the next one");
        } finally {
            shell.ending.done();
        }
        return shell.ending.code();
    }

    private void check() {
        if (!heartbeat.isPositive() || heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw Trouble.usage(
                    "--lease is at least two times --heartbeat, not %s with %s"
                            .formatted(lease, heartbeat));
        }
        if (name != null && name.isBlank()) throw Trouble.usage("--name needs a name");
        if (jars.isEmpty() && classpath == null) {
            throw Trouble.usage(
                    "say where the machines are: --jar FILE, or --classpath PATH as for java");
        }
    }

    private List<Machine<?, ?>> machines() {
        List<Path> needed =
                classpath == null
                        ? List.of()
                        : Stream.of(classpath.split(File.pathSeparator, -1))
                                .filter(part -> !part.isBlank())
                                .map(Path::of)
                                .toList();
        List<Path> all = new ArrayList<>(jars);
        all.addAll(needed);
        JarMachines found = new JarMachines(all);
        if (!classes.isEmpty()) return found.in(classes);
        return found.inAll(jars.isEmpty() ? needed : jars);
    }

    /// Opens the engine, and returns what closes it.
    private Runnable open(Place place, List<Machine<?, ?>> machines, NodeNews news) {
        Consumer<EngineOptions> options =
                chosen -> {
                    machines.forEach(chosen::machines);
                    chosen.listener(news).lease(lease, heartbeat);
                    if (name != null) chosen.node(name);
                };
        try {
            return switch (place) {
                case Place.Home(Path home) -> Pawl.open(home, options)::close;
                case Place.Database database -> {
                    Store store = database.writing();
                    tellOfNamesake(store, news);
                    yield Engine.open(store, options)::close;
                }
            };
        } catch (IllegalArgumentException e) {
            throw Trouble.refused(String.valueOf(e.getMessage()));
        }
    }

    private void tellOfNamesake(Store store, NodeNews news) {
        Cluster cluster = store.cluster().orElseThrow();
        Instant now = cluster.now();
        for (Member other : cluster.members()) {
            if (!other.node().name().equals(name) || !other.holdsLeaseAt(now)) continue;
            news.say(
                    "replacing",
                    "a node %s is live (epoch %d, %s); this one takes its place"
                            .formatted(name, other.epoch(), other.node().where()));
        }
    }
}
