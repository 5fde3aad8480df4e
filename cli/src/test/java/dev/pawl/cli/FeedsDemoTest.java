package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl feeds demo`, as a program reads it.
@Timeout(300)
class FeedsDemoTest {
    @TempDir Path directory;

    @Test
    void itTellsWhatHappensAndLeavesABaseInADirectoryOfItsOwn() {
        Terminal terminal = new Terminal(directory.resolve("home"));
        assertThat(terminal.ok("feeds", "demo"))
                .contains("Somebody pauses cve", "every state of a provider was seen")
                .contains("pawl feeds search \"injection\" --home " + directory.resolve("home"));
        assertThat(terminal.ok("feeds", "stats")).contains("weakness");
        Terminal.Answer again = terminal.run("feeds", "demo");
        assertThat(again.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(again.err()).contains("wants a directory of its own");
    }
}
