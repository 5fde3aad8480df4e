package dev.pawl.diamonds.supplier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads items of a page: what the client needs of them, and their bytes. For one answer.
final class ItemReader {
    private static final String UPDATED = "updated_at";

    private final byte[] body;
    private final PayloadHash hashes = new PayloadHash();
    private final StringBuilder canonical = new StringBuilder();
    private @Nullable String id;
    private @Nullable String updated;

    ItemReader(byte[] body) {
        this.body = body;
    }

    /// Reads the object at which the parser stands.
    SupplierItem read(JsonParser parser, int number) throws BadAnswer {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new BadAnswer(
                    "expected an object as item %d, found %s"
                            .formatted(number, parser.currentToken()));
        }
        id = null;
        updated = null;
        canonical.setLength(0);
        long start = parser.currentTokenLocation().getByteOffset();
        object(parser, 0);
        long end = parser.currentLocation().getByteOffset();
        if (id == null || id.isBlank()) {
            throw new BadAnswer(
                    "expected a text in 'id' of item %d, found %s"
                            .formatted(number, id == null ? "none" : "an empty one"));
        }
        return new SupplierItem(id, text(start, end), hashes.of(canonical), time(number));
    }

    private void object(JsonParser parser, int depth) {
        int start = canonical.length();
        List<Field> fields = new ArrayList<>();
        boolean isSorted = true;
        canonical.append('{');
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            int from = canonical.length();
            canonical.append('"').append(name.length()).append(':').append(name);
            keep(name, parser.nextToken(), parser, depth);
            value(parser, depth + 1);
            canonical.append(',');
            isSorted &= fields.isEmpty() || fields.getLast().name().compareTo(name) <= 0;
            fields.add(new Field(name, from, canonical.length()));
        }
        if (!isSorted) sort(start, fields);
        canonical.append('}');
    }

    /// Notes the two fields that the client itself needs; the time may be that of the diamond.
    private void keep(String name, JsonToken token, JsonParser parser, int depth) {
        if (token != JsonToken.VALUE_STRING) return;
        if (depth == 0 && name.equals("id")) id = parser.getString();
        boolean isTime = name.equals(UPDATED) && depth <= 1;
        if (isTime && (depth == 0 || updated == null)) updated = parser.getString();
    }

    private void value(JsonParser parser, int depth) {
        switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, depth);
            case START_ARRAY -> {
                canonical.append('[');
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(parser, depth + 1);
                    canonical.append(',');
                }
                canonical.append(']');
            }
            // The mark in front keeps a text apart from a number and from what it may contain.
            case VALUE_STRING -> {
                String text = parser.getString();
                canonical.append('"').append(text.length()).append(':').append(text);
            }
            default -> canonical.append(parser.getString());
        }
    }

    /// Rewrites the fields of an object, which start behind its bracket, in the order of names.
    private void sort(int start, List<Field> fields) {
        String written = canonical.substring(start);
        canonical.setLength(start + 1);
        fields.sort(Comparator.comparing(Field::name));
        for (Field each : fields) {
            canonical.append(written, each.from() - start, each.to() - start);
        }
    }

    private String text(long start, long end) throws BadAnswer {
        boolean isExact =
                start >= 0
                        && end <= body.length
                        && start < end
                        && body[(int) start] == '{'
                        && body[(int) end - 1] == '}';
        if (!isExact) throw new BadAnswer("expected JSON in UTF-8, found another encoding");
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(body, (int) start, (int) (end - start)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadAnswer(
                    "expected JSON in UTF-8, found invalid bytes in item '%s'".formatted(id), e);
        }
    }

    private @Nullable Instant time(int number) throws BadAnswer {
        if (updated == null) return null;
        try {
            return OffsetDateTime.parse(updated).toInstant();
        } catch (DateTimeException e) {
            throw new BadAnswer(
                    "expected a time such as 2026-01-31T12:00:00Z in '%s' of item %d, found '%s'"
                            .formatted(UPDATED, number, GraphqlError.shortened(updated)),
                    e);
        }
    }

    /// A field of an object, and where it is in the canonical text.
    private record Field(String name, int from, int to) {}
}
