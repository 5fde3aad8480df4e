package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.asvs.AsvsEntry.Invalid;
import dev.pawl.feeds.format.asvs.AsvsEntry.Part;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import dev.pawl.feeds.format.json.JsonFields;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Maps the entries of one version to items.
record AsvsMapping(String version) {
    private static final Pattern NUMBER = Pattern.compile("V?([0-9]{1,4}(?:\\.[0-9]{1,4}){0,2})");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\[[^\\]]*(DELETED|DUPLICATE).*");
    private static final Pattern CWE = Pattern.compile("[0-9]{1,6}");

    FeedItem item(AsvsEntry entry) throws BadRecord {
        return switch (entry) {
            case Requirement(ObjectNode row) -> requirement(row);
            case Part part -> part(part);
            case Invalid(_, BadRecord reason) -> throw reason;
        };
    }

    private FeedItem part(Part part) throws BadRecord {
        List<ItemLink> links = new ArrayList<>();
        for (String member : part.members()) links.add(new ItemLink("member", urn(member)));
        String name = part.facts().path("name").stringValue("");
        Urn urn = urn(part.facts().path("id").stringValue(""));
        return new FeedItem(urn, part.kind(), name, name, part.facts(), links);
    }

    private FeedItem requirement(ObjectNode row) throws BadRecord {
        String id = JsonFields.of(row, "a requirement").text("req_id");
        JsonFields fields = JsonFields.of(row, id);
        String description = fields.text("req_description");
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("id", id)
                .put("chapter", fields.text("chapter_id"))
                .put("chapter_name", fields.optionalText("chapter_name").orElse(""))
                .put("section", fields.text("section_id"))
                .put("section_name", fields.optionalText("section_name").orElse(""))
                .put("description", description);
        levels(content, AsvsLevels.of(fields));
        List<ItemLink> links = weaknesses(content, fields);
        if (row.has("nist")) {
            ArrayNode nist = content.putArray("nist");
            values(row.path("nist"), "\\s*/\\s*").forEach(nist::add);
        }
        if (PLACEHOLDER.matcher(description).lookingAt()) content.put("status", "placeholder");
        String searchText =
                "%s\n%s".formatted(description, content.path("section_name").stringValue());
        return new FeedItem(
                urn(id), "requirement", Title.of(description), searchText, content, links);
    }

    private static void levels(ObjectNode content, AsvsLevels levels) {
        if (levels.first() > 0) content.put("level", levels.first());
        for (int level = 1; level <= AsvsLevels.HIGHEST; level++) {
            content.put("level" + level, levels.at(level));
        }
    }

    private static List<ItemLink> weaknesses(ObjectNode content, JsonFields fields)
            throws BadRecord {
        if (!fields.object().has("cwe")) return List.of();
        ArrayNode numbers = content.putArray("cwe");
        List<ItemLink> links = new ArrayList<>();
        for (String number : values(fields.object().path("cwe"), "[\\s,/]+")) {
            if (!CWE.matcher(number).matches()) {
                throw new BadRecord(
                        "%s: expected CWE numbers in 'cwe', found '%s'"
                                .formatted(fields.owner(), number));
            }
            numbers.add(Integer.parseInt(number));
            links.add(new ItemLink("weakness", Urn.of("cwe", "CWE-" + Integer.parseInt(number))));
        }
        return links;
    }

    /// Returns the values of a list, or of a text with separators.
    private static List<String> values(JsonNode node, String separator) {
        if (node.isArray()) return node.values().stream().map(JsonNode::asString).toList();
        String text = node.asString("").strip();
        return text.isEmpty() ? List.of() : List.of(text.split(separator));
    }

    private Urn urn(String number) throws BadRecord {
        Matcher matcher = NUMBER.matcher(number);
        if (matcher.matches()) return Urn.of("asvs", matcher.group(1) + "@" + version);
        throw new BadRecord(
                "expected a number such as V1.2.3 of a chapter, section or requirement, found '%s'"
                        .formatted(number));
    }
}
