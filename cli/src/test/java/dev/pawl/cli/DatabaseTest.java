package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Lease;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every command works on a database that nodes share, whether any is live or not.
class DatabaseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Databases database;
    private Terminal terminal;
    private Reviews.Left left;
    private String waiting;

    @BeforeEach
    void leaveRuns() throws InterruptedException {
        database = Databases.fresh();
        terminal = database.terminal();
        try (Engine engine = database.reviews("first")) {
            left = Reviews.leave(engine);
        }
        waiting = left.waiting().toString();
    }

    @Test
    void commandsThatRead() {
        assertThat(ok("runs")).contains(waiting).contains("COMPLETED");
        assertThat(ok("run", "show", waiting)).contains("WAITING in 'decide'");
        assertThat(ok("run", "why", waiting)).contains("no node is live").contains("Approve");
        assertThat(ok("run", "history", waiting)).contains("started");
        assertThat(ok("machines")).contains("review");
        assertThat(ok("diagram", "review")).contains("stateDiagram-v2");
        assertThat(ok("queues")).contains("desk");
        assertThat(ok("pools")).contains("press");
        assertThat(ok("schedules")).contains("nightly");
        assertThat(ok("report")).contains("opened");
        assertThat(ok("check")).contains("Every live run fits");
        assertThat(ok("verify")).contains("consistent");
        assertThat(ok("top", "--once")).contains("no engine is open").contains("2 live runs");
        assertThat(ok("nodes")).contains("first").contains("LEFT");
    }

    @Test
    void ordersWithoutANodeAreCarriedOutByTheNextOne() throws InterruptedException {
        assertThat(ok("run", "pause", waiting, "--reason", "lunch")).contains("PAUSED");
        assertThat(ok("run", "resume", waiting)).contains("WAITING").contains("no engine is open");
        ok("run", "goto", waiting, "publish");
        assertThat(ok("run", "retry", left.backingOff().toString())).contains("no engine is open");
        String fork =
                terminal.started(
                        "run",
                        "fork",
                        waiting,
                        "--from",
                        "publish",
                        "--input",
                        "{\"value\":\"two\"}");
        assertThat(ok("queues", "resize", "desk", "7")).contains("7");
        assertThat(ok("schedules", "pause", "nightly")).contains("paused");

        try (Engine engine = database.reviews("second")) {
            assertThat(engine.await(Reviews.REVIEW, left.waiting(), PATIENCE).value())
                    .isEqualTo("draft published");
            assertThat(engine.await(Reviews.REVIEW, RunId.parse(fork), PATIENCE).value())
                    .isEqualTo("two published");
            assertThat(engine.queues().settings("desk").concurrency()).isEqualTo(7);
        }
        assertThat(ok("verify")).contains("consistent");
    }

    @Test
    void ordersAreCarriedOutByTheLiveNode() throws InterruptedException {
        try (Engine engine = database.reviews("second")) {
            assertThat(ok("top", "--once")).contains("running, the oldest node joined");
            assertThat(ok("run", "why", waiting)).contains("Approve").doesNotContain("no node");
            assertThat(ok("run", "pause", waiting)).contains("PAUSED").doesNotContain("no engine");
            assertThat(ok("run", "resume", waiting)).contains("WAITING");
            assertThat(ok("run", "goto", waiting, "publish")).doesNotContain("no engine");
            assertThat(engine.await(Reviews.REVIEW, left.waiting(), PATIENCE).value())
                    .isEqualTo("draft published");
            assertThat(ok("runs", "cancel", "--live")).contains("1 of 1 run would change");
            assertThat(ok("runs", "cancel", "--live", "--yes")).contains("1 of 1 run changed");
            assertThat(engine.awaitEnd(left.backingOff(), PATIENCE)).isPresent();
        }
        assertThat(ok("runs", "--status", "cancelled")).contains(left.backingOff().toString());
    }

    @Test
    void aLeaseThatHasExpiredIsNotFreed() {
        Instant past = Instant.now().minusSeconds(60);
        Lease lease = new Lease("press", "outside", 2, 7, past, null);
        NamedDocument document =
                new NamedDocument(
                        NamedDocument.Kind.PERMIT, "press/outside", JsonCodec.JSON.encode(lease));
        try (Store store = database.store()) {
            store.commit(Commit.of(document));
        }
        assertThat(ok("pools")).doesNotContain("outside");
        Terminal.Answer answer = terminal.run("pools", "release", "press", "outside");
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("'outside' holds no permits of pool 'press'");
        assertThat(answer.code()).isEqualTo(ExitCode.REFUSED);
        Terminal.Answer json = terminal.run("pools", "release", "press", "outside", "--json");
        assertThat(json.err()).startsWith("{\"error\":\"").contains("\"code\":" + ExitCode.REFUSED);
        assertThat(json.out()).isEmpty();
        assertThat(json.code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void nodesAreListed() {
        try (Engine engine = database.reviews("second")) {
            assertThat(engine.nodes()).hasSize(2);
            assertThat(ok("nodes"))
                    .containsPattern("first +1 +LEFT +-")
                    .containsPattern("second +2 +LIVE +\\d+s left")
                    .contains("review v1");
            assertThat(ok("nodes", "--json"))
                    .contains("\"name\" : \"second\"")
                    .contains("\"state\" : \"LIVE\"")
                    .contains("\"holdsLease\" : true");
        }
        assertThat(ok("nodes", "--json")).doesNotContain("LIVE");
    }

    @Test
    void sqlReadsAndNothingElse() {
        assertThat(ok("sql", "select count(*) as n from runs", "--csv")).isEqualTo("n\n3\n");
        assertThat(ok("sql", "select created from runs limit 1", "--json")).contains("created");
        assertThat(ok("sql", "select name, state from nodes", "--csv")).contains("first,LEFT");
        for (String wrong :
                List.of(
                        "delete from run",
                        "with gone as (delete from run returning id) select * from gone",
                        "select 1; delete from run",
                        "explain analyze delete from run")) {
            Terminal.Answer answer = terminal.run("sql", wrong);
            assertThat(answer.err()).as(wrong).startsWith("pawl: ").doesNotContain("happen");
            assertThat(answer.code()).as(wrong).isEqualTo(ExitCode.USAGE);
        }
        Terminal.Answer unknown = terminal.run("sql", "select nothing from runs");
        assertThat(unknown.err()).contains("the query is wrong").contains("nothing");
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ok("sql", "select count(*) as n from runs", "--csv")).isEqualTo("n\n3\n");
    }

    @Test
    void theEnvironmentNamesTheDefaultStore() {
        Map<String, String> environment =
                Map.of("PAWL_STORE", database.url(), "PAWL_SCHEMA", database.schema());
        assertThat(new Terminal(List.of(), environment).ok("runs")).contains(waiting);
        Terminal.Answer home =
                new Terminal(List.of("--home", "no-such-home"), environment).run("runs");
        assertThat(home.err()).contains("no store in no-such-home");
        assertThat(home.code()).isEqualTo(ExitCode.STORE);
    }

    private String ok(String... args) {
        return terminal.ok(args);
    }
}
