package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.XmlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The nested form as XML: an element for each field, and `item` for the elements of lists.
final class AsvsXml implements AsvsForm {
    private static final int RANK = 0;
    private static final Pattern FACTS =
            Pattern.compile("<ShortName>ASVS</ShortName>\\s*<Version>([0-9.]+)</Version>");
    private static final int CHAPTER_DEPTH = 3;
    private static final JsonShape SHAPE =
            new JsonShape(Set.of("Items", "CWE", "NIST"), Set.of(), Set.of());

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        boolean root =
                XmlReader.root(document.head())
                        .filter(each -> each.name().equals("root"))
                        .isPresent();
        if (!root) return Optional.empty();
        Matcher facts = FACTS.matcher(new String(document.head(), StandardCharsets.UTF_8));
        boolean asvs = facts.find() && AsvsForm.isVersion(facts.group(1));
        return asvs ? Optional.of(AsvsForm.edition(facts.group(1), RANK)) : Optional.empty();
    }

    @Override
    public Records<AsvsEntry> open(Document document) throws IOException {
        return new AsvsChapters(new Items(XmlReader.open(document)));
    }

    private record Items(XmlReader reader) implements Records<JsonNode> {
        @Override
        public @Nullable JsonNode next() throws IOException {
            while (reader.next()) {
                boolean chapter = reader.depth() == CHAPTER_DEPTH && reader.name().equals("item");
                if (chapter) return SHAPE.object(reader.element());
            }
            return null;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
