package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.run.Condition;
import dev.pawl.run.Data;
import dev.pawl.run.Failure;
import dev.pawl.run.Family;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Links;
import dev.pawl.run.Message;
import dev.pawl.run.Origin;
import dev.pawl.run.Payload;
import dev.pawl.run.PermitNeed;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Progress;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.run.Timing;
import dev.pawl.store.SampleRuns;
import dev.pawl.store.format.ByteSink;
import dev.pawl.store.format.ByteSpan;
import dev.pawl.store.format.EntryFormat;
import dev.pawl.store.format.Keys;
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
    void readsBackAnAlmostEmptyRun() throws Exception {
        Run run = SampleRuns.started(Long.MAX_VALUE);
        EncodedCommit written = encoded(Commit.of(SampleRuns.change(run)));
        assertThat(reread(written).changes().getFirst().run()).isEqualTo(run);
    }

    @Test
    void readsBackMessagesAndDocuments() throws Exception {
        NamedDocument document = new NamedDocument(NamedDocument.Kind.QUEUE, ODD, Payload.of("{}"));
        NamedDocument gone = new NamedDocument(NamedDocument.Kind.RETENTION, "gone", null);
        Commit commit =
                Commit.NONE
                        .sending(List.of(message(7)))
                        .taking(List.of(message(5)))
                        .with(List.of(document, gone));
        EncodedCommit read = reread(encoded(commit));
        assertThat(read.sent()).containsExactly(message(7));
        assertThat(read.taken()).containsExactly(5L);
        assertThat(read.documents()).containsExactly(document, gone);
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
    void refusesTruncatedBytesAndOtherFormats() {
        byte[] bytes = encoded(Commit.of(SampleRuns.change(full()))).bytes().copy();
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, cut, _ -> null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        bytes[0] = 99;
        assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, bytes.length, _ -> null))
                .hasMessage("expected a commit of format 3, found 99");
    }

    @Test
    void readsBackEveryFieldThatChangesFromThePreviousRun() throws Exception {
        Run after = full().with(permitted(full())).withVersion(2);
        for (Run before : List.of(bare(after), full())) {
            EncodedCommit written = EncodedCommit.of(SampleRuns.commit(after), _ -> before);
            assertThat(written.changes().getFirst().isWhole()).isFalse();
            byte[] bytes = written.bytes().copy();
            EncodedCommit read = EncodedCommit.read(bytes, 0, bytes.length, _ -> before);
            assertThat(read.changes().getFirst().run()).isEqualTo(after);
        }
    }

    @Test
    void theStartValuesOfARunAreWrittenOnce() {
        Run before = SampleRuns.started(1);
        Run after = SampleRuns.next(before);
        String request = new String(before.origin().request().bytes(), StandardCharsets.UTF_8);
        byte[] following = EncodedCommit.of(SampleRuns.commit(after), _ -> before).bytes().copy();
        byte[] whole = EncodedCommit.of(SampleRuns.commit(after), _ -> null).bytes().copy();
        assertThat(new String(whole, StandardCharsets.UTF_8)).contains(request);
        assertThat(new String(following, StandardCharsets.UTF_8)).doesNotContain(request);
    }

    @Test
    void aRunThatWasAdoptedIsWrittenInFull() throws Exception {
        Run before = full();
        Run after = before.with(before.origin().exclusively()).withVersion(2);
        EncodedCommit written = EncodedCommit.of(SampleRuns.commit(after), _ -> before);
        assertThat(reread(written).changes().getFirst().run()).isEqualTo(after);
    }

    @Test
    void refusesTruncatedBytesOfAChange() {
        Run before = full();
        Run after = before.withVersion(2);
        byte[] bytes = EncodedCommit.of(SampleRuns.commit(after), _ -> before).bytes().copy();
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> EncodedCommit.read(bytes, 0, cut, _ -> before))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// Returns a run that shares nothing with `run` except its start values.
    private static Run bare(Run run) {
        Instant created = run.timing().created();
        return new Run(
                run.id(),
                run.origin(),
                Condition.of(RunStatus.DELAYED, "first"),
                Progress.none(created),
                Data.NONE,
                Timing.created(created, null),
                1);
    }

    private static Condition permitted(Run run) {
        return run.condition().with(new PermitNeed("pool", 3));
    }

    @Test
    void onlyTheExactTextOfAnIdIsReadAsAnId() {
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
                seq,
                NOW,
                HistoryEntry.Kind.RESULT_RECORDED,
                RunStatus.RUNNING,
                state,
                2,
                ODD,
                detail);
    }

    private static Message message(long id) {
        return new Message(
                id, new RunId(3), Message.Kind.GO_TO, ODD, Payload.of(new byte[] {-1}), NOW);
    }

    private static Run full() {
        Failure failure = new Failure("Broken", ODD, "stack");
        Links links =
                new Links(
                        new RunId(1),
                        new Predecessor(new RunId(2), Predecessor.On.FAILURE),
                        new Predecessor(new RunId(3), Predecessor.On.ANY_END),
                        new RunId(4));
        Origin origin =
                new Origin(
                        SampleRuns.MACHINE,
                        ODD,
                        Payload.of(ODD),
                        links,
                        new QueuePlace("q", -3),
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
                        List.of(message(9), message(8)),
                        message(6),
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
