package dev.pawl.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.SqlFailed;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Transaction.RowMapper;
import dev.pawl.machine.Writing;
import dev.pawl.run.Run;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The values that the SQL of a step writes and reads: numbers, times, ids, booleans and lists.
///
/// For a store without SQL the tests are skipped.
interface SqlValueContract extends StoreTrial {

    private static Commit writing(Run run, Writing writing) {
        return Commit.of(SampleRuns.changed(run)).writing(List.of(writing));
    }

    /// Creates a run and the tables, or skips the test if the store has no SQL.
    private Run started() {
        Run run = SampleRuns.minimal(1);
        Commit creating =
                Commit.of(SampleRuns.started(run)).writing(List.of(SqlValueContract::createTables));
        try {
            store().commit(creating);
        } catch (StoreException e) {
            assumeTrue(e.kind() != StoreException.Kind.REFUSED, e.getMessage());
            throw e;
        }
        return run;
    }

    private static void createTables(Transaction tx) {
        tx.update("drop table if exists contract_note");
        tx.update("create table contract_note (id integer, body text)");
        createValues(tx);
    }

    private StoreException refusal(Commit commit) {
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> store().commit(commit));
        assertThat(refused.kind()).isEqualTo(StoreException.Kind.REFUSED);
        return refused;
    }

    /// Creates a table with a column of each type, as each database has it.
    private static void createValues(Transaction tx) {
        boolean postgres = tx.flavour() == Transaction.Flavour.POSTGRESQL;
        tx.update("drop table if exists contract_value");
        tx.update(
                "create table contract_value (id integer, price %s, seen %s, run %s, done %s)"
                        .formatted(
                                postgres ? "numeric" : "text",
                                postgres ? "timestamptz" : "text",
                                postgres ? "uuid" : "text",
                                postgres ? "boolean" : "integer"));
    }

    @Test
    default void returnsDecimalsTimesIdsAndBooleansAsTheyWereWritten() {
        Run run = started();
        BigDecimal price = new BigDecimal("12345678901234567890.000123450");
        Instant seen = Instant.parse("2024-01-16T02:00:00.123456Z");
        UUID id = UUID.fromString("0190c2a4-7a61-7ccc-8000-1234567890ab");
        String insert =
                "insert into contract_value (id, price, seen, run, done) values (?, ?, ?, ?, ?)";
        Writing writing =
                tx -> {
                    tx.update(insert, 1, price, seen.plusNanos(789), id, true);
                    Object[] second = {2, new BigDecimal("1E+3"), Instant.EPOCH, id, false};
                    tx.updateAll(insert, List.<Object[]>of(second));
                    tx.update(insert, 3, null, null, null, null);
                };
        store().commit(writing(run, writing));
        List<List<Object>> read =
                store().query(
                                "select price, seen, run, done from contract_value where run = ?"
                                        + " order by seen desc",
                                row ->
                                        List.of(
                                                row.decimal(1),
                                                row.time(2),
                                                row.text(3),
                                                row.bool(4)),
                                id);
        assertThat(read)
                .containsExactly(
                        List.of(price, seen, id.toString(), true),
                        List.of(new BigDecimal("1000"), Instant.EPOCH, id.toString(), false));
        assertThat(
                        store().query(
                                        "select id from contract_value where seen < ? and price is"
                                                + " not null and not done",
                                        row -> row.number(1),
                                        seen))
                .containsExactly(2L);
        assertThat(
                        store().query(
                                        "select price, seen from contract_value where id = 3",
                                        row -> row.isNull(1) && row.isNull(2)))
                .containsExactly(true);
    }

    @Test
    default void refusesToReadNullAsADecimalOrATime() {
        Run run = started();
        List<String> faults = new ArrayList<>();
        Writing reading =
                tx -> {
                    tx.update("insert into contract_value (id) values (1)");
                    String sql = "select price, seen from contract_value";
                    List<RowMapper<Object>> readers =
                            List.of(row -> row.decimal(1), row -> row.time(2));
                    for (RowMapper<Object> reader : readers) {
                        try {
                            tx.query(sql, reader);
                        } catch (IllegalArgumentException e) {
                            faults.add(e.getMessage());
                        }
                    }
                };
        store().commit(writing(run, reading));
        assertThat(faults)
                .containsExactly(
                        "expected a decimal number in column 1, found null",
                        "expected a time in column 2, found null");
    }

    /// One statement writes many rows: a list is an array in PostgreSQL, and JSON in SQLite.
    @Test
    default void aListIsATableForOneStatement() {
        Run run = started();
        List<String> texts = Arrays.asList("it's \"x\\", null, "a,{b}\n\té→", "");
        Writing writing =
                tx -> {
                    if (tx.flavour() == Transaction.Flavour.POSTGRESQL) {
                        tx.update(
                                "insert into contract_note (id, body) select * from"
                                        + " unnest(?::int[], ?::text[])",
                                new int[] {1, 2, 3, 4},
                                texts);
                    } else {
                        tx.update(
                                "insert into contract_note (id, body) select i.value, t.value from"
                                        + " json_each(?) i join json_each(?) t on i.key = t.key",
                                new int[] {1, 2, 3, 4},
                                texts);
                    }
                };
        store().commit(writing(run, writing));
        assertThat(
                        store().query(
                                        "select body from contract_note order by id",
                                        row -> row.isNull(1) ? "none" : row.text(1)))
                .isEqualTo(texts.stream().map(t -> t == null ? "none" : t).toList());
    }

    @Test
    default void aListMayHaveAnyTypeAndMayBeEmpty() {
        Run run = started();
        Instant time = Instant.parse("2024-01-16T02:00:00Z");
        UUID id = UUID.fromString("0190c2a4-7a61-7ccc-8000-1234567890ab");
        Map<String, Object> lists = new LinkedHashMap<>();
        lists.put("bigint", List.of(1L, Long.MAX_VALUE, Long.MIN_VALUE));
        lists.put("numeric", Arrays.asList(new BigDecimal("0.10"), null, new BigDecimal("-7")));
        lists.put("timestamptz", new Instant[] {time, time.plusSeconds(1), time.plusNanos(1)});
        lists.put("uuid", List.of(id, id, id));
        lists.put("boolean", new boolean[] {true, false, true});
        lists.put("float8", Set.of(1.5, -2.25, 3.0));
        lists.put("text", Arrays.asList(null, null, null));
        Map<String, Long> counted = new LinkedHashMap<>();
        Writing counting =
                tx -> {
                    counted.clear();
                    lists.forEach((type, list) -> counted.put(type, count(tx, type, list)));
                    counted.put("nothing", count(tx, "bigint", List.of()));
                };
        store().commit(writing(run, counting));
        assertThat(counted).hasSize(8).containsEntry("nothing", 0L);
        counted.remove("nothing");
        assertThat(counted.values()).containsOnly(3L);
    }

    private static long count(Transaction tx, String type, Object list) {
        String rows =
                tx.flavour() == Transaction.Flavour.POSTGRESQL
                        ? "unnest(?::%s[])".formatted(type)
                        : "json_each(?)";
        return tx.query("select count(*) from " + rows, row -> row.number(1), list).getFirst();
    }

    @Test
    default void refusesAParameterThatIsNoValue() {
        Run run = started();
        Map<Object, String> wrong =
                Map.of(
                        List.of(1, "a"),
                        "expected a list of one type as a parameter, found Integer",
                        List.of(List.of(1)),
                        "expected a list of texts, numbers",
                        Instant.MAX,
                        "expected a time in the years 0 to 9999");
        wrong.forEach((parameter, fault) -> {
            Writing writing = tx -> tx.update("update contract_note set body = ?", parameter);
            StoreException refused = refusal(writing(run, writing));
            assertThat(refused.getCause()).isInstanceOf(SqlFailed.BadStatement.class);
            assertThat(refused).hasMessageContaining("parameter 1: " + fault);
            StoreException unanswered =
                    catchThrowableOfType(
                            StoreException.class,
                            () ->
                                    store().query(
                                                    "select id from contract_note where body = ?",
                                                    row -> row.number(1),
                                                    parameter));
            assertThat(unanswered.kind()).isEqualTo(StoreException.Kind.REFUSED);
            assertThat(unanswered).hasMessageContaining("parameter 1: " + fault);
        });
        assertThat(store().run(run.id())).contains(run);
    }
}
