package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ListSchedules;
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
            "Lists the schedules that load sources while `pawl feeds run --stay` runs.",
            "A schedule starts up to a minute late, so that many do not start at once. It does not"
                    + " overlap with its previous start, and catches up once after downtime."
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
    private final FeedsContext context;

    ScheduleCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Shell shell = context.shell();
        return new ListPrinter<Schedule>(shell, "No schedules.")
                .column("SCHEDULE", Schedule::name)
                .column("WHEN", Schedule::spec)
                .column("SOURCES", each -> sources(order(each)))
                .column("NEXT", each -> each.paused() ? "-" : HumanText.time(each.nextAt()))
                .column("LAST RUN", each -> HumanText.orDash(each.lastRun()))
                .column("", each -> each.paused() ? shell.paint.yellow("paused") : "")
                .print(all(context), ScheduleCommand::json);
    }

    private static String sources(Order order) {
        return (order.targets().isEmpty() ? "all" : String.join(" ", order.targets()))
                + (order.full() ? " (full)" : "");
    }

    /// Returns the schedules that load sources.
    static List<Schedule> all(FeedsContext context) {
        try (Control control = context.require().control()) {
            return control.execute(new ListSchedules()).stream()
                    .filter(context.feeds().schedules()::has)
                    .toList();
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
