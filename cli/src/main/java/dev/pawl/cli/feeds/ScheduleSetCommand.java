package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Amounts;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.Timetable;
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

/// Adds a schedule, or changes it.
@Command(
        name = "set",
        description = {
            "Lets sources be loaded by themselves: at the times of a cron expression (in UTC), or"
                    + " after an interval such as `every 6h`.",
            "It works while `pawl feeds run --stay` runs."
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

    private final Desk desk;

    @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
    String name = "";

    @Parameters(
            index = "1",
            paramLabel = "SPEC",
            description = "When: five fields of cron, @daily and the like, or `every 6h`.")
    String spec = "";

    @Parameters(
            index = "2..*",
            paramLabel = "SOURCE",
            description = "Which sources (default: all whose place is known now).")
    List<String> words = new ArrayList<>();

    @Option(names = "--full", description = "Read everything again each time.")
    boolean full;

    @Mixin ByOptions by = new ByOptions();

    ScheduleSetCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> ids = sources().stream().map(SourceKind::id).toList();
        Order order = Order.start(full, by.by().actor(), ids);
        return new Ordering(desk).note(wish(order));
    }

    private Set<SourceKind> sources() {
        Set<SourceKind> wanted = EnumSet.noneOf(SourceKind.class);
        wanted.addAll(words.isEmpty() ? desk.places().keySet() : Desk.sources(words));
        return wanted.isEmpty() ? EnumSet.allOf(SourceKind.class) : wanted;
    }

    private Start<Timetable.Entry> wish(Order order) {
        try {
            String plan =
                    spec.startsWith(EVERY)
                            ? EVERY + Amounts.time(spec.substring(EVERY.length()).strip())
                            : spec;
            return desk.feeds(0).timetable().set(name, plan, order);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage("SPEC: " + e.getMessage());
        }
    }
}
