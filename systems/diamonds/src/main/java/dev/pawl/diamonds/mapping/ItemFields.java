package dev.pawl.diamonds.mapping;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the fields of one item, and collects the values that are not known.
final class ItemFields {
    private static final int TEXT_MAX = 2_000;
    private static final BigDecimal NUMBER_MAX = BigDecimal.valueOf(1_000_000);
    private static final int DECIMALS_MAX = 6;
    private static final BigDecimal CENTS_MAX = BigDecimal.valueOf(1_000_000_000_000L);

    private final List<UnknownValue> unknown = new ArrayList<>();

    List<UnknownValue> unknown() {
        return unknown;
    }

    /// Returns a text, or null if it is missing or blank.
    @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (value.isMissingNode() || value.isNull()) return null;
        if (value.isContainer()) throw new BadField(name, "a text", value);
        String text = clean(value.asString());
        if (text.length() > TEXT_MAX) {
            throw new BadField(
                    name,
                    "expected at most %,d characters, found %,d"
                            .formatted(TEXT_MAX, text.length()));
        }
        return text.isEmpty() ? null : text;
    }

    /// Control characters become spaces: PostgreSQL stores no NUL, and terminals obey the others.
    private static String clean(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return text.replaceAll("\\p{Cntrl}", " ").strip();
            }
        }
        return text.strip();
    }

    String requiredText(JsonNode node, String name) {
        String text = text(node, name);
        if (text == null) throw new BadField(name, "a value", node.path(name));
        return text;
    }

    /// Returns the normal form of a value; a value that is not in the vocabulary is reported and
    /// dropped.
    @Nullable String word(JsonNode node, String name, Vocabulary vocabulary) {
        String text = text(node, name);
        if (text == null) return null;
        String normal = vocabulary.find(text);
        if (normal == null) report(name, text);
        return normal;
    }

    /// Returns the normal form of a value that every stone has; an unknown value is reported and
    /// kept in capitals.
    String requiredWord(JsonNode node, String name, Vocabulary vocabulary) {
        String text = requiredText(node, name);
        String normal = vocabulary.find(text);
        if (normal != null) return normal;
        report(name, text);
        return Vocabulary.words(text);
    }

    void report(String name, String value) {
        unknown.add(new UnknownValue(name, value));
    }

    /// Returns a measure, or null if it is missing or zero, which suppliers write for unknown.
    @Nullable BigDecimal measure(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (value.isMissingNode() || value.isNull()) return null;
        BigDecimal number = number(name, value);
        if (number == null || number.signum() == 0) return null;
        if (number.signum() < 0 || number.compareTo(NUMBER_MAX) > 0) {
            throw new BadField(name, "a number from 0 to " + NUMBER_MAX, value);
        }
        if (number.scale() > DECIMALS_MAX) {
            throw new BadField(name, "at most %d decimals".formatted(DECIMALS_MAX), value);
        }
        return number;
    }

    BigDecimal requiredMeasure(JsonNode node, String name) {
        BigDecimal number = measure(node, name);
        if (number == null) throw new BadField(name, "a number above 0", node.path(name));
        return number;
    }

    /// Returns a price in whole cents.
    long cents(JsonNode node, String name) {
        JsonNode value = node.path(name);
        BigDecimal number = number(name, value);
        if (number == null || number.signum() <= 0 || number.compareTo(CENTS_MAX) > 0) {
            throw new BadField(name, "cents above 0 and at most " + CENTS_MAX, value);
        }
        if (number.stripTrailingZeros().scale() > 0) {
            throw new BadField(name, "whole cents", value);
        }
        return number.longValueExact();
    }

    private static @Nullable BigDecimal number(String name, JsonNode value) {
        if (value.isNumber()) return value.decimalValue();
        if (!value.isString() || value.asString().isBlank()) return null;
        try {
            return new BigDecimal(value.asString().strip());
        } catch (NumberFormatException e) {
            throw new BadField(name, "a number", value);
        }
    }

    /// A field that no stone can have; it ends the mapping of the item.
    static final class BadField extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final int SHOWN = 60;

        private final String field;

        BadField(String field, String expected, JsonNode found) {
            this(field, "expected %s, found %s".formatted(expected, shown(found)));
        }

        BadField(String field, String reason) {
            super(reason, null, false, false);
            this.field = field;
        }

        String field() {
            return field;
        }

        private static String shown(JsonNode found) {
            String text = found.isMissingNode() ? "nothing" : found.toString();
            return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        }
    }
}
