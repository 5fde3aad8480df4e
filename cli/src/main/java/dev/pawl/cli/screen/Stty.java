package dev.pawl.cli.screen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The program that sets the terminal and tells how it is set.
final class Stty {
    private Stty() {}

    /// Returns what it says, or nothing where there is no terminal or no such program.
    static String call(String words) {
        String command = "stty " + words + " < /dev/tty 2> /dev/null";
        try {
            Process process = new ProcessBuilder("sh", "-c", command).start();
            byte[] said = process.getInputStream().readAllBytes();
            process.waitFor();
            return new String(said, StandardCharsets.UTF_8).strip();
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
