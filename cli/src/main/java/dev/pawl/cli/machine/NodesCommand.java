package dev.pawl.cli.machine;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Store;
import dev.pawl.run.MachineRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// Lists the nodes that share a database.
@Command(
        name = "nodes",
        description = {
            "Lists the nodes that share a database, and those that recently did.",
            "LIVE: holds its lease. LEFT: closed gracefully. LOST: crashed or was replaced; other"
                    + " nodes took over its runs. A crashed node stays LIVE, with an expired lease,"
                    + " until another node notices."
        },
        footer = {
            "",
            "Examples:",
            "  pawl nodes --store jdbc:postgresql://db/orders",
            "  PAWL_STORE=jdbc:postgresql://db/orders pawl nodes --json"
        })
final class NodesCommand implements Callable<Integer> {
    private final Shell shell;

    NodesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        StoreLocation place = shell.location();
        place.require();
        List<Member> members;
        Instant now;
        try (Store store = place.reading()) {
            Optional<Cluster> cluster = store.cluster();
            if (cluster.isEmpty()) return alone(place);
            members = cluster.get().members();
            now = cluster.get().now();
        }
        return print(members, now);
    }

    private int alone(StoreLocation place) {
        if (shell.json) return shell.json(List.of());
        shell.say(
                "The store in %s belongs to a single process. Nodes share a database: add --store"
                                .formatted(place)
                        + " URL.");
        return ExitCode.OK;
    }

    private int print(List<Member> members, Instant now) {
        return new ListPrinter<Member>(shell, "No node has joined this store.")
                .column("NODE", member -> member.node().name())
                .column("EPOCH", Member::epoch)
                .column("STATE", member -> state(member.state()))
                .column("LEASE", member -> lease(member, now))
                .column("SEEN", member -> HumanText.ago(member.seen(), now))
                .column("RUNS", Member::runs)
                .column("WHERE", member -> member.node().where())
                .column("ENGINE", member -> member.node().version())
                .column("MACHINES", NodesCommand::machineNames)
                .print(members, member -> json(member, now));
    }

    private static String machineNames(Member member) {
        return machines(member)
                .map(ref -> "%s v%d".formatted(ref.name(), ref.version()))
                .collect(Collectors.joining(", "));
    }

    private String state(Member.State state) {
        return switch (state) {
            case LIVE -> shell.paint.green(state.name());
            case LEFT -> shell.paint.faint(state.name());
            case LOST -> shell.paint.red(state.name());
        };
    }

    private String lease(Member member, Instant now) {
        if (!member.isLive()) return "-";
        if (!member.holdsLeaseAt(now)) return shell.paint.yellow("expired");
        return HumanText.brief(Duration.between(now, member.until())) + " left";
    }

    private static Stream<MachineRef> machines(Member member) {
        return member.node().machines().stream()
                .sorted(
                        Comparator.comparing(MachineRef::name)
                                .thenComparingInt(MachineRef::version));
    }

    private static Map<String, Object> json(Member member, Instant now) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", member.node().name());
        json.put("epoch", member.epoch());
        json.put("state", member.state());
        json.put("holdsLease", member.holdsLeaseAt(now));
        json.put("joined", member.joined());
        json.put("seen", member.seen());
        json.put("until", member.until());
        json.put("now", now);
        json.put("runs", member.runs());
        json.put("where", member.node().where());
        json.put("engine", member.node().version());
        json.put("machines", machines(member).toList());
        return json;
    }
}
