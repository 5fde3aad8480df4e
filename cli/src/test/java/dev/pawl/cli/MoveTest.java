package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Payload;
import dev.pawl.run.RunStatus;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store moves from a directory to a database and back, and its runs continue there.
class MoveTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir Path directory;

    private final Terminal terminal = new Terminal();
    private Databases database;
    private Path home;
    private Reviews.Left left;

    @BeforeEach
    void leaveRuns() throws InterruptedException {
        database = Databases.fresh();
        home = directory.resolve("home");
        left = Reviews.leave(home);
    }

    @Test
    void thereAndBack() throws InterruptedException {
        String before = new Terminal(home).ok("run", "history", left.waiting().toString());
        Terminal.Answer answer = move(home.toString(), database.url(), "--to-schema", schema());

        assertThat(answer.code()).isZero();
        assertThat(answer.err()).contains("3 runs moved").contains("of TO compared");
        assertThat(answer.out())
                .contains(home.toString())
                .contains("(schema %s)".formatted(schema()))
                .contains("Both stores have the same contents.")
                .contains("is unchanged and not marked as moved");
        assertThat(database.terminal().ok("run", "history", left.waiting().toString()))
                .isEqualTo(before);
        try (Engine engine = database.reviews("one")) {
            engine.send(left.waiting(), new Reviews.Approve());
            assertThat(engine.await(Reviews.REVIEW, left.waiting(), PATIENCE).value())
                    .isEqualTo("draft published");
        }

        Path back = directory.resolve("back");
        Terminal.Answer again =
                move(database.url(), back.toString(), "--from-schema", schema(), "--json");
        assertThat(again.err()).isEmpty();
        assertThat(again.out())
                .contains("\"ok\" : true")
                .contains("\"resumed\" : false")
                .contains("\"runs\" : 3");
        try (Pawl pawl = Reviews.open(back)) {
            assertThat(pawl.engine().run(left.waiting()).status()).isEqualTo(RunStatus.COMPLETED);
            assertThat(pawl.engine().run(left.backingOff()).status())
                    .isEqualTo(RunStatus.BACKING_OFF);
        }
        assertThat(new Terminal(back).ok("verify")).contains("consistent");
        assertThat(new Terminal(home).ok("verify")).contains("consistent");
    }

    @Test
    void resumesAnInterruptedMove() {
        String mark = home.toAbsolutePath().normalize().toString();
        try (Store store = database.store()) {
            store.commit(
                    Commit.of(new NamedDocument(NamedDocument.Kind.MOVE, mark, Payload.of("{}"))));
        }
        assertThat(move(home.toString(), database.url(), "--to-schema", schema()).out())
                .contains("The interrupted move was resumed.");
        assertFails(ExitCode.REFUSED, "has contents", home.toString(), database.url());
    }

    @Test
    void storesInUse() {
        try (Pawl pawl = Reviews.open(home)) {
            assertThat(pawl.engine()).isNotNull();
            assertFails(ExitCode.STORE, "is in use by process", home.toString(), database.url());
        }
        try (Engine engine = database.reviews("one")) {
            assertThat(engine.nodes()).hasSize(1);
            assertFails(
                    ExitCode.REFUSED,
                    "uses the store to move to; stop all nodes first",
                    home.toString(),
                    database.url());
        }
    }

    @Test
    void wrongPlaces() {
        String none = directory.resolve("none").toString();
        assertFails(ExitCode.STORE, "no store in " + none, none, database.url());
        Terminal.Answer same = terminal.run("store", "move", none, none + "/.");
        assertThat(same.err()).contains("are the same store");
        assertThat(same.code()).isEqualTo(ExitCode.USAGE);
        Terminal.Answer option = terminal.run("store", "move", none, "x", "--home", none);
        assertThat(option.err()).contains("arguments FROM and TO");
        assertThat(option.code()).isEqualTo(ExitCode.USAGE);
        Terminal.Answer schema = terminal.run("store", "move", none, "x", "--to-schema", "s");
        assertThat(schema.err()).contains("x is a directory and has no schema 's'");
        assertThat(schema.code()).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.run("store").err()).contains("missing command: expected one of move");
    }

    private void assertFails(int code, String message, String from, String to) {
        Terminal.Answer answer = move(from, to, "--to-schema", schema());
        assertThat(answer.err()).contains(message).doesNotContain("internal error");
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.out()).isEmpty();
    }

    private String schema() {
        return database.schema();
    }

    private Terminal.Answer move(String from, String to, String... more) {
        String[] args = new String[more.length + 4];
        System.arraycopy(new String[] {"store", "move", from, to}, 0, args, 0, 4);
        System.arraycopy(more, 0, args, 4, more.length);
        return terminal.run(args);
    }
}
