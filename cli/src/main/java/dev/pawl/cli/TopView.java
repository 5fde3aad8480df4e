package dev.pawl.cli;

import dev.pawl.cli.limits.PoolsCommand;
import dev.pawl.cli.limits.QueuesCommand;
import dev.pawl.cli.run.RunJson;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.ListPools;
import dev.pawl.engine.control.ControlRequest.ListQueues;
import dev.pawl.engine.control.ControlRequest.ListRuns;
import dev.pawl.engine.control.ControlRequest.TallyRuns;
import dev.pawl.engine.control.Liveness;
import dev.pawl.engine.control.PoolView;
import dev.pawl.engine.control.QueueView;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Tally;
import dev.pawl.run.Failure;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What `top` shows: the engine, the live runs, their limits, and the runs that are held up.
record TopView(
        Liveness liveness,
        List<Tally> tally,
        List<QueueView> queues,
        List<PoolView> pools,
        List<Run> heldUp,
        List<Run> newest) {
    private static final int LINES_MAX = 8;
    private static final int ERROR_CHARS = 70;

    static TopView of(Shell shell) {
        Filter held = Filter.ALL.status(RunStatus.BACKING_OFF, RunStatus.PARKED);
        try (Control control = shell.open()) {
            return new TopView(
                    control.execute(new GetLiveness()),
                    control.execute(new TallyRuns()),
                    control.execute(new ListQueues()),
                    control.execute(new ListPools()),
                    control.execute(new ListRuns(held, Page.newest(LINES_MAX))),
                    control.execute(new ListRuns(Filter.ALL, Page.newest(LINES_MAX))));
        }
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("engine", liveness);
        json.put("live", live());
        json.put("tally", tally.stream().map(TopView::json).toList());
        json.put("queues", queues.stream().map(QueuesCommand::json).toList());
        json.put("pools", pools.stream().map(PoolsCommand::json).toList());
        json.put("heldUp", heldUp.stream().map(RunJson::brief).toList());
        json.put("newest", newest.stream().map(RunJson::brief).toList());
        return json;
    }

    void print(Shell shell, PrintWriter out) {
        Instant now = shell.now();
        out.println(
                "%s  %s  %s  %s"
                        .formatted(
                                shell.paint.bold("pawl"),
                                shell.location(),
                                engine(shell, now),
                                HumanText.count(live(), "live run")));
        out.println();
        Table table = shell.table("MACHINE", "STATE", "STATUS", "RUNS");
        tally.stream()
                .sorted(
                        Comparator.comparing((Tally each) -> each.machine().name())
                                .thenComparing(Comparator.comparingLong(Tally::count).reversed()))
                .forEach(each ->
                        table.row(
                                each.machine(),
                                each.state(),
                                shell.paint.status(each.status()),
                                "%,d".formatted(each.count())));
        if (!table.isEmpty()) section(out, table);
        if (!queues.isEmpty()) section(out, QueuesCommand.printer(shell).table(queues));
        if (!pools.isEmpty()) section(out, PoolsCommand.printer(shell).table(pools));
        if (!heldUp.isEmpty()) section(out, runs(shell, "HELD UP", heldUp, now));
        if (!newest.isEmpty()) section(out, runs(shell, "NEWEST", newest, now));
    }

    private String engine(Shell shell, Instant now) {
        if (!liveness.live()) return shell.paint.yellow("no engine is open");
        String since = HumanText.ago(liveness.since(), now);
        if (liveness.pid() == 0) {
            return "%s, the oldest node joined %s".formatted(shell.paint.green("running"), since);
        }
        return "%s, process %d, opened %s"
                .formatted(shell.paint.green("running"), liveness.pid(), since);
    }

    private long live() {
        return tally.stream().mapToLong(Tally::count).sum();
    }

    private static Table runs(Shell shell, String title, List<Run> runs, Instant now) {
        Table table = shell.table(title, "MACHINE", "STATUS", "STATE", "SINCE", "ERROR");
        for (Run run : runs) {
            String reason = run.condition().reason();
            String why = reason == null ? run.failure().map(Failure::toString).orElse("") : reason;
            table.row(
                    run.id(),
                    run.machine(),
                    shell.paint.status(run.status()),
                    run.state(),
                    HumanText.ago(run.timing().since(), now),
                    HumanText.cut(why, ERROR_CHARS));
        }
        return table;
    }

    private static void section(PrintWriter out, Table table) {
        table.print(out);
        out.println();
    }

    private static Map<String, Object> json(Tally tally) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("machine", tally.machine().name());
        json.put("version", tally.machine().version());
        json.put("state", tally.state());
        json.put("status", tally.status());
        json.put("runs", tally.count());
        return json;
    }
}
