package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Edition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which documents of a source count, in the order in which they are read, and what is to be said
/// about the others.
///
/// Of several versions of one catalogue the newest counts. Documents that are parts are all read,
/// the newest first: then an older version of a record comes when a newer one is there, and changes
/// nothing.
record Selection(List<Published<?>> documents, List<String> notes) {

    static Selection of(List<Published<?>> found, List<String> notes) {
        Map<String, List<Published<?>>> catalogues = new LinkedHashMap<>();
        for (Published<?> each : found) {
            String catalogue = each.edition().catalogue();
            catalogues.computeIfAbsent(catalogue, _ -> new ArrayList<>()).add(each);
        }
        List<Published<?>> chosen = new ArrayList<>();
        List<String> said = new ArrayList<>(notes);
        for (List<Published<?>> versions : catalogues.values()) {
            versions.sort(
                    Comparator.<Published<?>, Edition>comparing(Published::edition)
                            .reversed()
                            .thenComparing(each -> each.document().name()));
            Published<?> newest = versions.getFirst();
            for (Published<?> each : distinct(versions, said)) {
                boolean first = each.digest().equals(newest.digest());
                boolean counts = first || each.edition().partial();
                if (counts) chosen.add(each);
                else said.add(passedOver(each, newest));
            }
        }
        return new Selection(List.copyOf(chosen), List.copyOf(said));
    }

    private static List<Published<?>> distinct(List<Published<?>> versions, List<String> said) {
        Map<String, Published<?>> seen = new LinkedHashMap<>();
        for (Published<?> each : versions) {
            Published<?> other = seen.putIfAbsent(each.digest(), each);
            if (other != null) {
                said.add(
                        "%s is the same as %s"
                                .formatted(each.document().name(), other.document().name()));
            }
        }
        return List.copyOf(seen.values());
    }

    private static String passedOver(Published<?> other, Published<?> newest) {
        Edition edition = other.edition();
        boolean same = edition.version().equals(newest.edition().version());
        String what = edition.catalogue() + (same ? "" : " " + edition.version());
        return "%s was passed over: %s of %s is in %s"
                .formatted(
                        other.document().name(),
                        same ? "the same version" : "a newer version",
                        what,
                        newest.document().name());
    }
}
