package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The tar program of this host, if it is GNU's.
final class GnuTar {
    private GnuTar() {}

    /// Skips the test if there is no GNU tar.
    static void expect() throws IOException, InterruptedException {
        boolean isThere;
        try {
            isThere = run(List.of("--version")).contains("GNU tar");
        } catch (IOException _) {
            isThere = false;
        }
        assumeTrue(isThere, "there is no GNU tar on this machine");
    }

    /// Returns the entries of an archive, links with their targets.
    static List<String> list(Path file) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        String listed =
                run(List.of("--quoting-style=literal", "--full-time", "-tvPf", file.toString()));
        for (String line : listed.lines().toList()) {
            String name = line.replaceFirst("^(\\S+\\s+){5}", "").replaceFirst(" link to .*", "");
            lines.add(name);
        }
        return lines;
    }

    static String run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("TZ", "UTC");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code of %s", command).isZero();
        return output;
    }
}
