package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Change;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Logged;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.SqlFailed;
import dev.pawl.machine.Writing;
import dev.pawl.run.Mail;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A step's own SQL commits together with the run or not at all.
///
/// A store without SQL refuses every writing; then the tests of what SQL does are skipped.
interface WritingContract extends StoreTrial {

    private static Commit writing(Change change, Writing... writings) {
        return new Commit(List.of(change), List.of(), List.of(), List.of(), List.of(writings));
    }

    private static Writing note(int id) {
        return tx -> tx.update("insert into contract_note (id, body) values (?, ?)", id, "n" + id);
    }

    private static Writing failure(String message) {
        return _ -> {
            throw new IOException(message);
        };
    }

    /// Makes the table for notes, or skips the test if the store knows no SQL.
    private void createNotes(Run run) {
        Commit creating =
                writing(
                        Runs.started(run),
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

    /// Reads the notes in the transaction of another change, and returns the changed run.
    private Run readNotes(Run run, List<String> notes) {
        Change change = Runs.changed(run);
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
        Run run = Runs.minimal(1);
        Mail mail = Runs.mail(5, 1, "go");
        Item pool = new Item(Item.Kind.POOL, "p", Payload.of("{}"));
        store().commit(
                        new Commit(
                                List.of(Runs.started(run)),
                                List.of(mail),
                                List.of(),
                                List.of(pool),
                                List.of()));
        List<Logged> log = store().log(0, MANY);
        refusal(
                new Commit(
                        List.of(Runs.moved(run, RunStatus.COMPLETED), Runs.started(Runs.full(50))),
                        List.of(Runs.mail(90, 1, "sent")),
                        List.of(mail),
                        List.of(
                                new Item(Item.Kind.POOL, "p", null),
                                new Item(Item.Kind.NODE, "n", Payload.of("{}"))),
                        List.of(failure("no"))));
        for (int time = 0; time < 2; time++) {
            assertThat(store().runs(Filter.ALL, Page.oldest(9))).containsExactly(run);
            assertThat(store().log(0, MANY)).isEqualTo(log);
            assertThat(store().mail(9)).containsExactly(mail);
            assertThat(store().items(Item.Kind.POOL)).containsExactly(pool);
            assertThat(store().items(Item.Kind.NODE)).isEmpty();
            assertThat(store().lastId()).isEqualTo(5);
            reopened();
        }
        change(Runs.moved(run, RunStatus.COMPLETED));
    }

    /// Whatever a writing throws, the store reports it and continues: also what throws itself when
    /// it is looked at.
    @Test
    default void refusesAWritingThatThrowsAnything() {
        Run run = Runs.minimal(1);
        createNotes(run);
        for (Throwable thrown : List.of(new StackOverflowError(), new HostileError())) {
            Writing hostile =
                    tx -> {
                        tx.update("insert into contract_note (id, body) values (1, 'lost')");
                        if (thrown instanceof Error error) throw error;
                    };
            StoreException refused = refusal(writing(Runs.changed(run), hostile));
            assertThat(refused).hasMessageContaining("the step's own SQL failed");
        }
        List<String> notes = new ArrayList<>();
        readNotes(run, notes);
        assertThat(notes).isEmpty();
    }

    @Test
    default void commitsWritingsTogetherWithTheRun() {
        Run run = Runs.minimal(1);
        createNotes(run);
        Change change = Runs.changed(run);
        store().commit(writing(change, note(1), note(2)));
        crashed();
        assertThat(store().run(run.id())).contains(change.run());
        List<String> notes = new ArrayList<>();
        readNotes(change.run(), notes);
        assertThat(notes).containsExactly("1n1", "2n2");
    }

    @Test
    default void takesBackEarlierWritingsOfACommitWhenALaterOneFails() {
        Run run = Runs.minimal(1);
        createNotes(run);
        StoreException refused = refusal(writing(Runs.changed(run), note(1), failure("too late")));
        assertThat(refused).hasRootCauseInstanceOf(IOException.class);
        assertThat(refused).hasRootCauseMessage("too late");
        assertThat(store().run(run.id())).contains(run);
        List<String> notes = new ArrayList<>(List.of("unread"));
        readNotes(run, notes);
        assertThat(notes).isEmpty();
    }

    @Test
    default void refusesACommitWhoseSqlIsWrong() {
        Run run = Runs.minimal(1);
        createNotes(run);
        refusal(
                writing(
                        Runs.changed(run),
                        note(1),
                        tx -> tx.update("insert into nowhere values (1)")));
        assertThat(store().run(run.id())).contains(run);
        List<String> notes = new ArrayList<>(List.of("unread"));
        readNotes(run, notes);
        assertThat(notes).isEmpty();
    }

    /// What a step is told says whose fault it is, and names the table that is missing.
    @Test
    default void tellsAWrongStatementFromAConstraintThatIsViolated() {
        Run run = Runs.minimal(1);
        createNotes(run);
        Writing unique = tx -> tx.update("create unique index contract_one on contract_note (id)");
        store().commit(writing(Runs.started(Runs.minimal(2)), unique));
        String[] wrong = {
            "insert into nowhere values (1)",
            "insert into contract_note (colour) values (1)",
            "insert contract_note values (1)",
            "begin"
        };
        for (String sql : wrong) {
            StoreException refused = refusal(writing(Runs.changed(run), tx -> tx.update(sql)));
            assertThat(refused.getCause()).as(sql).isInstanceOf(SqlFailed.BadStatement.class);
        }
        assertThat(refusal(writing(Runs.changed(run), tx -> tx.update(wrong[0]))))
                .hasMessageContaining("table 'nowhere' does not exist")
                .hasMessageContaining("declare it with options.tables(new OwnTables(")
                .hasMessageContaining("in the statement: " + wrong[0]);
        StoreException twice = refusal(writing(Runs.changed(run), note(1), note(1)));
        assertThat(twice.getCause()).isInstanceOf(SqlFailed.ConstraintViolated.class);
        assertThat(refusedQuery("select id from nowhere"))
                .hasMessageContaining("table 'nowhere' does not exist")
                .hasCauseInstanceOf(SqlFailed.BadStatement.class);
        assertThat(store().run(run.id())).contains(run);
    }

    /// A writing that catches the error of a statement goes on where the database can, and is
    /// refused where it cannot; the store works in either case.
    @Test
    default void standsAWritingThatCatchesTheErrorOfAStatement() {
        Run run = Runs.minimal(1);
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
        Change change = Runs.changed(run);
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

    /// A constraint that is looked at when the transaction ends fails the step, not the store.
    @Test
    default void aDeferredConstraintFailsTheCommitOfItsOwnStep() {
        Run run = Runs.minimal(1);
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
        assertThat(refusal(writing(Runs.changed(run), violating)).getCause())
                .isInstanceOf(SqlFailed.class);
        change(Runs.changed(run));
    }

    /// In a file steps share a transaction, which no conflict of one of them may roll back.
    @Test
    default void aConflictThatRollsBackFailsTheCommitOfItsOwnStep() {
        Run run = Runs.minimal(1);
        createNotes(run);
        refusal(
                writing(
                        Runs.changed(run),
                        note(1),
                        tx -> tx.update("insert or rollback into contract_note (id) values (1)")));
        change(Runs.changed(run));
    }

    @Test
    default void aWritingCannotUseTheStoreThatItIsAPartOf() {
        Run run = Runs.minimal(1);
        createNotes(run);
        Change other = Runs.started(Runs.minimal(2));
        List<Writing> wrong =
                List.of(tx -> store().commit(Commit.of(other)), tx -> store().close());
        for (Writing each : wrong) {
            assertThat(refusal(writing(Runs.changed(run), note(1), each)))
                    .hasMessageContaining("use the transaction that it is given");
        }
        List<String> notes = new ArrayList<>(List.of("unread"));
        readNotes(run, notes);
        assertThat(notes).isEmpty();
        assertThat(store().run(other.run().id())).isEmpty();
    }

    @Test
    default void letsAFailingWritingHarmNoOtherCommit() {
        Run run = Runs.minimal(1);
        createNotes(run);
        Threads.run(
                IntStream.rangeClosed(2, 41)
                        .<Runnable>mapToObj(id ->
                                () -> {
                                    Change change = Runs.started(Runs.minimal(id));
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
    default void givesBackWhatWasWrittenToARow() {
        Run run = Runs.minimal(1);
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
        store().commit(writing(Runs.changed(run), writing));
        assertThat(read).containsExactly(2, "it's", "none");
    }

    @Test
    default void answersQueriesOnWhatStepsHaveWritten() {
        createNotes(Runs.minimal(1));
        store().commit(writing(Runs.started(Runs.minimal(2)), note(1), note(2)));
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
        createNotes(Runs.minimal(1));
        assertThat(refusedQuery("select nothing from contract_note").kind())
                .isEqualTo(StoreException.Kind.REFUSED);
        assertThat(refusedQuery("delete from contract_note"))
                .hasMessageContaining("only queries are allowed");
        store().commit(writing(Runs.started(Runs.minimal(2)), note(7)));
        assertThat(store().query("select id from contract_note", row -> row.number(1)))
                .containsExactly(7L);
    }

    private StoreException refusedQuery(String sql) {
        return catchThrowableOfType(
                StoreException.class, () -> store().query(sql, row -> row.text(1)));
    }

    /// An error whose message throws and whose causes go round in a circle.
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
