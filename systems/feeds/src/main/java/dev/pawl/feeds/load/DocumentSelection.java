package dev.pawl.feeds.load;

import dev.pawl.feeds.format.Edition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The documents of a source to read, in order, and notes about the skipped ones.
///
/// Of several versions of one catalogue the newest is read. Partial documents are all read, the
/// newest first, so that an older version of a record arrives after the newer one and changes
/// nothing.
record DocumentSelection(List<RecognizedDocument<?>> documents, List<String> notes) {

    static DocumentSelection of(List<RecognizedDocument<?>> found, List<String> notes) {
        Map<String, List<RecognizedDocument<?>>> catalogues = new LinkedHashMap<>();
        for (RecognizedDocument<?> each : found) {
            String catalogue = each.edition().catalogue();
            catalogues.computeIfAbsent(catalogue, _ -> new ArrayList<>()).add(each);
        }
        List<RecognizedDocument<?>> chosen = new ArrayList<>();
        List<String> all = new ArrayList<>(notes);
        for (List<RecognizedDocument<?>> versions : catalogues.values()) {
            versions.sort(
                    Comparator.<RecognizedDocument<?>, Edition>comparing(
                                    RecognizedDocument::edition)
                            .reversed()
                            .thenComparing(each -> each.document().name()));
            RecognizedDocument<?> newest = versions.getFirst();
            for (RecognizedDocument<?> each : distinct(versions, all)) {
                boolean first = each.digest().equals(newest.digest());
                boolean read = first || each.edition().partial();
                if (read) chosen.add(each);
                else all.add(skipped(each, newest));
            }
        }
        return new DocumentSelection(List.copyOf(chosen), List.copyOf(all));
    }

    private static List<RecognizedDocument<?>> distinct(
            List<RecognizedDocument<?>> versions, List<String> notes) {
        Map<String, RecognizedDocument<?>> seen = new LinkedHashMap<>();
        for (RecognizedDocument<?> each : versions) {
            RecognizedDocument<?> other = seen.putIfAbsent(each.digest(), each);
            if (other != null) {
                notes.add(
                        "%s is the same as %s"
                                .formatted(each.document().name(), other.document().name()));
            }
        }
        return List.copyOf(seen.values());
    }

    private static String skipped(RecognizedDocument<?> other, RecognizedDocument<?> newest) {
        Edition edition = other.edition();
        boolean same = edition.version().equals(newest.edition().version());
        String what = edition.catalogue() + (same ? "" : " " + edition.version());
        return "%s was skipped: %s of %s is in %s"
                .formatted(
                        other.document().name(),
                        same ? "the same version" : "a newer version",
                        what,
                        newest.document().name());
    }
}
