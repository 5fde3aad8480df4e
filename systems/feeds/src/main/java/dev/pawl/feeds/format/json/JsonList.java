package dev.pawl.feeds.format.json;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Records;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The elements of a list in the root object of a document, as trees.
public final class JsonList implements Records<JsonNode> {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Document document;
    private final String field;
    private final JsonParser parser;
    private long number;
    private boolean ended;

    private JsonList(Document document, String field) throws IOException {
        this.document = document;
        this.field = field;
        this.parser = MAPPER.createParser(document.open());
    }

    /// Opens a document at the first element of `field`.
    public static JsonList open(Document document, String field) throws IOException {
        JsonList list = new JsonList(document, field);
        try {
            list.enter();
        } catch (JacksonException e) {
            list.close();
            throw list.bad(e);
        } catch (IOException e) {
            list.close();
            throw e;
        }
        return list;
    }

    @Override
    public @Nullable JsonNode next() throws IOException {
        if (ended) return null;
        number++;
        try {
            if (parser.nextToken() != JsonToken.END_ARRAY) return parser.readValueAsTree();
            leave();
            return null;
        } catch (JacksonException e) {
            throw bad(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            parser.close();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void enter() throws BadDocument {
        boolean object = parser.nextToken() == JsonToken.START_OBJECT;
        while (object && parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean found = parser.currentName().equals(field);
            JsonToken value = parser.nextToken();
            if (found && value == JsonToken.START_ARRAY) return;
            parser.skipChildren();
        }
        throw new BadDocument(
                "%s: expected a JSON object with a list '%s', found none"
                        .formatted(document.name(), field));
    }

    /// Reads to the end, to detect a document that is truncated after the list.
    private void leave() {
        while (parser.nextToken() != JsonToken.END_OBJECT) parser.skipChildren();
        ended = true;
    }

    private IOException bad(JacksonException e) {
        if (e.getCause() instanceof BadDocument cause) return cause;
        return new BadDocument(
                ("%s: expected JSON, found something else at line %d, column %d"
                                + " (record %d of '%s'): %s")
                        .formatted(
                                document.name(),
                                e.getLocation().getLineNr(),
                                e.getLocation().getColumnNr(),
                                number,
                                field,
                                e.getOriginalMessage()),
                e);
    }
}
