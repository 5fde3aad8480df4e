package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Item;
import dev.pawl.run.After;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Lane;
import dev.pawl.run.Links;
import dev.pawl.run.Mail;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.Progress;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FormatTest {
    private static final Instant NOW = SampleRuns.START;
    private static final String ODD = "ünïcödé \"quoted\" \\ \n\t\u0001 \uD83D\uDE00 ☃";

    @Test
    void readsBackEveryFieldOfARun() throws Exception {
        Run run = full();
        EncodedCommit written = encoded(Commit.of(SampleRuns.change(run)));
        assertThat(reread(written).changes().getFirst().run()).isEqualTo(run);
    }

    @Test
    void readsBackARunWithNextToNothing() throws Exception {
        Run run = SampleRuns.started(Long.MAX_VALUE);
        EncodedCommit written = encoded(Commit.of(SampleRuns.change(run)));
        assertThat(reread(written).changes().getFirst().run()).isEqualTo(run);
    }

    @Test
    void readsBackMailAndItems() throws Exception {
        Item item = new Item(Item.Kind.QUEUE, ODD, Payload.of("{}"));
        Item gone = new Item(Item.Kind.RETENTION, "gone", null);
        Commit commit =
                new Commit(
                        List.of(),
                        List.of(mail(7)),
                        List.of(mail(5)),
                        List.of(item, gone),
                        List.of());
        EncodedCommit read = reread(encoded(commit));
        assertThat(read.sent()).containsExactly(mail(7));
        assertThat(read.taken()).containsExactly(5L);
        assertThat(read.items()).containsExactly(item, gone);
        assertThat(read.greatestId()).isEqualTo(7);
    }

    @Test
    void readsBackHistoryWithAnyText() {
        List<HistoryEntry> entries =
                List.of(entry(1, ODD, null), entry(2, "", ODD), entry(3, "plain", "\"\\\u007f"));
        ByteSink sink = new ByteSink(1);
        sink.putByte('[');
        EntryFormat.write(sink, entries);
        sink.putByte(']');
        byte[] json = new ByteSpan(sink.array(), 0, sink.size()).copy();
        assertThat(EntryFormat.read(json)).isEqualTo(entries);
        assertThat(new String(json, StandardCharsets.UTF_8)).isPrintable();
    }

    @Test
    void refusesBytesThatEndTooSoonOrAreOfAnotherFormat() {
        byte[] bytes = encoded(Commit.of(SampleRuns.change(full()))).bytes().copy();
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, cut, _ -> null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        bytes[0] = 99;
        assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, bytes.length, _ -> null))
                .hasMessage("a commit of format 1 or 2 is expected, not 99");
    }

    @Test
    void readsExactlyTheWrittenIdAsAKey() {
        RunId id = new RunId(123_456_789_012_345L);
        assertThat(Keys.idOf(id.toString())).isEqualTo(id.value());
        assertThat(Keys.idOf(id.toString().toLowerCase(java.util.Locale.ROOT))).isEqualTo(-1);
        assertThat(Keys.idOf("short")).isEqualTo(-1);
    }

    private static EncodedCommit encoded(Commit commit) {
        return EncodedCommit.of(commit, _ -> null);
    }

    private static EncodedCommit reread(EncodedCommit written) throws SQLException {
        byte[] bytes = written.bytes().copy();
        return EncodedCommit.read(bytes, 0, bytes.length, _ -> null);
    }

    private static HistoryEntry entry(long seq, String state, String detail) {
        return new HistoryEntry(
                seq, NOW, HistoryEntry.Kind.MEMO, RunStatus.RUNNING, state, 2, ODD, detail);
    }

    private static Mail mail(long id) {
        return new Mail(id, new RunId(3), Mail.Kind.GO_TO, ODD, Payload.of(new byte[] {-1}), NOW);
    }

    private static Run full() {
        Failure failure = new Failure("Broken", ODD, "stack");
        Links links =
                new Links(
                        new RunId(1),
                        new After(new RunId(2), After.On.FAILURE),
                        new After(new RunId(3), After.On.ANY_END),
                        new RunId(4));
        Origin origin =
                new Origin(
                        SampleRuns.MACHINE,
                        ODD,
                        Payload.of(ODD),
                        links,
                        new Lane("q", -3),
                        "once",
                        Map.of("a", "b", "c", ODD));
        Condition condition =
                new Condition(
                        RunStatus.PARKED,
                        ODD,
                        new RunEnd(RunStatus.FAILED, failure),
                        true,
                        RunStatus.WAITING,
                        "gone");
        Progress progress = new Progress(3, 2, 1, NOW, Map.of("s", 4, "t", 5), failure, true, true);
        Data data =
                new Data(
                        Payload.empty(),
                        Payload.of("c"),
                        Map.of("m", Payload.of("v")),
                        List.of(mail(9), mail(8)),
                        mail(6),
                        new Family(4, 2, 1, true));
        Timing timing =
                new Timing(
                        NOW,
                        NOW.plusNanos(1),
                        NOW,
                        Instant.MAX,
                        Instant.EPOCH.minusNanos(1),
                        Instant.MIN);
        return new Run(new RunId(77), origin, condition, progress, data, timing, 1);
    }
}
