package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.SqlFailed;
import dev.pawl.machine.Writing;
import dev.pawl.run.Message;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The SQL of a step commits together with the run or not at all.
///
/// A store without SQL refuses every writing; for it the tests of SQL are skipped.
interface WritingContract extends StoreTrial {

    private static Commit writing(Change change, Writing... writings) {
        return Commit.of(change).writing(List.of(writings));
    }

    private static Writing note(int id) {
        return tx -> tx.update("insert into contract_note (id, body) values (?, ?)", id, "n" + id);
    }

    private static Writing failure(String message) {
        return _ -> {
            throw new IOException(message);
        };
    }

    /// Creates the table for notes, or skips the test if the store has no SQL.
    private void createNotes(Run run) {
        Commit creating =
                writing(
                        SampleRuns.started(run),
                        tx -> {
                            tx.update("drop table if exists contract_note");
                            tx.update("create table contract_note (id integer, body text)");
                        });
        try {
            store().commit(creating);
        } catch (StoreException e) {
            assumeTrue(e.kind() != StoreException.Kind.REFUSED, e.getMessage());
            throw e;
        }
    }

    private void assertNoNotes(Run run) {
        List<String> notes = new ArrayList<>(List.of("unread"));
        readNotes(run, notes);
        assertThat(notes).isEmpty();
    }

    /// Reads the notes in the transaction of another change, and returns the changed run.
    private Run readNotes(Run run, List<String> notes) {
        Change change = SampleRuns.changed(run);
        Writing reading =
                tx -> {
                    notes.clear();
                    notes.addAll(
                            tx.query(
                                    "select id, body from contract_note order by id",
                                    row -> row.number(1) + row.text(2)));
                };
        store().commit(writing(change, reading));
        return change.run();
    }

    private StoreException refusal(Commit commit) {
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> store().commit(commit));
        assertThat(refused.kind()).isEqualTo(StoreException.Kind.REFUSED);
        return refused;
    }

    @Test
    default void leavesNoTraceOfACommitWhoseWritingFails() {
        Run run = SampleRuns.minimal(1);
        Message message = SampleRuns.message(5, 1, "go");
        NamedDocument pool = new NamedDocument(NamedDocument.Kind.POOL, "p", Payload.of("{}"));
        store().commit(
                        Commit.of(SampleRuns.started(run))
                                .sending(List.of(message))
                                .with(List.of(pool)));
        List<LoggedEntry> log = store().log(0, MANY);
        refusal(
                Commit.of(
                                SampleRuns.moved(run, RunStatus.COMPLETED),
                                SampleRuns.started(SampleRuns.full(50)))
                        .sending(List.of(SampleRuns.message(90, 1, "sent")))
                        .taking(List.of(message))
                        .with(
                                List.of(
                                        new NamedDocument(NamedDocument.Kind.POOL, "p", null),
                                        new NamedDocument(
                                                NamedDocument.Kind.NODE, "n", Payload.of("{}"))))
                        .writing(List.of(failure("no"))));
        for (int time = 0; time < 2; time++) {
            assertThat(store().runs(Filter.ALL, Page.oldest(9))).containsExactly(run);
            assertThat(store().log(0, MANY)).isEqualTo(log);
            assertThat(store().messages(9)).containsExactly(message);
            assertThat(store().documents(NamedDocument.Kind.POOL)).containsExactly(pool);
            assertThat(store().documents(NamedDocument.Kind.NODE)).isEmpty();
            assertThat(store().lastId()).isEqualTo(5);
            reopened();
        }
        change(SampleRuns.moved(run, RunStatus.COMPLETED));
    }

    /// Whatever a writing throws, the store reports it and continues, even if its message or cause
    /// throws.
    @Test
    default void refusesAWritingThatThrowsAnything() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        for (Throwable thrown : List.of(new StackOverflowError(), new HostileError())) {
            Writing hostile =
                    tx -> {
                        tx.update("insert into contract_note (id, body) values (1, 'lost')");
                        if (thrown instanceof Error error) throw error;
                    };
            StoreException refused = refusal(writing(SampleRuns.changed(run), hostile));
            assertThat(refused).hasMessageContaining("the step's own SQL failed");
        }
        List<String> notes = new ArrayList<>();
        readNotes(run, notes);
        assertThat(notes).isEmpty();
    }

    @Test
    default void commitsWritingsTogetherWithTheRun() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        Change change = SampleRuns.changed(run);
        store().commit(writing(change, note(1), note(2)));
        crashed();
        assertThat(store().run(run.id())).contains(change.run());
        List<String> notes = new ArrayList<>();
        readNotes(change.run(), notes);
        assertThat(notes).containsExactly("1n1", "2n2");
    }

    @Test
    default void rollsBackEarlierWritingsOfACommitWhenALaterOneFails() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        StoreException refused =
                refusal(writing(SampleRuns.changed(run), note(1), failure("too late")));
        assertThat(refused).hasRootCauseInstanceOf(IOException.class);
        assertThat(refused).hasRootCauseMessage("too late");
        assertThat(store().run(run.id())).contains(run);
        assertNoNotes(run);
    }

    @Test
    default void refusesACommitWhoseSqlIsWrong() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        refusal(
                writing(
                        SampleRuns.changed(run),
                        note(1),
                        tx -> tx.update("insert into nowhere values (1)")));
        assertThat(store().run(run.id())).contains(run);
        assertNoNotes(run);
    }

    /// The step learns whether its SQL or its data is wrong, and which table is missing.
    @Test
    default void distinguishesAWrongStatementFromAViolatedConstraint() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        Writing unique = tx -> tx.update("create unique index contract_one on contract_note (id)");
        store().commit(writing(SampleRuns.started(SampleRuns.minimal(2)), unique));
        String[] wrong = {
            "insert into nowhere values (1)",
            "insert into contract_note (colour) values (1)",
            "insert contract_note values (1)",
            "begin"
        };
        for (String sql : wrong) {
            StoreException refused =
                    refusal(writing(SampleRuns.changed(run), tx -> tx.update(sql)));
            assertThat(refused.getCause()).as(sql).isInstanceOf(SqlFailed.BadStatement.class);
        }
        assertThat(refusal(writing(SampleRuns.changed(run), tx -> tx.update(wrong[0]))))
                .hasMessageContaining("table 'nowhere' does not exist")
                .hasMessageContaining("declare it with options.tables(new OwnTables(")
                .hasMessageContaining("in the statement: " + wrong[0]);
        StoreException twice = refusal(writing(SampleRuns.changed(run), note(1), note(1)));
        assertThat(twice.getCause()).isInstanceOf(SqlFailed.ConstraintViolated.class);
        assertThat(refusedQuery("select id from nowhere"))
                .hasMessageContaining("table 'nowhere' does not exist")
                .hasCauseInstanceOf(SqlFailed.BadStatement.class);
        assertThat(store().run(run.id())).contains(run);
    }

    /// A writing that catches the error of a statement continues if the database can, and is
    /// refused if it cannot; the store tasks in either case.
    @Test
    default void toleratesAWritingThatCatchesTheErrorOfAStatement() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        Writing catching =
                tx -> {
                    note(1).write(tx);
                    try {
                        tx.update("insert into nowhere values (1)");
                    } catch (SqlFailed _) {
                        return;
                    }
                    throw new AssertionError("there is a table called nowhere");
                };
        Change change = SampleRuns.changed(run);
        boolean refused = false;
        try {
            store().commit(writing(change, catching));
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED);
            assertThat(e).hasMessageContaining("table 'nowhere' does not exist");
            refused = true;
        }
        List<String> notes = new ArrayList<>();
        readNotes(refused ? run : change.run(), notes);
        assertThat(notes).hasSize(refused ? 0 : 1);
    }

    /// A constraint that is checked when the transaction ends fails the step, not the store.
    @Test
    default void aDeferredConstraintFailsTheCommitOfItsOwnStep() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        Writing violating =
                tx -> {
                    tx.update("drop table if exists contract_part");
                    tx.update("drop table if exists contract_whole");
                    tx.update("create table contract_whole (id integer primary key)");
                    tx.update(
                            "create table contract_part (whole integer references contract_whole"
                                    + " (id) deferrable initially deferred)");
                    tx.update("insert into contract_part (whole) values (5)");
                };
        assertThat(refusal(writing(SampleRuns.changed(run), violating)).getCause())
                .isInstanceOf(SqlFailed.class);
        change(SampleRuns.changed(run));
    }

    /// In SQLite steps share a transaction, which the conflict of one step must not roll back.
    @Test
    default void aConflictThatRollsBackFailsTheCommitOfItsOwnStep() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        refusal(
                writing(
                        SampleRuns.changed(run),
                        note(1),
                        tx -> tx.update("insert or rollback into contract_note (id) values (1)")));
        change(SampleRuns.changed(run));
    }

    @Test
    default void aWritingCannotUseItsOwnStore() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        Change other = SampleRuns.started(SampleRuns.minimal(2));
        List<Writing> wrong =
                List.of(tx -> store().commit(Commit.of(other)), tx -> store().close());
        for (Writing each : wrong) {
            assertThat(refusal(writing(SampleRuns.changed(run), note(1), each)))
                    .hasMessageContaining("use the transaction that it is given");
        }
        assertNoNotes(run);
        assertThat(store().run(other.run().id())).isEmpty();
    }

    @Test
    default void letsAFailingWritingHarmNoOtherCommit() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        TestThreads.run(
                IntStream.rangeClosed(2, 41)
                        .<Runnable>mapToObj(id ->
                                () -> {
                                    Change change = SampleRuns.started(SampleRuns.minimal(id));
                                    if (id % 4 != 0) store().commit(writing(change, note(id)));
                                    else refusal(writing(change, note(id), failure("no")));
                                })
                        .toList());
        List<String> expected =
                IntStream.rangeClosed(2, 41)
                        .filter(id -> id % 4 != 0)
                        .mapToObj(id -> id + "n" + id)
                        .toList();
        List<String> notes = new ArrayList<>();
        readNotes(run, notes);
        assertThat(notes).isEqualTo(expected);
        assertThat(store().count(Filter.ALL)).isEqualTo(expected.size() + 1);
    }

    @Test
    default void returnsWhatWasWrittenToARow() {
        Run run = SampleRuns.minimal(1);
        createNotes(run);
        List<Object> read = new ArrayList<>();
        Writing writing =
                tx -> {
                    read.clear();
                    tx.updateAll(
                            "insert into contract_note (id, body) values (?, ?)",
                            Arrays.asList(new Object[] {1, "it's"}, new Object[] {2, null}));
                    read.add(tx.update("update contract_note set id = id + 1"));
                    read.addAll(
                            tx.query(
                                    "select id, body from contract_note where id > ? order by id",
                                    row -> row.isNull(2) ? "none" : row.text(2),
                                    0));
                };
        store().commit(writing(SampleRuns.changed(run), writing));
        assertThat(read).containsExactly(2, "it's", "none");
    }

    @Test
    default void answersQueriesOnWhatStepsHaveWritten() {
        createNotes(SampleRuns.minimal(1));
        store().commit(writing(SampleRuns.started(SampleRuns.minimal(2)), note(1), note(2)));
        assertThat(
                        store().query(
                                        "select body, id from contract_note where id > ?"
                                                + " order by id desc",
                                        row -> row.text(1) + "=" + row.number(2),
                                        0))
                .containsExactly("n2=2", "n1=1");
        assertThat(store().query("select id from contract_note where id > 5", row -> row.number(1)))
                .isEmpty();
    }

    @Test
    default void refusesAQueryThatIsWrongOrWrites() {
        createNotes(SampleRuns.minimal(1));
        assertThat(refusedQuery("select nothing from contract_note").kind())
                .isEqualTo(StoreException.Kind.REFUSED);
        assertThat(refusedQuery("delete from contract_note"))
                .hasMessageContaining("only queries are allowed");
        store().commit(writing(SampleRuns.started(SampleRuns.minimal(2)), note(7)));
        assertThat(store().query("select id from contract_note", row -> row.number(1)))
                .containsExactly(7L);
    }

    @Test
    default void blamesTheMapperForARowThatItCannotRead() {
        createNotes(SampleRuns.minimal(1));
        store().commit(writing(SampleRuns.started(SampleRuns.minimal(2)), note(7)));
        StoreException refused =
                catchThrowableOfType(
                        StoreException.class,
                        () ->
                                store().query(
                                                "select id from contract_note",
                                                row -> Thread.State.valueOf(row.text(1))));
        assertThat(refused.kind()).isEqualTo(StoreException.Kind.REFUSED);
        assertThat(refused).hasMessageContaining("could not be mapped").hasMessageContaining("7");
    }

    private StoreException refusedQuery(String sql) {
        return catchThrowableOfType(
                StoreException.class, () -> store().query(sql, row -> row.text(1)));
    }

    /// An error whose message throws and whose causes form a circle.
    final class HostileError extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }
}
