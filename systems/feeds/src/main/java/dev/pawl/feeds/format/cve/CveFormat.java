package dev.pawl.feeds.format.cve;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.json.JsonList;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A format of vulnerabilities: a list of self-contained JSON objects.
interface CveFormat extends Format<JsonNode> {
    JsonMapper MAPPER = JsonMapper.builder().build();

    /// Returns the name of the field with the list.
    String list();

    /// Returns the edition of a record without its document. It is older than any real edition, so
    /// that an equal record from a document wins.
    Edition edition();

    @Override
    default String source() {
        return "cve";
    }

    @Override
    default Records<JsonNode> open(Document document, Edition edition) throws IOException {
        return JsonList.open(document, list());
    }

    @Override
    default Optional<StandaloneRecord<JsonNode>> standalone(String text) {
        try {
            return Optional.of(new StandaloneRecord<>(MAPPER.readTree(text), edition()));
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }
}
