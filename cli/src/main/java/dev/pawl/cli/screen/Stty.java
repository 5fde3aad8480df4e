package dev.pawl.cli.screen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The program `stty`, which reads and changes the settings of the terminal.
final class Stty {
    private Stty() {}

    /// Returns its output; "" without a terminal or without the program.
    static String call(String arguments) {
        String command = "stty " + arguments + " < /dev/tty 2> /dev/null";
        try {
            Process process = new ProcessBuilder("sh", "-c", command).start();
            byte[] output = process.getInputStream().readAllBytes();
            process.waitFor();
            return new String(output, StandardCharsets.UTF_8).strip();
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
