package dev.pawl.cli.machine;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
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

/// Executes the runs of machines in jars until a signal stops it.
@Command(
        name = "node",
        description = {
            "Executes the runs of the machines in jars, until SIGTERM or SIGINT (Ctrl-C).",
            "It then closes gracefully: it waits for running attempts, and other nodes continue"
                    + " with the remaining runs immediately. Every event of the node is logged as"
                    + " one line. Queues, pools and schedules come from the store."
        },
        footer = {
            "",
            "Examples:",
            "  pawl node --store jdbc:postgresql://db/orders --jar target/app.jar",
            "  pawl node --store jdbc:postgresql://db/orders --name west-1 --lease 15s"
                    + " --heartbeat 5s \\",
            "      --classpath 'target/classes:target/lib/a.jar' --class com.example.Machines",
            "  pawl node --home .pawl --jar target/app.jar    as the only process of a directory"
        })
final class NodeCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "Jar with machines to execute; repeatable.")
    List<Path> jars = new ArrayList<>();

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            description =
                    "Jars and directories that the machines need, in the syntax of java -cp;"
                            + " without --jar, they are searched for machines.")
    @Nullable String classpath;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description =
                    "Class with machines in static fields; repeatable (default: all classes are"
                            + " searched).")
    List<String> classes = new ArrayList<>();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = {
                "Name of the node (default: a unique name).",
                "A live node with the same name is replaced."
            })
    @Nullable String name;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description =
                    "Time without a heartbeat after which other nodes take over (default: 30s).")
    Duration lease = Duration.ofSeconds(30);

    @Option(
            names = "--heartbeat",
            paramLabel = "TIME",
            description = "Interval of heartbeats (default: 10s).")
    Duration heartbeat = Duration.ofSeconds(10);

    NodeCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        StoreLocation location = shell.location();
        return shell.shutdown.during(() -> execute(location, new NodeLog(shell)));
    }

    private int execute(StoreLocation location, NodeLog log) throws InterruptedException {
        Runnable close = open(location, machines(), log);
        log.say("ready", "ready on %s; stop it with SIGTERM or Ctrl-C".formatted(location));
        try {
            shell.shutdown.await();
            log.say("closing", "closing: waiting for running attempts");
        } finally {
            close.run();
        }
        log.say("left", "closed; other nodes, or the next one, continue with the live runs");
        return ExitCode.OK;
    }

    private void check() {
        if (!heartbeat.isPositive() || heartbeat.multipliedBy(2).compareTo(lease) > 0) {
            throw CommandException.usage(
                    "--lease must be at least twice --heartbeat, found %s and %s"
                            .formatted(lease, heartbeat));
        }
        if (name != null && name.isBlank()) {
            throw CommandException.usage("--name needs a name, found ''");
        }
        if (jars.isEmpty() && classpath == null) {
            throw CommandException.usage(
                    "no machines: name them with --jar FILE, or --classpath PATH as for java");
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

    /// Opens the engine and returns the action that closes it.
    private Runnable open(StoreLocation location, List<Machine<?, ?>> machines, NodeLog log) {
        Consumer<EngineOptions> options =
                chosen -> {
                    machines.forEach(chosen::machines);
                    chosen.listener(log).lease(lease, heartbeat);
                    if (name != null) chosen.node(name);
                };
        try {
            return switch (location) {
                case StoreLocation.Home(Path home) -> Pawl.open(home, options)::close;
                case StoreLocation.Database database -> {
                    Store store = database.writing();
                    logReplaced(store, log);
                    yield Engine.open(store, options)::close;
                }
            };
        } catch (IllegalArgumentException e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }

    private void logReplaced(Store store, NodeLog log) {
        Cluster cluster = store.cluster().orElseThrow();
        Instant now = cluster.now();
        for (Member other : cluster.members()) {
            if (!other.node().name().equals(name) || !other.holdsLeaseAt(now)) continue;
            log.say(
                    "replacing",
                    "replacing the live node %s (epoch %d, %s)"
                            .formatted(name, other.epoch(), other.node().where()));
        }
    }
}
