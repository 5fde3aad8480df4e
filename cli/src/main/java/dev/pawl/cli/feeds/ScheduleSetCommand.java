package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.feeds.FeedSchedules;
import dev.pawl.feeds.SourceKind;
import dev.pawl.machine.Start;
import dev.pawl.orchestrator.Order;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Adds or changes a schedule.
@Command(
        name = "set",
        description = {
            "Loads sources on a schedule: a cron expression in UTC, or an interval such as"
                    + " `every 6h`.",
            "Schedules run while `pawl feeds run --stay` runs."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds schedule set nightly \"0 3 * * *\"",
            "  pawl feeds schedule set often \"every 6h\" cve",
            "  pawl feeds schedule set weekly \"@weekly\" --full"
        })
final class ScheduleSetCommand implements Callable<Integer> {
    private static final String EVERY = "every ";

    private final FeedsContext context;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the schedule.")
    String name = "";

    @Parameters(
            index = "1",
            paramLabel = "SPEC",
            description = "Five cron fields, a shortcut such as @daily, or `every 6h`.")
    String spec = "";

    @Parameters(
            index = "2..*",
            paramLabel = "SOURCE",
            description = "Sources to load (default: all with a remembered location).")
    List<String> names = new ArrayList<>();

    @Option(names = "--full", description = "Read everything again at each start.")
    boolean full;

    @Mixin ByOptions by = new ByOptions();

    ScheduleSetCommand(FeedsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> ids = sources().stream().map(SourceKind::id).toList();
        Order order = Order.of(Order.Verb.START, ids).full(full).by(by.by().actor());
        return new OrderSender(context).sendSchedule(start(order));
    }

    private Set<SourceKind> sources() {
        Set<SourceKind> wanted = EnumSet.noneOf(SourceKind.class);
        wanted.addAll(
                names.isEmpty() ? context.locations().keySet() : FeedsArguments.sources(names));
        return wanted.isEmpty() ? EnumSet.allOf(SourceKind.class) : wanted;
    }

    private Start<FeedSchedules.Entry> start(Order order) {
        try {
            String normalized =
                    spec.startsWith(EVERY)
                            ? EVERY + HumanAmounts.time(spec.substring(EVERY.length()).strip())
                            : spec;
            return context.feeds().schedules().set(name, normalized, order);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("SPEC: " + e.getMessage());
        }
    }
}
