package dev.pawl.cli;

import dev.pawl.cli.screen.Secrets;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Happening;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Listener;
import dev.pawl.engine.control.Json;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
        News news = new News(shell);
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
    private Runnable open(Place place, List<Machine<?, ?>> machines, News news) {
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

    private void tellOfNamesake(Store store, News news) {
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

    /// Reads a time such as `30s`, `1m30s` or `PT30S`.
    static final class Span implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            String iso = text.toUpperCase(Locale.ROOT);
            try {
                return Duration.parse(iso.startsWith("P") ? iso : "PT" + iso);
            } catch (DateTimeParseException _) {
                throw new TypeConversionException(
                        "'%s' is no time such as 30s or 1m30s".formatted(text));
            }
        }
    }

    /// Prints what happens to a node, one line each; a broken store ends it.
    static final class News implements Listener {
        private final Shell shell;

        News(Shell shell) {
            this.shell = shell;
        }

        /// Prints one line, as soon as it is known.
        void say(String event, String words) {
            Instant now = shell.now();
            String shown = Secrets.masked(words);
            if (shell.json) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("at", now);
                json.put("event", event);
                json.put("text", shown);
                shell.say(Json.line(json));
            } else {
                shell.say("%s  %s".formatted(Words.time(now), shown));
            }
            shell.out.flush();
        }

        @Override
        public void on(Happening happening) {
            switch (happening) {
                case Happening.Joined(String node, long epoch) ->
                        say("joined", "joined as %s, epoch %d".formatted(node, epoch));
                case Happening.TakenOver(int runs) ->
                        say("took over", "took over %s".formatted(Words.count(runs, "run")));
                case Happening.Resumed(CrashReport report) when isNews(report) ->
                        say(
                                "resumed",
                                "%s were cut off: %d executed again, %d ended, %d parked"
                                        .formatted(
                                                report.inFlight(),
                                                report.redone(),
                                                report.ended(),
                                                report.parked()));
                case Happening.LeaseLost(long epoch, String problem) ->
                        say(
                                "lost lease",
                                "lost its lease of epoch %d: %s; it begins a new life"
                                        .formatted(epoch, problem));
                case Happening.StoreTroubled(String problem) ->
                        say("store trouble", "the store is in trouble, runs wait: " + problem);
                case Happening.StoreRecovered() -> say("store recovered", "the store works again");
                case Happening.StoreFailed(String problem) -> {
                    say("store failed", "the node stops: " + problem);
                    shell.ending.want(ExitCode.STORE);
                }
                case Happening.BodyStuck stuck ->
                        say(
                                "body stuck",
                                "run %s goes on in '%s' although it was asked to stop"
                                        .formatted(stuck.run(), stuck.state()));
                case Happening.FiresDropped(String schedule, long count) ->
                        say(
                                "fires dropped",
                                "schedule %s missed %d fires".formatted(schedule, count));
                case Happening.EventUndelivered(_, RunId to, String event, String reason) ->
                        say(
                                "event undelivered",
                                "event %s did not reach run %s: %s".formatted(event, to, reason));
                case Happening.LeaseDropped(Lease lease, String reason) ->
                        say(
                                "lease dropped",
                                "dropped the lease of %s on %s of pool %s: %s"
                                        .formatted(
                                                lease.holder(),
                                                Words.count(lease.count(), "permit"),
                                                lease.pool(),
                                                reason));
                case Happening.LimitsOverridden(
                                String kind,
                                String name,
                                String declared,
                                String stored) ->
                        say(
                                "limits overridden",
                                "%s %s keeps its stored limits (%s) instead of those in code (%s)"
                                        .formatted(kind, name, stored, declared));
                case Happening.TaskFailed(String task, String problem) ->
                        say("task failed", "task %s met an error: %s".formatted(task, problem));
                case Happening.Resumed _,
                        Happening.RunChanged _,
                        Happening.AttemptStarted _,
                        Happening.AttemptEnded _ -> {}
            }
        }

        private static boolean isNews(CrashReport report) {
            return !report.inFlight().isEmpty();
        }
    }
}
