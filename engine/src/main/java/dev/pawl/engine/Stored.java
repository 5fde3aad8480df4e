package dev.pawl.engine;

import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Definition;
import dev.pawl.machine.JsonCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an engine leaves in its store for the next one, and for tools that have no machines.
public final class Stored {
    private static final String NODE = "node";

    private Stored() {}

    /// Returns the definitions that were registered with a store, by name.
    public static Map<String, Definition> definitions(Store store) {
        Map<String, Definition> all = new HashMap<>();
        for (Item item : store.items(Item.Kind.MACHINE)) {
            if (item.body() == null) continue;
            all.put(item.name(), JsonCodec.JSON.decode(item.body(), Definition.class));
        }
        return all;
    }

    /// Returns the reports of all starts that are kept, oldest first.
    public static List<CrashReport> reports(Store store) {
        return store.items(Item.Kind.REPORT).stream()
                .flatMap(item -> java.util.stream.Stream.ofNullable(item.body()))
                .map(body -> JsonCodec.JSON.decode(body, CrashReport.class))
                .toList();
    }

    static Item item(Definition definition) {
        return new Item(Item.Kind.MACHINE, definition.name(), JsonCodec.JSON.encode(definition));
    }

    static Item node(Instant since, boolean closed) {
        return new Item(Item.Kind.NODE, NODE, JsonCodec.JSON.encode(new Node(since, closed)));
    }

    /// Returns whether the last engine on this store was not closed.
    static boolean wasCrashed(Store store) {
        return store.items(Item.Kind.NODE).stream()
                .flatMap(item -> java.util.stream.Stream.ofNullable(item.body()))
                .map(body -> JsonCodec.JSON.decode(body, Node.class))
                .anyMatch(node -> !node.closed());
    }

    record Node(Instant since, boolean closed) {}
}
