package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real process that executes a class of the tests.
final class ChildJvm {
    private ChildJvm() {}

    /// Starts `main` through a command that takes the rest of its line as the program to execute.
    static Process start(List<String> under, Class<?> main, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(under);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        for (Object argument : arguments) command.add(argument.toString());
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /// Kills a child that has not ended, and waits for its end.
    static void end(Process child) throws InterruptedException {
        child.destroyForcibly();
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
}
