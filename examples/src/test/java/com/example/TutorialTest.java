package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The tutorial's program prints what the tutorial shows, with and without a kill in a step.
@Timeout(120)
class TutorialTest {
    private static final Path TUTORIAL = Path.of("..", "docs", "tutorial.md");
    private static final String SENDING = "sending an email, attempt 1";

    @TempDir private Path directory;

    @Test
    void printsWhatTheTutorialSays() throws Exception {
        assertThat(lines(start(0))).isEqualTo(printed().getFirst());
    }

    @Test
    void continuesAfterAKillAsTheTutorialSays() throws Exception {
        Process killed = start(Integer.MAX_VALUE);
        try (BufferedReader output = killed.inputReader()) {
            String line = output.readLine();
            while (line != null && !line.equals(SENDING)) line = output.readLine();
            assertThat(line).isEqualTo(SENDING);
        } finally {
            killed.destroyForcibly().waitFor();
        }

        assertThat(lines(start(0))).isEqualTo(printed().getLast());
    }

    @Test
    void namesTheVersionsOfThisBuild() throws IOException {
        String build = Files.readString(Path.of("..", "pom.xml"));
        assertNamed("pawl-store", found("<artifactId>pawl</artifactId>\\s*<version>(.*?)<", build));
        assertNamed("junit-jupiter", found("<junit.version>(.*?)<", build));
        assertNamed("assertj-core", found("<assertj.version>(.*?)<", build));
    }

    private static void assertNamed(String artifact, String version) throws IOException {
        assertThat(Files.readString(TUTORIAL))
                .contains(
                        "<artifactId>%s</artifactId>\n".formatted(artifact)
                                + "      <version>%s</version>".formatted(version));
    }

    private static String found(String regex, String text) {
        Matcher version = Pattern.compile(regex).matcher(text);
        assertThat(version.find()).as(regex).isTrue();
        return version.group(1);
    }

    private Process start(int emailMillis) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Demail.millis=" + emailMillis,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Signup.class.getName())
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> lines(Process program) throws Exception {
        try (BufferedReader output = program.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(program.waitFor()).isZero();
            return lines;
        }
    }

    /// Returns the lines of each block of program output in the tutorial.
    private static List<List<String>> printed() throws IOException {
        List<List<String>> blocks = new ArrayList<>();
        Matcher block =
                Pattern.compile("```text\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(TUTORIAL));
        while (block.find()) blocks.add(block.group(1).lines().toList());
        assertThat(blocks).hasSize(2);
        return blocks;
    }
}
