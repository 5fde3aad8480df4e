package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.Trouble;
import dev.pawl.feeds.Places;
import dev.pawl.feeds.SourceKind;
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

/// Which sources a run is about, and where somebody said that their documents are.
///
/// @param without the sources that a place was searched for in vain
record Choice(Set<SourceKind> sources, Map<SourceKind, String> given, Set<SourceKind> without) {
    private static final Pattern ONE = Pattern.compile("([A-Za-z]+)=(.+)");

    /// Chooses the sources that are named, or those that places were told of, or those with a known
    /// place, or all.
    static Choice of(Map<SourceKind, String> known, List<SourceKind> named, List<String> from) {
        Map<SourceKind, String> given = new EnumMap<>(SourceKind.class);
        for (String each : from) if (!isForAll(each)) one(each, given);
        Set<SourceKind> asked =
                named.isEmpty() ? EnumSet.allOf(SourceKind.class) : withNeeds(named);
        List<String> general = from.stream().filter(Choice::isForAll).toList();
        for (String each : general) all(Places.full(each), asked, given);
        Set<SourceKind> without = EnumSet.noneOf(SourceKind.class);
        if (!general.isEmpty()) without.addAll(asked);
        without.removeAll(given.keySet());
        return new Choice(sources(known, named, from, given), given, without);
    }

    /// Returns whether a text is a place for all sources; a directory may have a name with `=` too.
    private static boolean isForAll(String from) {
        Matcher one = ONE.matcher(from);
        if (!one.matches()) return true;
        boolean known = SourceKind.find(one.group(1).toLowerCase(Locale.ROOT)).isPresent();
        return !known && Files.exists(Path.of(from));
    }

    private static void one(String from, Map<SourceKind, String> given) {
        int at = from.indexOf('=');
        SourceKind kind = Desk.source(from.substring(0, at));
        String place = Places.full(from.substring(at + 1));
        if (!has(kind, place)) throw nothing(List.of(kind), place);
        // A source may have several addresses, such as a feed and a catalogue beside it.
        boolean more = Places.isAddress(place);
        given.merge(kind, place, (a, b) -> more && Places.isAddress(a) ? a + " " + b : b);
    }

    private static void all(String place, Set<SourceKind> asked, Map<SourceKind, String> given) {
        if (Places.isAddress(place)) {
            throw Trouble.usage(
                    "an address is that of one source: expected --from SOURCE=%s".formatted(place));
        }
        List<SourceKind> found = asked.stream().filter(kind -> has(kind, place)).toList();
        if (found.isEmpty()) throw nothing(asked, place);
        for (SourceKind kind : found) given.putIfAbsent(kind, place);
    }

    /// Returns sources with those that must be loaded before them.
    private static Set<SourceKind> withNeeds(Collection<SourceKind> kinds) {
        Set<SourceKind> all = EnumSet.noneOf(SourceKind.class);
        for (SourceKind kind : kinds) {
            all.add(kind);
            all.addAll(withNeeds(Desk.sources(kind.needs())));
        }
        return all;
    }

    private static boolean has(SourceKind kind, String place) {
        try {
            return Places.has(kind, place);
        } catch (SourceException e) {
            throw Trouble.notFound(String.valueOf(e.getMessage()));
        }
    }

    private static Trouble nothing(Collection<SourceKind> kinds, String place) {
        return Trouble.notFound(
                "expected documents of %s in %s, found none".formatted(words(kinds), place));
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

    /// Returns whether documents of a chosen source come over the network.
    boolean isOnline(Map<SourceKind, String> known) {
        return isPublishers(known) || places(known).anyMatch(Places::isAddress);
    }

    /// Returns whether documents of a chosen source come from where its publisher has them.
    boolean isPublishers(Map<SourceKind, String> known) {
        return places(known).anyMatch(Places.PUBLISHER::equals);
    }

    private Stream<String> places(Map<SourceKind, String> known) {
        return sources.stream()
                .map(kind -> given.getOrDefault(kind, known.getOrDefault(kind, Places.PUBLISHER)));
    }

    static String words(Collection<SourceKind> kinds) {
        return kinds.size() == SourceKind.values().length
                ? "all sources"
                : kinds.stream().map(SourceKind::id).collect(Collectors.joining(", "));
    }
}
