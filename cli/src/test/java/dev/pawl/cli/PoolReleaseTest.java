package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.engine.Lease;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.JsonCodec;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl pools release` frees the leases that `pawl verify` reports.
final class PoolReleaseTest {
    private Terminal terminal;
    private String ended;

    @BeforeEach
    void leaveALease(@TempDir Path home) throws InterruptedException {
        ended = Reviews.leave(home).done().toString();
        Lease lease = new Lease("press", ended, 2, 7, null, null);
        NamedDocument document =
                new NamedDocument(
                        NamedDocument.Kind.PERMIT, "press/" + ended, JsonCodec.JSON.encode(lease));
        try (Store store = SqliteStore.open(home)) {
            store.commit(Commit.of(document));
        }
        terminal = new Terminal(home);
    }

    @Test
    void freesALeaseThatVerifyFinds() {
        assertThat(terminal.run("verify").out()).contains("pawl pools release press " + ended);
        assertThat(terminal.ok("pools")).contains(ended + " (2)");
        assertThat(terminal.ok("pools", "release", "press", ended))
                .contains("Freed 2 permits of pool press that " + ended + " held.");
        assertThat(terminal.ok("verify")).contains("consistent");
        assertThat(terminal.ok("pools")).doesNotContain(ended);
    }

    @Test
    void refusesWhenThereIsNothingToFree() {
        terminal.ok("pools", "release", "press", ended);
        Terminal.Answer again = terminal.run("pools", "release", "press", ended);
        assertThat(again.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("'" + ended + "' holds no permits of pool 'press'");
    }

    @Test
    void printsTheFreedLeaseAsJson() {
        assertThat(terminal.ok("pools", "release", "press", ended, "--json"))
                .contains("\"holder\" : \"" + ended + "\"")
                .contains("\"count\" : 2");
    }

    @Test
    void namesWhatExistsWhenANameIsWrong() {
        Terminal.Answer pool = terminal.run("pools", "release", "pres", ended);
        assertThat(pool.code()).isEqualTo(terminal.run("queues", "pause", "nope").code());
        assertThat(pool.err()).contains("'pres'").contains("press");
        Terminal.Answer holder = terminal.run("pools", "release", "press", "unknown");
        assertThat(holder.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(holder.err()).contains("'unknown' holds no permits").contains(ended);
        assertThat(terminal.run("pools", "release", "press").code()).isEqualTo(ExitCode.USAGE);
    }
}
