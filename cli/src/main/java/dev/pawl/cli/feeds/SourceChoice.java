package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsArguments;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.SourceLocations;
import dev.pawl.orchestrator.provider.SourceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sources to load, and the locations of their documents on the command line.
///
/// @param given the locations from the command line
/// @param missing the sources without documents in a directory given for all sources
record SourceChoice(
        Set<SourceKind> sources, Map<SourceKind, String> given, Set<SourceKind> missing) {
    private static final Pattern FOR_ONE = Pattern.compile("([A-Za-z]+)=(.+)");

    /// Chooses the named sources, else those with documents in `from`, else those with a known
    /// location, else all.
    static SourceChoice of(
            Map<SourceKind, String> known, List<SourceKind> named, List<String> from) {
        Map<SourceKind, String> given = new EnumMap<>(SourceKind.class);
        for (String each : from) if (!isForAll(each)) addForOne(each, given);
        Set<SourceKind> asked =
                named.isEmpty() ? EnumSet.allOf(SourceKind.class) : withDependencies(named);
        List<String> general = from.stream().filter(SourceChoice::isForAll).toList();
        for (String each : general) addForAll(SourceLocations.absolute(each), asked, given);
        Set<SourceKind> missing = EnumSet.noneOf(SourceKind.class);
        if (!general.isEmpty()) missing.addAll(asked);
        missing.removeAll(given.keySet());
        return new SourceChoice(sources(known, named, from, given), given, missing);
    }

    /// Returns whether a location is for all sources; the name of a directory may contain `=`.
    private static boolean isForAll(String from) {
        Matcher one = FOR_ONE.matcher(from);
        if (!one.matches()) return true;
        boolean known = SourceKind.find(one.group(1).toLowerCase(Locale.ROOT)).isPresent();
        return !known && Files.exists(Path.of(from));
    }

    private static void addForOne(String from, Map<SourceKind, String> given) {
        int at = from.indexOf('=');
        SourceKind kind = FeedsArguments.source(from.substring(0, at));
        String location = SourceLocations.absolute(from.substring(at + 1));
        if (!hasDocuments(kind, location)) throw noDocuments(List.of(kind), location);
        // A source may have several URLs, such as those of a feed and of a catalogue.
        boolean url = SourceLocations.isUrl(location);
        given.merge(kind, location, (a, b) -> url && SourceLocations.isUrl(a) ? a + " " + b : b);
    }

    private static void addForAll(
            String location, Set<SourceKind> asked, Map<SourceKind, String> given) {
        if (SourceLocations.isUrl(location)) {
            throw CommandException.usage(
                    "a URL belongs to one source: expected --from SOURCE=%s".formatted(location));
        }
        List<SourceKind> found =
                asked.stream().filter(kind -> hasDocuments(kind, location)).toList();
        if (found.isEmpty()) throw noDocuments(asked, location);
        for (SourceKind kind : found) given.putIfAbsent(kind, location);
    }

    /// Returns sources with the ones they depend on.
    private static Set<SourceKind> withDependencies(Collection<SourceKind> kinds) {
        Set<SourceKind> all = EnumSet.noneOf(SourceKind.class);
        for (SourceKind kind : kinds) {
            all.add(kind);
            all.addAll(withDependencies(FeedsArguments.sources(kind.dependencies())));
        }
        return all;
    }

    private static boolean hasDocuments(SourceKind kind, String location) {
        try {
            return SourceLocations.hasDocuments(kind, location);
        } catch (SourceException e) {
            throw CommandException.notFound(String.valueOf(e.getMessage()));
        }
    }

    private static CommandException noDocuments(Collection<SourceKind> kinds, String location) {
        return CommandException.notFound(
                "expected documents of %s in %s, found none".formatted(text(kinds), location));
    }

    private static Set<SourceKind> sources(
            Map<SourceKind, String> known,
            List<SourceKind> named,
            List<String> from,
            Map<SourceKind, String> given) {
        Set<SourceKind> sources = EnumSet.noneOf(SourceKind.class);
        if (!named.isEmpty()) sources.addAll(named);
        else sources.addAll(from.isEmpty() ? known.keySet() : given.keySet());
        return sources.isEmpty() ? EnumSet.allOf(SourceKind.class) : sources;
    }

    /// Returns whether a chosen source needs the network.
    boolean isOnline(Map<SourceKind, String> known) {
        return usesPublishers(known) || locations(known).anyMatch(SourceLocations::isUrl);
    }

    /// Returns whether a chosen source comes from its publisher.
    boolean usesPublishers(Map<SourceKind, String> known) {
        return locations(known).anyMatch(SourceLocations.PUBLISHER::equals);
    }

    private Stream<String> locations(Map<SourceKind, String> known) {
        return sources.stream()
                .map(kind ->
                        given.getOrDefault(
                                kind, known.getOrDefault(kind, SourceLocations.PUBLISHER)));
    }

    static String text(Collection<SourceKind> kinds) {
        return kinds.size() == SourceKind.values().length
                ? "all sources"
                : kinds.stream().map(SourceKind::id).collect(Collectors.joining(", "));
    }
}
