package dev.pawl.feeds.base;

import dev.pawl.feeds.item.Item;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;

/// Writes items into the base: those that are new or other, and no others.
public final class ItemSink implements Sink<Arrival> {
    private final String source;
    private final Supplier<List<String>> notes;

    /// @param notes what is to be said about the documents of a cycle, asked for at its end
    public ItemSink(String source, Supplier<List<String>> notes) {
        this.source = source;
        this.notes = notes;
    }

    @Override
    public Written write(Transaction tx, Batch<Arrival> batch) {
        Rows rows = new Rows(tx, batch.cycle().now());
        List<Arrival> arrivals = new ArrayList<>();
        for (Entry<Arrival> each : batch.entries()) arrivals.add(each.value());
        Map<String, Rows.Known> known = rows.known(urns(arrivals));
        List<String> created = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        long unchanged = 0;
        for (Arrival each : newest(arrivals).values()) {
            String urn = each.item().urn().toString();
            Rows.Known before = known.get(urn);
            if (before == null) {
                rows.create(each);
                created.add(urn);
            } else if (isNews(before, each) && rows.change(before, each)) {
                changed.add(urn);
            } else {
                unchanged++;
            }
        }
        rows.flush();
        // What was put aside and comes after all is of no document that is being read.
        if (batch.cycle().number() > 0) new Manifests(tx, source).note(arrivals, batch.cycle());
        return new Written(created, changed, List.of(), unchanged);
    }

    /// Within a batch an item may come twice: the newer one counts, or the later of two equals.
    private static SequencedMap<String, Arrival> newest(List<Arrival> arrivals) {
        SequencedMap<String, Arrival> newest = new LinkedHashMap<>();
        for (Arrival each : arrivals) {
            Item item = each.item();
            newest.merge(
                    item.urn().toString(),
                    each,
                    (a, b) -> a.version().compareTo(b.version()) > 0 ? a : b);
        }
        return newest;
    }

    private static boolean isNews(Rows.Known before, Arrival arrival) {
        if (before.isRemoved()) return true;
        if (before.hash().equals(arrival.hash())) return false;
        // What several catalogues have, such as a group of ATT&CK, is written by one of them.
        boolean elsewhere = !before.catalogue().equals(arrival.origin().catalogue());
        return elsewhere
                ? arrival.item().revision().compareTo(before.revision()) > 0
                : arrival.version().compareTo(before.version()) >= 0;
    }

    private static List<String> urns(List<Arrival> arrivals) {
        List<String> urns = new ArrayList<>();
        for (Arrival each : arrivals) urns.add(each.item().urn().toString());
        return urns;
    }

    /// What whole documents of this cycle do not hold any more is removed.
    @Override
    public Written complete(Transaction tx, Cycle cycle) {
        Manifests manifests = new Manifests(tx, source);
        Rows rows = new Rows(tx, cycle.now());
        List<String> gone = manifests.missing(cycle);
        gone.forEach(rows::remove);
        rows.flush();
        manifests.complete(cycle);
        note(tx);
        return new Written(List.of(), List.of(), gone, 0);
    }

    private void note(Transaction tx) {
        tx.update("delete from feed_notes where source = ?", source);
        List<Object[]> rows = new ArrayList<>();
        for (String note : notes.get()) rows.add(new Object[] {source, rows.size(), note});
        tx.updateAll("insert into feed_notes (source, place, note) values (?, ?, ?)", rows);
    }
}
