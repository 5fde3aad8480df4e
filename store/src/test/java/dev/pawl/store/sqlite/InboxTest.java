package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Data;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.Copies;
import dev.pawl.store.SampleRuns;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The journal stores a large inbox as its difference from the previous one, and it is read back in
/// full wherever that one is.
final class InboxTest {
    private static final int SEEDS = 200;

    @TempDir Path directory;

    private long lastMessage = 1_000;

    @Test
    void readsBackAnyInboxThatFollowsAnother() throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom dice = new SplittableRandom(seed);
            Run before = with(SampleRuns.started(1), messages(dice.nextInt(40)));
            Run after = with(before.withVersion(2), changed(before.data().inbox(), dice));
            Run known = before;
            EncodedCommit written = EncodedCommit.of(SampleRuns.commit(after), _ -> known);
            byte[] bytes = written.bytes().copy();
            EncodedCommit read = EncodedCommit.read(bytes, 0, bytes.length, _ -> known);
            assertThat(read.changes().getFirst().run()).as("seed %d", seed).isEqualTo(after);
        }
    }

    @Test
    void anEventCostsTheSameHoweverManyOthersWait() {
        Run few = with(SampleRuns.started(1), messages(20));
        Run many = with(SampleRuns.started(1), messages(900));
        assertThat(bytesOfOneMore(many)).isBetween(1, 2 * bytesOfOneMore(few));
        assertThat(bytesOfOneLess(many)).isBetween(1, 2 * bytesOfOneLess(few));
    }

    @Test
    void refusesADifferenceFromAnotherRunThanThePreviousOne() {
        Run before = with(SampleRuns.started(1), messages(20));
        Run after = with(before.withVersion(2), messages(1, before.data().inbox()));
        byte[] bytes = EncodedCommit.of(SampleRuns.commit(after), _ -> before).bytes().copy();
        for (Run other : new Run[] {null, before.withVersion(7)}) {
            assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, bytes.length, _ -> other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("history entry 2 of run " + before.id());
        }
    }

    /// The difference and its base are on different sides of a projection, both in the journal, or
    /// committed with a step's own SQL: by seed, with a read from another process and a crash
    /// anywhere.
    @Test
    void survivesACrashAndIsReadFromOutsideAnywhere() throws Exception {
        SplittableRandom dice = new SplittableRandom(7);
        try (SqliteStore store = SqliteStore.open(directory.resolve("home"))) {
            Run run = with(SampleRuns.started(1), messages(30));
            store.commit(SampleRuns.commit(run));
            for (int step = 0; step < 60; step++) {
                run = with(run.withVersion(run.version() + 1), changed(run.data().inbox(), dice));
                store.commit(commit(run, dice.nextInt(10) == 0));
                assertThat(store.run(run.id())).contains(run);
                // Verifying brings the tables up to date.
                if (dice.nextInt(5) == 0) assertThat(store.verify()).isEmpty();
                if (dice.nextInt(4) == 0) readFromOutside(run);
                if (dice.nextInt(6) == 0) crash(store, run, "copy-" + step);
            }
        }
        try (Store closed = SqliteStore.openReadOnly(directory.resolve("home"))) {
            assertThat(closed.verify()).isEmpty();
        }
    }

    private void readFromOutside(Run run) {
        try (Store outside = SqliteStore.openReadOnly(directory.resolve("home"))) {
            assertThat(outside.run(run.id())).contains(run);
        }
    }

    private void crash(SqliteStore store, Run run, String name) {
        Path copy = Copies.copy(store, directory.resolve(name));
        try (SqliteStore next = SqliteStore.open(copy)) {
            assertThat(next.run(run.id())).contains(run);
            assertThat(next.verify()).isEmpty();
        }
    }

    private static Commit commit(Run run, boolean sql) {
        if (!sql) return SampleRuns.commit(run);
        return Commit.of(SampleRuns.change(run))
                .writing(List.of(tx -> tx.query("select 1", row -> row.number(1))));
    }

    private int bytesOfOneMore(Run run) {
        return bytes(run, with(run.withVersion(2), messages(1, run.data().inbox())));
    }

    private int bytesOfOneLess(Run run) {
        List<Message> inbox = run.data().inbox();
        return bytes(run, with(run.withVersion(2), inbox.subList(1, inbox.size())));
    }

    private static int bytes(Run before, Run after) {
        return EncodedCommit.of(SampleRuns.commit(after), _ -> before).bytes().length();
    }

    /// Removes some messages and adds some; sometimes replaces all of them.
    private List<Message> changed(List<Message> before, SplittableRandom dice) {
        if (dice.nextInt(12) == 0) return messages(dice.nextInt(20));
        List<Message> after = new ArrayList<>(before);
        for (int left = dice.nextInt(4); left > 0 && !after.isEmpty(); left--) {
            after.remove(dice.nextBoolean() ? 0 : dice.nextInt(after.size()));
        }
        return messages(dice.nextInt(4), after);
    }

    private List<Message> messages(int count) {
        return messages(count, List.of());
    }

    private List<Message> messages(int count, List<Message> before) {
        List<Message> all = new ArrayList<>(before);
        for (int i = 0; i < count; i++) {
            Payload body = Payload.of("{\"number\":%d}".formatted(i));
            all.add(
                    new Message(
                            ++lastMessage,
                            new RunId(1),
                            Message.Kind.EVENT,
                            "event",
                            body,
                            SampleRuns.START));
        }
        return all;
    }

    private static Run with(Run run, List<Message> inbox) {
        Data data = run.data();
        return run.with(
                new Data(
                        data.response(),
                        data.context(),
                        data.memos(),
                        inbox,
                        data.event(),
                        data.family()));
    }
}
