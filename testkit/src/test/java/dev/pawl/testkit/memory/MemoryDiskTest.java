package dev.pawl.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.MachineRef;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryDiskTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:20:30Z");

    private final MemoryStore store = new MemoryStore();
    private final MemoryDisk disk = store.disk();
    private final Run run =
            new Run(
                    new RunId(7),
                    Origin.of(new MachineRef("pull", 1, "f"), Payload.empty()),
                    Condition.of(RunStatus.RUNNING, "check"),
                    Progress.none(NOW),
                    Data.NONE,
                    Timing.created(NOW, null),
                    1);

    MemoryDiskTest() {
        HistoryEntry entry =
                new HistoryEntry(
                        1,
                        NOW,
                        HistoryEntry.Kind.STARTED,
                        RunStatus.RUNNING,
                        "check",
                        1,
                        HistoryEntry.ENGINE,
                        null);
        store.commit(Commit.of(new Change(run, List.of(entry))));
        assertThat(store.verify()).isEmpty();
    }

    private void assertFault(String part) {
        assertThat(store.verify()).anySatisfy(fault -> assertThat(fault).contains(part));
    }

    @Test
    void findsARunThatDiffersFromItsHistory() {
        disk.runs.put(run.id(), run.withVersion(2));
        assertFault("expected version 1");
    }

    @Test
    void findsARunWithoutHistory() {
        Run other =
                new Run(
                        new RunId(3),
                        run.origin(),
                        run.condition(),
                        run.progress(),
                        run.data(),
                        run.timing(),
                        1);
        disk.runs.put(other.id(), other);
        disk.live.put(other.id(), other);
        assertFault("expected a history for each");
    }

    @Test
    void findsALiveRunThatIsMissingInTheIndex() {
        disk.live.clear();
        assertFault("among the live");
    }

    @Test
    void findsALogThatLacksAnEntry() {
        disk.log.clear();
        assertFault("expected the log to hold the histories");
    }

    @Test
    void findsIdsBeyondTheLastId() {
        disk.lastId = 6;
        assertFault("expected no run beyond 6");
        disk.messages.put(
                9L, new Message(9, run.id(), Message.Kind.EVENT, "go", Payload.empty(), NOW));
        assertFault("expected no message beyond 6, found 9");
    }
}
