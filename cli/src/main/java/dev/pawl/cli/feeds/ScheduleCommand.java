package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.Control;
import dev.pawl.machine.JsonCodec;
import dev.pawl.orchestrator.Order;
import dev.pawl.run.Payload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// Lists schedules.
@Command(
        name = "schedule",
        description = {
            "Lists when sources are loaded by themselves, while `pawl feeds run --stay` runs.",
            "A schedule fires up to a minute late, not while its last order is carried out, and"
                    + " once for all times that no engine was open."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds schedule",
            "  pawl feeds schedule set nightly \"0 3 * * *\"",
            "  pawl feeds schedule set often \"every 6h\" cve",
            "  pawl feeds schedule pause nightly",
            "  pawl feeds schedule remove nightly"
        })
final class ScheduleCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    ScheduleCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        List<Schedule> found = all(desk);
        if (shell.json) return shell.json(found.stream().map(ScheduleCommand::json).toList());
        Table table = shell.table("SCHEDULE", "WHEN", "SOURCES", "NEXT", "LAST RUN", "");
        for (Schedule each : found) {
            Order order = order(each);
            table.row(
                    each.name(),
                    each.spec(),
                    (order.targets().isEmpty() ? "all" : String.join(" ", order.targets()))
                            + (order.full() ? " (full)" : ""),
                    each.paused() ? "-" : Words.time(each.nextAt()),
                    Words.orDash(each.lastRun()),
                    each.paused() ? shell.paint.yellow("paused") : "");
        }
        shell.show(table, "There is no schedule.");
        return ExitCode.OK;
    }

    /// Returns the schedules that are about sources.
    static List<Schedule> all(Desk desk) {
        try (Control control = desk.require().control()) {
            return control.schedules().stream().filter(desk.feeds(0).timetable()::has).toList();
        }
    }

    private static Order order(Schedule schedule) {
        return JsonCodec.JSON.decode(Payload.of(schedule.request()), Order.class);
    }

    private static Map<String, @Nullable Object> json(Schedule schedule) {
        Order order = order(schedule);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", schedule.name());
        json.put("spec", schedule.spec());
        json.put("sources", order.targets());
        json.put("full", order.full());
        json.put("paused", schedule.paused());
        json.put("next_at", schedule.nextAt());
        json.put("last_run", schedule.lastRun());
        return json;
    }
}
