package dev.pawl.feeds.database;

import dev.pawl.feeds.item.FeedItem;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.provider.Batch;
import dev.pawl.orchestrator.provider.Cycle;
import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.Sink;
import dev.pawl.orchestrator.provider.WriteResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;

/// Writes new and changed items into the database.
public final class ItemSink implements Sink<ParsedItem> {
    private final String source;
    private final Supplier<List<String>> notes;

    /// @param notes returns the notes about documents, called at the end of a cycle
    public ItemSink(String source, Supplier<List<String>> notes) {
        this.source = source;
        this.notes = notes;
    }

    @Override
    public WriteResult write(Transaction tx, Batch<ParsedItem> batch) {
        ItemRows rows = new ItemRows(tx, batch.cycle().now());
        List<ParsedItem> items = new ArrayList<>();
        for (MappedItem<ParsedItem> each : batch.entries()) items.add(each.value());
        Map<String, ItemRows.Known> known = rows.known(urns(items));
        List<String> created = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        long unchanged = 0;
        for (ParsedItem each : newest(items).values()) {
            String urn = each.item().urn().toString();
            ItemRows.Known before = known.get(urn);
            if (before == null) {
                rows.create(each);
                created.add(urn);
            } else if (isNewer(before, each) && rows.change(before, each)) {
                changed.add(urn);
            } else {
                unchanged++;
            }
        }
        rows.flush();
        // A replayed record belongs to no document of this cycle.
        if (batch.cycle().number() > 0) new Manifests(tx, source).add(items, batch.cycle());
        return new WriteResult(created, changed, List.of(), unchanged);
    }

    /// An item may occur twice in a batch: the newer one wins, or the later of two equals.
    private static SequencedMap<String, ParsedItem> newest(List<ParsedItem> items) {
        SequencedMap<String, ParsedItem> newest = new LinkedHashMap<>();
        for (ParsedItem each : items) {
            FeedItem item = each.item();
            newest.merge(
                    item.urn().toString(),
                    each,
                    (a, b) -> a.version().compareTo(b.version()) > 0 ? a : b);
        }
        return newest;
    }

    private static boolean isNewer(ItemRows.Known before, ParsedItem parsed) {
        if (before.isRemoved()) return true;
        if (before.hash().equals(parsed.hash())) return false;
        // An item in several catalogues, such as a group of ATT&CK, is written by one of them.
        boolean otherCatalogue = !before.catalogue().equals(parsed.origin().catalogue());
        return otherCatalogue
                ? parsed.item().revision().compareTo(before.revision()) > 0
                : parsed.version().compareTo(before.version()) >= 0;
    }

    private static List<String> urns(List<ParsedItem> items) {
        List<String> urns = new ArrayList<>();
        for (ParsedItem each : items) urns.add(each.item().urn().toString());
        return urns;
    }

    /// Removes the items that the complete documents of this cycle no longer contain.
    @Override
    public WriteResult complete(Transaction tx, Cycle cycle) {
        Manifests manifests = new Manifests(tx, source);
        ItemRows rows = new ItemRows(tx, cycle.now());
        List<String> missing = manifests.missing(cycle);
        missing.forEach(rows::remove);
        rows.flush();
        manifests.complete(cycle);
        writeNotes(tx);
        return new WriteResult(List.of(), List.of(), missing, 0);
    }

    private void writeNotes(Transaction tx) {
        tx.update("delete from feed_notes where source = ?", source);
        List<Object[]> rows = new ArrayList<>();
        for (String note : notes.get()) rows.add(new Object[] {source, rows.size(), note});
        tx.updateAll("insert into feed_notes (source, place, note) values (?, ?, ?)", rows);
    }
}
