package dev.pawl.cli;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
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

/// What `top` shows: who is there, what they do, and who is held up.
record Snapshot(
        Liveness liveness,
        List<Tally> tally,
        List<QueueView> queues,
        List<PoolView> pools,
        List<Run> troubled,
        List<Run> newest) {
    private static final int LINES_MAX = 8;
    private static final int ERROR_CHARS = 70;

    static Snapshot of(Shell shell) {
        Filter held = Filter.ALL.status(RunStatus.BACKING_OFF, RunStatus.PARKED);
        try (Control control = shell.open()) {
            return new Snapshot(
                    control.liveness(),
                    control.tally(),
                    control.queues(),
                    control.pools(),
                    control.runs(held, Page.newest(LINES_MAX)),
                    control.runs(Filter.ALL, Page.newest(LINES_MAX)));
        }
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("engine", liveness);
        json.put("live", live());
        json.put("tally", tally.stream().map(Snapshot::json).toList());
        json.put("queues", queues.stream().map(QueuesCommand::json).toList());
        json.put("pools", pools.stream().map(PoolsCommand::json).toList());
        json.put("troubled", troubled.stream().map(RunJson::brief).toList());
        json.put("newest", newest.stream().map(RunJson::brief).toList());
        return json;
    }

    void print(Shell shell, PrintWriter out) {
        Instant now = shell.now();
        out.println(
                "%s  %s  %s  %s"
                        .formatted(
                                shell.paint.bold("pawl"),
                                shell.place(),
                                engine(shell, now),
                                Words.count(live(), "live run")));
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
        if (!queues.isEmpty()) section(out, QueuesCommand.table(shell, queues));
        if (!pools.isEmpty()) section(out, PoolsCommand.table(shell, pools));
        if (!troubled.isEmpty()) section(out, runs(shell, "HELD UP", troubled, now));
        if (!newest.isEmpty()) section(out, runs(shell, "NEWEST", newest, now));
    }

    private String engine(Shell shell, Instant now) {
        if (!liveness.live()) return shell.paint.yellow("no engine is open");
        String since = Words.ago(liveness.since(), now);
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
            Failure error = run.progress().error();
            String reason = run.condition().reason();
            String why = reason == null ? error == null ? "" : error.toString() : reason;
            table.row(
                    run.id(),
                    run.machine(),
                    shell.paint.status(run.status()),
                    run.state(),
                    Words.ago(run.timing().since(), now),
                    Words.cut(why, ERROR_CHARS));
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
