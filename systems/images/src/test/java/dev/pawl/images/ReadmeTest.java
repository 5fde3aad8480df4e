package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The diagrams and contracts of the README are printed from the machines; `-Dreadme.update=true`
/// writes them again.
final class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(<!-- (diagram|contract) of ([a-z-]+) -->\n)(.*?)(<!-- end -->)",
                    Pattern.DOTALL);

    @TempDir private Path home;

    @Test
    void diagramsAndContractsAreThoseOfTheMachines() throws IOException {
        List<Machine<?, ?>> machines = Images.in(home, _ -> {}).machines();
        String text = Files.readString(README);
        List<String> shown = new ArrayList<>();
        String printed =
                BLOCK.matcher(text)
                        .replaceAll(block -> {
                            shown.add(block.group(2) + " of " + block.group(3));
                            return block(block, machines);
                        });
        if (Boolean.getBoolean("readme.update")) Files.writeString(README, printed);
        assertThat(Files.readString(README)).isEqualTo(printed);
        for (Machine<?, ?> machine : machines) {
            assertThat(shown).contains("diagram of " + machine.name());
            assertThat(shown).contains("contract of " + machine.name());
        }
    }

    private static String block(MatchResult block, List<Machine<?, ?>> machines) {
        Machine<?, ?> machine =
                machines.stream()
                        .filter(each -> each.name().equals(block.group(3)))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no machine " + block.group(3)));
        String content =
                block.group(2).equals("diagram")
                        ? "```mermaid\n" + machine.mermaid() + "```\n"
                        : machine.contractTable();
        return java.util.regex.Matcher.quoteReplacement(block.group(1) + content + block.group(5));
    }
}
