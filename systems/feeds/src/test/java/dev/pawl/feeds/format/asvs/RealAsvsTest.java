package dev.pawl.feeds.format.asvs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.RealData;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Counts and facts of the published standard, determined by an independent script.
@Tag("long")
final class RealAsvsTest {
    private static final String ASVS = "v2e::owasp::asvs::";

    @ParameterizedTest
    @ValueSource(strings = {"json", "flat.json", "csv", "xml"})
    void readsVersion4(String form) throws IOException {
        Reading read = real("asvs-4.0.3-en." + form);

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition().catalogue()).isEqualTo("asvs-4");
        assertThat(read.edition().version()).isEqualTo("4.0.3");
        assertThat(read.kind("chapter")).hasSize(14);
        assertThat(read.kind("section").filter(RealAsvsTest::hasMembers)).hasSize(69);
        assertThat(read.kind("requirement")).hasSize(286);
        assertThat(atLevel(read, 1)).isEqualTo(128);
        assertThat(atLevel(read, 2)).isEqualTo(259);
        assertThat(atLevel(read, 3)).isEqualTo(278);
        assertThat(read.items())
                .filteredOn(each -> each.content().path("status").isString())
                .hasSize(8);
        assertThat(read.kind("requirement").filter(each -> !each.links().isEmpty())).hasSize(268);
        assertThat(read.links("requirement", "weakness").distinct()).hasSize(128);
        assertThat(read.links("requirement", "weakness"))
                .anyMatch(link -> link.to().id().equals("CWE-1026"));
        assertThat(read.item(ASVS + "14.1.1@4.0.3").title())
                .startsWith("Verify that the application build and deployment processes are");
        assertThat(read.item(ASVS + "14.5.4@4.0.3").kind()).isEqualTo("requirement");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "flat.json", "csv", "xml"})
    void readsVersion5(String form) throws IOException {
        Reading read = real("asvs-5.0.0-en." + form);

        assertThat(read.wrong()).isEmpty();
        assertThat(read.edition().catalogue()).isEqualTo("asvs-5");
        assertThat(read.edition().version()).isEqualTo("5.0.0");
        assertThat(read.kind("chapter")).hasSize(17);
        assertThat(read.kind("section")).hasSize(80);
        assertThat(read.kind("requirement")).hasSize(345);
        assertThat(atLevel(read, 1)).isEqualTo(70);
        assertThat(atLevel(read, 2)).isEqualTo(70 + 183);
        assertThat(atLevel(read, 3)).isEqualTo(70 + 183 + 92);
        assertThat(read.item(ASVS + "1.1.1@5.0.0").content().path("description").stringValue())
                .startsWith("Verify that input is decoded or unescaped into a canonical form only");
        assertThat(read.item(ASVS + "17.3.2@5.0.0").kind()).isEqualTo("requirement");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.3", "5.0.0"})
    void readsTheSameItemsFromAllForms(String version) throws IOException {
        List<FeedItem> wanted = items("asvs-%s-en.json".formatted(version));

        assertThat(items("asvs-%s-en.flat.json".formatted(version))).isEqualTo(wanted);
        assertThat(items("asvs-%s-en.csv".formatted(version))).isEqualTo(wanted);
        assertThat(items("asvs-%s-en.xml".formatted(version))).isEqualTo(wanted);
    }

    @Test
    void leavesTheOtherFilesAlone() throws IOException {
        for (String name : List.of("asvs-5.0.0-en.cdx.json", "mapping_v4.0.3_to_v5.0.0.yml")) {
            assertThat(Reading.recognisedBy(AsvsFormats.all(), RealData.require("asvs/" + name)))
                    .isEmpty();
        }
    }

    private static long atLevel(Reading read, int level) {
        return read.items().stream()
                .map(each -> each.content().path("level" + level))
                .filter(JsonNode::isBoolean)
                .filter(JsonNode::booleanValue)
                .count();
    }

    /// Sorted items of a form, without what only the nested forms contain: short names, and
    /// sections without requirements.
    private static List<FeedItem> items(String name) throws IOException {
        List<FeedItem> items = real(name).items();
        Set<Urn> empty =
                items.stream()
                        .filter(each -> each.kind().equals("section") && !hasMembers(each))
                        .map(FeedItem::urn)
                        .collect(Collectors.toSet());
        items.forEach(each -> each.content().remove("short_name"));
        return items.stream()
                .filter(each -> !empty.contains(each.urn()))
                .map(each -> without(each, empty))
                .sorted(Comparator.comparing(FeedItem::urn))
                .toList();
    }

    private static FeedItem without(FeedItem item, Set<Urn> empty) {
        List<ItemLink> links =
                item.links().stream().filter(link -> !empty.contains(link.to())).toList();
        return new FeedItem(
                item.urn(), item.kind(), item.title(), item.searchText(), item.content(), links);
    }

    private static boolean hasMembers(FeedItem item) {
        return !item.links().isEmpty();
    }

    private static Reading real(String name) throws IOException {
        return Reading.of(AsvsFormats.all(), RealData.require("asvs/" + name));
    }
}
