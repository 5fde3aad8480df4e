package dev.pawl.diamonds.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.SqliteStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Two runs over real stones yield the documented counts and differences.
@Timeout(120)
final class RealStonesTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final MissingStones.Policy POLICY =
            new MissingStones.Policy(Duration.ZERO, 0.05);

    @TempDir private Path directory;

    private static List<List<RawStone>> pages(String name) throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.exists(at.resolve("ARCHITECTURE.md"))) at = at.getParent();
        String named = System.getenv("PAWL_DATA");
        Path data = named == null ? at.resolveSibling("shared").resolve("data") : Path.of(named);
        Path file = data.resolve("diamonds/nivoda-shaped/" + name + "-price-1000-1100.jsonl.gz");
        Assumptions.assumeTrue(Files.exists(file), name + " is not here");
        List<List<RawStone>> pages = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                List<RawStone> page = new ArrayList<>();
                JsonNode items =
                        JSON.readTree(line).at("/response/data/as/diamonds_by_query/items");
                for (JsonNode item : items) {
                    String id = item.path("diamond").path("id").asString();
                    page.add(RawStone.of(id, item.toString()));
                }
                pages.add(page);
            }
        }
        return pages;
    }

    private static MissingStones.Result load(StoneStore stones, String run) throws IOException {
        for (List<RawStone> page : pages(run)) stones.page(StoneStore.FEED, run, page);
        stones.consolidate();
        return stones.remove(run, POLICY);
    }

    @Test
    void theSecondRunFindsExactlyWhatChanged() throws Exception {
        assertThat(pages("run1")).hasSize(62);
        try (StoneStore stones = new StoneStore(SqliteStore.open(directory))) {
            assertThat(load(stones, "run1")).isEqualTo(new MissingStones.Result.Removed(0, 0));
            assertThat(stones.queries().stats())
                    .isEqualTo(new StoneStats(1_857, 1_857, 1_857, 0, 0, 0, 194_464_300));
            assertThat(stones.queries().unknownValues()).isEmpty();
            stones.at(StoneStore.START.plus(Duration.ofHours(1)));
            assertThat(load(stones, "run2")).isEqualTo(new MissingStones.Result.Removed(37, 0));
            assertThat(stones.queries().stats())
                    .isEqualTo(new StoneStats(1_875, 1_838, 1_820, 18, 37, 0, 192_675_274));
            List<StoneChange> changes = stones.queries().changes(stones.now(), 10_000);
            assertThat(changes).filteredOn(each -> each.kind().equals("created")).hasSize(18);
            assertThat(changes).filteredOn(each -> each.kind().equals("price")).hasSize(92);
            assertThat(changes).filteredOn(each -> each.kind().equals("availability")).hasSize(18);
            assertThat(changes).filteredOn(each -> each.kind().equals("removed")).hasSize(37);
            assertThat(changes).hasSize(18 + 92 + 18 + 37);
            assertThat(RunCounts.of(stones.store()::query, "run2"))
                    .isEqualTo(new RunCounts(1_838, 1_838, 18, 110, 1_710, 0, 37));
            assertThat(RunCounts.of(stones.store()::query, "run1").unique()).isEqualTo(1_857);
        }
    }
}
