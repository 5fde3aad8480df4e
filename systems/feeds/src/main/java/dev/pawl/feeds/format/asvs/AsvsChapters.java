package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.AsvsEntry.Invalid;
import dev.pawl.feeds.format.asvs.AsvsEntry.Part;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import dev.pawl.feeds.format.json.JsonFields;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the entries of the nested forms chapter by chapter, and flattens them to table rows.
final class AsvsChapters implements Records<AsvsEntry> {
    private final Records<JsonNode> chapters;
    private final Deque<AsvsEntry> entries = new ArrayDeque<>();

    AsvsChapters(Records<JsonNode> chapters) {
        this.chapters = chapters;
    }

    @Override
    public @Nullable AsvsEntry next() throws IOException {
        while (entries.isEmpty()) {
            JsonNode chapter = chapters.next();
            if (chapter == null) return null;
            try {
                flatten(chapter);
            } catch (BadRecord e) {
                entries.add(new Invalid(chapter.toString(), e));
            }
        }
        return entries.poll();
    }

    @Override
    public void close() throws IOException {
        chapters.close();
    }

    private void flatten(JsonNode node) throws BadRecord {
        JsonFields chapter = JsonFields.of(node, "a chapter");
        ObjectNode parents = JsonNodeFactory.instance.objectNode();
        parents.set("chapter_id", chapter.object().path("Shortcode"));
        parents.set("chapter_name", chapter.object().path("Name"));
        entries.add(part(Part.CHAPTER, chapter));
        for (JsonNode each : items(chapter)) {
            JsonFields section = JsonFields.of(each, "a section of " + chapter.text("Shortcode"));
            parents.set("section_id", section.object().path("Shortcode"));
            parents.set("section_name", section.object().path("Name"));
            entries.add(part(Part.SECTION, section));
            for (JsonNode requirement : items(section)) {
                entries.add(requirement(requirement, parents, section.text("Shortcode")));
            }
        }
    }

    private static Part part(String kind, JsonFields fields) throws BadRecord {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        facts.put("id", fields.text("Shortcode")).put("name", fields.text("Name"));
        fields.optionalText("ShortName").ifPresent(name -> facts.put("short_name", name));
        List<String> members = new ArrayList<>();
        for (JsonNode each : items(fields)) {
            String id = each.path("Shortcode").stringValue("");
            if (!id.isBlank()) members.add(id);
        }
        return new Part(kind, facts, members);
    }

    private static List<JsonNode> items(JsonFields fields) throws BadRecord {
        JsonNode items = fields.object().path("Items");
        if (items.isArray()) return List.copyOf(items.values());
        throw new BadRecord(
                "%s: expected a list in 'Items', found %s"
                        .formatted(fields.text("Shortcode"), items.getNodeType()));
    }

    private static AsvsEntry requirement(JsonNode node, ObjectNode parents, String section) {
        if (!(node instanceof ObjectNode object)) {
            String text = node.toString();
            return new Invalid(
                    text,
                    new BadRecord("%s: expected a requirement, found %s".formatted(section, text)));
        }
        ObjectNode row = parents.deepCopy();
        row.set("req_id", object.path("Shortcode"));
        row.set("req_description", object.path("Description"));
        for (int level = 1; level <= AsvsLevels.HIGHEST; level++) {
            JsonNode value = object.path("L" + level);
            if (value.isObject()) row.set("level" + level, value.path("Required"));
        }
        if (object.has("L")) row.set("L", object.path("L"));
        if (object.has("CWE")) row.set("cwe", object.path("CWE"));
        if (object.has("NIST")) row.set("nist", object.path("NIST"));
        return new Requirement(row);
    }
}
