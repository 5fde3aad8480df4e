package dev.pawl.images;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.machine.Writing;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Writes to the tables for a test, as a run of its own.
final class TableWriter {
    private final Map<String, Writing> writings = new ConcurrentHashMap<>();
    private final Machine<String, String> machine =
            Machine.named("scribe", String.class, String.class).step("write", this::write).build();

    Machine<String, String> machine() {
        return machine;
    }

    Start<String> writing(Writing writing) {
        String name = "writing " + writings.size();
        writings.put(name, writing);
        return machine.start(name);
    }

    private Outcome<String> write(Attempt<String, String> a) {
        Writing writing = writings.get(a.request());
        if (writing == null) throw new IllegalStateException("nothing to write: " + a.request());
        return a.next().writing(writing);
    }
}
