package dev.pawl.diamonds.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.canonical.Items;
import dev.pawl.diamonds.mapping.MappingResult.Mapped;
import dev.pawl.diamonds.mapping.MappingResult.Rejected;
import dev.pawl.diamonds.stone.Availability;
import dev.pawl.diamonds.stone.ContentHash;
import dev.pawl.diamonds.stone.Stone;
import dev.pawl.testkit.Seeds;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// From a supplier's item to a stone.
final class StoneMappingTest {
    private static final StoneMapping MAPPING = new StoneMapping(false);

    private static Mapped mapped(String... changes) {
        return (Mapped) MAPPING.map(Items.json("a", changes));
    }

    private static Map<String, String> fields(String... changes) {
        return mapped(changes).stone().fields();
    }

    @Test
    void everyFieldOfAnItemIsMapped() {
        assertThat(fields())
                .containsEntry("diamond_id", "a")
                .containsEntry("offer_id", "DIAMOND/a")
                .containsEntry("stock_id", "N-a")
                .containsEntry("supplier_stock_id", "GG-a")
                .containsEntry("lab", "GIA")
                .containsEntry("certificate", "1-a")
                .containsEntry("shape", "ROUND")
                .containsEntry("carat", "0.5")
                .containsEntry("colour_grade", "G")
                .containsEntry("clarity", "VS1")
                .containsEntry("cut", "EXCELLENT")
                .containsEntry("length", "5.21")
                .containsEntry("width", "5.23")
                .containsEntry("depth", "3.21")
                .containsEntry("ratio", "0.996")
                .containsEntry("depth_percentage", "61.5")
                .containsEntry("table", "56")
                .containsEntry("availability", "AVAILABLE")
                .containsEntry("supplier_price_cents", "100000")
                .containsEntry("lab_grown", "false")
                .hasSize(20);
        assertThat(mapped().unknown()).isEmpty();
    }

    /// A16: upstream rejects a stone without image and video, which would be all of the real ones.
    @Test
    void mediaAreOptional() {
        assertThat(fields()).doesNotContainKeys("image", "video");
        assertThat(fields("\"image\":null", "\"image\":\"https://x/1\""))
                .containsEntry("image", "https://x/1");
    }

    /// D16: upstream looks for "available" anywhere in the text.
    @ParameterizedTest
    @CsvSource({
        "AVAILABLE, AVAILABLE",
        "UNAVAILABLE, UNAVAILABLE",
        "ON_HOLD, ON_HOLD",
        "SOLD, SOLD",
        "RESERVED, RESERVED",
        "NOT_AVAILABLE, UNKNOWN",
        "available, UNKNOWN",
        "UNKNOWN, UNKNOWN",
        "'', UNKNOWN",
    })
    void availabilityIsMatchedAsAWhole(String value, Availability expected) {
        Mapped mapped = mapped("\"AVAILABLE\"", "\"" + value + "\"");
        assertThat(mapped.stone().offer().availability()).isEqualTo(expected);
        if (expected == Availability.UNKNOWN) {
            assertThat(mapped.unknown()).containsExactly(new UnknownValue("availability", value));
        } else {
            assertThat(mapped.unknown()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "G, G",
        "g, G",
        "D+, D",
        "H-, H",
        "O-P, O-P",
        "U/V, U-V",
        "Fancy Intense Yellow, FANCY INTENSE YELLOW",
        "FANCY-VIVID_PINK, FANCY VIVID PINK",
        "vivid pink, FANCY VIVID PINK",
        "Fancy Light Greyish Blue, FANCY LIGHT GRAYISH BLUE",
        "Fancy Green Blue, FANCY BLUE-GREEN",
        "Fancy blue-green, FANCY BLUE-GREEN",
        "'Fancy Deep, Brownish Orangey / Yellow', FANCY DEEP BROWNISH-ORANGISH YELLOW",
        "very light pink, VERY LIGHT PINK",
        "Faint Brown, FAINT BROWN",
        "Natural Fancy Grey Color, FANCY GRAY",
        "Champagne, BROWN",
        "Pink, PINK",
        "FANCY, FANCY",
        "N/A, ''",
        "*, ''",
        "'', ''",
    })
    void coloursAreNormalised(String text, String expected) {
        Mapped mapped = mapped("\"color\":\"G\"", "\"color\":\"" + text + "\"");
        assertThat(mapped.stone().grading().colour().text()).isEqualTo(expected);
        assertThat(mapped.stone().grading().colour().isFancy()).isEqualTo(expected.length() > 3);
        assertThat(mapped.unknown()).isEmpty();
    }

    @Test
    void theOrderOfCompoundColoursDoesNotMatter() {
        String one = Items.json("a", "\"color\":\"G\"", "\"color\":\"Fancy Green-Blue\"");
        String two = Items.json("a", "\"color\":\"G\"", "\"color\":\"fancy BLUE green\"");
        assertThat(MAPPING.map(one)).isEqualTo(MAPPING.map(two));
    }

    @Test
    void fancyColoursMayHaveFieldsOfTheirOwn() {
        String fields =
                "\"f_color\":\"Yellow\",\"f_intensity\":\"INTENSE\",\"f_overtone\":\"none\"";
        assertThat(fields("\"color\":\"G\"", "\"color\":\"*\"," + fields))
                .containsEntry("colour_hue", "YELLOW")
                .containsEntry("colour_intensity", "FANCY INTENSE")
                .doesNotContainKeys("colour_grade", "colour_overtone");
    }

    @Test
    void anUnknownWordOfAColourIsReportedAndDropped() {
        Mapped mapped = mapped("\"color\":\"G\"", "\"color\":\"Fancy Sparkling Pink\"");
        assertThat(mapped.stone().grading().colour().text()).isEqualTo("FANCY PINK");
        assertThat(mapped.unknown()).containsExactly(new UnknownValue("colour", "SPARKLING"));
    }

    @ParameterizedTest
    @CsvSource({
        "N, NONE",
        "NON, NONE",
        "None, NONE",
        "F, FAINT",
        "FNT, FAINT",
        "MED, MEDIUM",
        "STG, STRONG",
        "VST, VERY STRONG",
        "very_strong, VERY STRONG",
        "VSL, VERY SLIGHT",
    })
    void fluorescenceIsExpanded(String text, String expected) {
        assertThat(fields("\"table\":56.0", "\"table\":56,\"floInt\":\"" + text + "\""))
                .containsEntry("fluorescence", expected);
    }

    @ParameterizedTest
    @CsvSource({"EX, EXCELLENT", "VG, VERY GOOD", "GD, GOOD", "F, FAIR", "Ideal, IDEAL", "p, POOR"})
    void gradesAreExpanded(String text, String expected) {
        assertThat(
                        fields(
                                "\"cut\":\"EX\"",
                                "\"cut\":\"%1$s\",\"polish\":\"%1$s\",\"symmetry\":\"%1$s\""
                                        .formatted(text)))
                .containsEntry("cut", expected)
                .containsEntry("polish", expected)
                .containsEntry("symmetry", expected);
    }

    @Test
    void anUnknownGradeIsReportedAndAnUnknownShapeIsKept() {
        Mapped mapped =
                mapped("\"cut\":\"EX\"", "\"cut\":\"8X\"", "\"ROUND\"", "\"Star of david\"");
        assertThat(mapped.stone().fields())
                .doesNotContainKey("cut")
                .containsEntry("shape", "STAR OF DAVID");
        assertThat(mapped.unknown())
                .containsExactlyInAnyOrder(
                        new UnknownValue("cut", "8X"), new UnknownValue("shape", "Star of david"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"price\":100000 | \"price\":0 | price | found 0",
                "\"price\":100000 | \"price\":-5 | price | found -5",
                "\"price\":100000 | \"price\":10.5 | price | whole cents",
                "\"price\":100000 | \"price\":null | price | found null",
                "\"price\":100000 | \"price\":\"much\" | price | a number",
                "\"price\":100000 | \"price\":1e300 | price | at most",
                "\"price\":100000 | \"cost\":1 | price | found nothing",
                "\"carats\":0.5 | \"carats\":0 | carats | above 0",
                "\"carats\":0.5 | \"carats\":1e-400 | carats | decimals",
                "\"carats\":0.5 | \"carats\":[1] | carats | above 0",
                "\"lab\":\"GIA\" | \"lab\":null | lab | found null",
                "\"certNumber\":\"1-a\" | \"certNumber\":\" \" | certNumber | a value",
                "\"shape\":\"ROUND\" | \"shape\":{} | shape | a text",
                "\"length\":5.21 | \"length\":-1 | length | from 0",
                "\"certificate\": | \"papers\": | certificate | an object",
                "\"diamond\": | \"stone\": | diamond | an object",
            })
    void aStoneThatCannotExistIsRejectedByFieldAndReason(
            String before, String after, String field, String reason) {
        MappingResult result = MAPPING.map(Items.json("a", before, after));
        assertThat(result).isInstanceOf(Rejected.class);
        assertThat(((Rejected) result).field()).isEqualTo(field);
        assertThat(((Rejected) result).reason()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "7", "{} {}", "\"text\"", "{\"diamond\":[]}"})
    void whatIsNoItemIsRejected(String payload) {
        assertThat(MAPPING.map(payload)).isInstanceOf(Rejected.class);
    }

    @Test
    void aTextOfManyMegabytesIsRejectedShortly() {
        String long1 = "x".repeat(3_000_000);
        Rejected rejected =
                (Rejected)
                        MAPPING.map(
                                Items.json(
                                        "a",
                                        "\"eyeClean\":null",
                                        "\"eyeClean\":\"" + long1 + "\""));
        assertThat(rejected.reason())
                .isEqualTo("expected at most 2,000 characters, found 3,000,000");
    }

    @Test
    void labGrownComesFromTheItemAndElseFromTheFeed() {
        StoneMapping lab = new StoneMapping(true);
        String says = Items.json("a", "\"table\":56.0", "\"labgrown\":false");
        assertThat(((Mapped) lab.map(Items.json("a"))).stone().isLabGrown()).isTrue();
        assertThat(((Mapped) lab.map(says)).stone().isLabGrown()).isFalse();
    }

    @Test
    void equalNumbersInOtherWordsAreTheSameStone() {
        Stone one = mapped().stone();
        Stone two = mapped("\"carats\":0.5", "\"carats\":\"0.500\"", "56.0", "56").stone();
        assertThat(ContentHash.of(two.fields())).isEqualTo(ContentHash.of(one.fields()));
    }

    /// D14: the hash covers every business field.
    @Test
    void aChangeOfAnyFieldChangesTheHash() {
        Map<String, String> fields = fields();
        String hash = ContentHash.of(fields);
        assertThat(fields).isNotEmpty();
        for (String name : fields.keySet()) {
            Map<String, String> other = new java.util.TreeMap<>(fields);
            other.put(name, "other");
            assertThat(ContentHash.of(other)).as(name).isNotEqualTo(hash);
            other.remove(name);
            assertThat(ContentHash.of(other)).as(name).isNotEqualTo(hash);
        }
    }

    @Test
    void damagedItemsNeverThrow() {
        Seeds.each(
                500,
                seed -> {
                    RandomGenerator random =
                            RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
                    StringBuilder json = new StringBuilder(Items.json("a"));
                    for (int i = random.nextInt(1, 6); i > 0; i--) {
                        int at = random.nextInt(json.length());
                        json.setCharAt(at, "\"{}[]:,09-.eanull \0é".charAt(random.nextInt(19)));
                    }
                    assertThat(MAPPING.map(json.toString())).isNotNull();
                });
    }
}
