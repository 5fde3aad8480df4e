package dev.pawl.diamonds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.supplier.SupplierAccess;
import dev.pawl.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The diagrams of the README are printed from the machines; `-Dreadme.update=true` writes them
/// again.
class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- diagram of ([a-z-]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

    @Test
    void diagramsAreThoseOfTheMachines() throws IOException {
        SupplierAccess access = SupplierAccess.of("http://127.0.0.1:1/graphql", "user", "secret");
        try (Diamonds diamonds = Diamonds.of(options -> options.supplier(access))) {
            List<String> shown = new ArrayList<>();
            String printed =
                    BLOCK.matcher(Files.readString(README))
                            .replaceAll(block -> {
                                shown.add(block.group(2));
                                return block(block, diamonds.machines());
                            });
            if (Boolean.getBoolean("readme.update")) Files.writeString(README, printed);
            assertThat(Files.readString(README)).isEqualTo(printed);
            assertThat(shown)
                    .containsExactly(
                            "pipeline-run", "pipeline-partition", "pipeline-consolidation");
        }
    }

    private static String block(MatchResult block, List<Machine<?, ?>> machines) {
        Machine<?, ?> machine =
                machines.stream()
                        .filter(each -> each.name().equals(block.group(2)))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no machine " + block.group(2)));
        String content = "```mermaid\n" + machine.mermaid() + "```\n";
        return Matcher.quoteReplacement(block.group(1) + content + block.group(4));
    }
}
