package dev.pawl.cli.run;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.engine.store.Filter;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that select runs.
final class FilterOptions {
    @Option(names = "--machine", paramLabel = "NAME", description = "Only runs of this machine.")
    @Nullable String machine;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "Only runs with one of these statuses, such as waiting,parked.")
    List<String> statuses = new ArrayList<>();

    @Option(names = "--live", description = "Only runs that have not ended.")
    boolean live;

    @Option(names = "--state", paramLabel = "NAME", description = "Only runs in this state.")
    @Nullable String state;

    @Option(names = "--key", paramLabel = "KEY", description = "Only runs with this key.")
    @Nullable String key;

    @Option(names = "--queue", paramLabel = "NAME", description = "Only runs of this queue.")
    @Nullable String queue;

    @Option(
            names = "--error",
            paramLabel = "TEXT",
            description = "Only runs whose last error, or reason of their end, contains this text.")
    @Nullable String error;

    Filter filter() {
        return Filter.ALL
                .machine(machine)
                .statuses(statusSet())
                .state(state)
                .key(key)
                .queue(queue)
                .error(error);
    }

    boolean isEmpty() {
        return filter().equals(Filter.ALL);
    }

    private Set<RunStatus> statusSet() {
        Set<RunStatus> set = EnumSet.noneOf(RunStatus.class);
        for (String text : statuses) set.add(status(text));
        if (!live) return set;
        List<RunStatus> alive = RunStatus.live();
        if (set.isEmpty()) return Set.copyOf(alive);
        set.retainAll(alive);
        if (set.isEmpty()) {
            throw CommandException.usage(
                    "--live and --status %s exclude each other".formatted(statuses));
        }
        return set;
    }

    private static RunStatus status(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(RunStatus.values())
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        CommandException.usage(
                                "unknown status '%s' (has: %s)"
                                        .formatted(
                                                text,
                                                Arrays.toString(RunStatus.values())
                                                        .toLowerCase(Locale.ROOT)
                                                        .replaceAll("[\\[\\]]", ""))));
    }
}
