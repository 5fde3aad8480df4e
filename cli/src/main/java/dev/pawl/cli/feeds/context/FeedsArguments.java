package dev.pawl.cli.feeds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.item.BareId;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.broker.Allocation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Parses the arguments that several commands take. Throws [CommandException] for wrong ones.
public final class FeedsArguments {
    private FeedsArguments() {}

    public static SourceKind source(String name) {
        return SourceKind.find(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() ->
                        CommandException.notFound(
                                "no source '%s' (has: %s)".formatted(name, names())));
    }

    public static List<SourceKind> sources(List<String> names) {
        return names.stream().map(FeedsArguments::source).distinct().toList();
    }

    /// Returns the id of a source, or "" for all sources if the name is empty.
    public static String sourceOrAll(String name) {
        return name.isEmpty() ? "" : source(name).id();
    }

    private static String names() {
        return Arrays.stream(SourceKind.values())
                .map(SourceKind::id)
                .collect(Collectors.joining(", "));
    }

    /// Parses a URN, or an id such as `CWE-79`.
    public static Urn urn(String text) {
        try {
            return BareId.urn(text);
        } catch (Urn.BadUrn e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    public static int permits(int count) {
        if (count >= 1 && count <= Allocation.CAPACITY_MAX) return count;
        throw CommandException.usage(
                "permits must be 1 to %d, found %d".formatted(Allocation.CAPACITY_MAX, count));
    }
}
