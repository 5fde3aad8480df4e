package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl diamonds demo`.
@Timeout(300)
@Tag("long")
class DiamondsDemoTest {
    @TempDir Path directory;

    @Test
    void killsARunResumesItAndEndsWithEqualStocks() {
        Terminal terminal = new Terminal(directory.resolve("home"));
        assertThat(terminal.ok("diamonds", "demo"))
                .contains("kill -9", "exit code 137", "Running the same command again")
                .contains("Exactly once: the supplier has", "their prices are equal");
        assertThat(terminal.ok("diamonds", "runs")).contains("full", "incremental");
        assertThat(terminal.ok("verify")).contains("consistent");
    }
}
