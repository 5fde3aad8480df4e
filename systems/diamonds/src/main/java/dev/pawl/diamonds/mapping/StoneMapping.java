package dev.pawl.diamonds.mapping;

import dev.pawl.diamonds.mapping.ItemFields.BadField;
import dev.pawl.diamonds.stone.Availability;
import dev.pawl.diamonds.stone.Dimensions;
import dev.pawl.diamonds.stone.Grading;
import dev.pawl.diamonds.stone.Offer;
import dev.pawl.diamonds.stone.Proportions;
import dev.pawl.diamonds.stone.Remarks;
import dev.pawl.diamonds.stone.Stone;
import dev.pawl.diamonds.stone.StoneColour;
import dev.pawl.diamonds.stone.StoneIds;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Maps a supplier's items to canonical stones. Thread-safe; never throws for a payload.
public final class StoneMapping {
    /// Grows when an existing payload maps to another stone than before.
    public static final int VERSION = 1;

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final boolean isLabGrown;

    /// Creates the mapping of a feed; `isLabGrown` holds for items that do not say what they are.
    public StoneMapping(boolean isLabGrown) {
        this.isLabGrown = isLabGrown;
    }

    /// Returns the stone of one item, or why it has none.
    public MappingResult map(String payload) {
        JsonNode item;
        try {
            item = JSON.readTree(payload);
        } catch (JacksonException e) {
            return new MappingResult.Rejected(
                    "payload", "expected a JSON object, found: " + e.getOriginalMessage());
        }
        if (!item.isObject()) {
            return new MappingResult.Rejected(
                    "payload", "expected a JSON object, found " + item.getNodeType());
        }
        try {
            ItemFields fields = new ItemFields();
            Stone stone = stone(item, fields);
            return new MappingResult.Mapped(stone, fields.unknown());
        } catch (BadField e) {
            return new MappingResult.Rejected(e.field(), String.valueOf(e.getMessage()));
        }
    }

    private Stone stone(JsonNode item, ItemFields fields) {
        JsonNode diamond = object(item, "diamond");
        JsonNode certificate = object(diamond, "certificate");
        return new Stone(
                ids(item, diamond, fields),
                grading(certificate, fields),
                new Dimensions(
                        fields.measure(certificate, "length"),
                        fields.measure(certificate, "width"),
                        fields.measure(certificate, "depth")),
                proportions(certificate, fields),
                offer(item, diamond, fields),
                remarks(diamond, certificate, fields),
                isLabGrown(diamond, certificate));
    }

    private static JsonNode object(JsonNode parent, String name) {
        JsonNode child = parent.path(name);
        if (!child.isObject()) throw new BadField(name, "an object", child);
        return child;
    }

    private static StoneIds ids(JsonNode item, JsonNode diamond, ItemFields fields) {
        JsonNode certificate = diamond.path("certificate");
        return new StoneIds(
                fields.requiredText(diamond, "id"),
                fields.text(item, "id"),
                fields.text(diamond, "NivodaStockId"),
                fields.text(diamond, "supplierStockId"),
                fields.requiredWord(certificate, "lab", Vocabulary.LABS),
                fields.requiredText(certificate, "certNumber"));
    }

    private static Grading grading(JsonNode certificate, ItemFields fields) {
        return new Grading(
                fields.requiredWord(certificate, "shape", Vocabulary.SHAPES),
                fields.requiredMeasure(certificate, "carats"),
                colour(certificate, fields),
                fields.word(certificate, "clarity", Vocabulary.CLARITIES),
                fields.word(certificate, "cut", Vocabulary.GRADES),
                fields.word(certificate, "polish", Vocabulary.GRADES),
                fields.word(certificate, "symmetry", Vocabulary.GRADES),
                fields.word(certificate, "floInt", Vocabulary.FLUORESCENCES));
    }

    /// Some suppliers give the parts of a fancy colour in fields of their own.
    private static StoneColour colour(JsonNode certificate, ItemFields fields) {
        ColourParser parser = new ColourParser(fields.unknown());
        String hue = fields.text(certificate, "f_color");
        if (hue == null) return parser.parse(fields.text(certificate, "color"));
        String intensity = fields.text(certificate, "f_intensity");
        String overtone = fields.text(certificate, "f_overtone");
        StoneColour parts =
                parser.parse(
                        (intensity == null ? "" : intensity)
                                + " "
                                + (overtone == null ? "" : overtone)
                                + " "
                                + hue);
        return parts.isFancy() ? parts : parser.parse(fields.text(certificate, "color"));
    }

    private static Proportions proportions(JsonNode certificate, ItemFields fields) {
        return new Proportions(
                fields.measure(certificate, "table"),
                fields.measure(certificate, "depthPercentage"),
                fields.measure(certificate, "crownAngle"),
                fields.measure(certificate, "crownHeight"),
                fields.measure(certificate, "pavAngle"),
                fields.measure(certificate, "pavDepth"),
                fields.text(certificate, "girdle"),
                fields.text(certificate, "culet"));
    }

    private static Offer offer(JsonNode item, JsonNode diamond, ItemFields fields) {
        return new Offer(
                fields.cents(item, "price"),
                availability(fields, fields.text(diamond, "availability")),
                fields.text(diamond, "image"),
                fields.text(diamond, "video"),
                fields.text(diamond, "delivery_time"),
                fields.text(diamond, "return_option"));
    }

    private static Availability availability(ItemFields fields, @Nullable String value) {
        Optional<Availability> known = value == null ? Optional.empty() : Availability.of(value);
        if (known.isEmpty()) fields.report("availability", value == null ? "" : value);
        return known.orElse(Availability.UNKNOWN);
    }

    private static Remarks remarks(JsonNode diamond, JsonNode certificate, ItemFields fields) {
        return new Remarks(
                fields.text(diamond, "eyeClean"),
                fields.text(diamond, "brown"),
                fields.text(diamond, "green"),
                fields.text(diamond, "milky"),
                fields.text(diamond, "mine_of_origin"),
                fields.text(certificate, "treatment"),
                fields.text(certificate, "floCol"),
                fields.text(certificate, "comments"));
    }

    private boolean isLabGrown(JsonNode diamond, JsonNode certificate) {
        for (JsonNode each :
                new JsonNode[] {certificate.path("labgrown"), diamond.path("labgrown")}) {
            if (each.isBoolean()) return each.booleanValue();
        }
        return isLabGrown;
    }
}
