package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.Entry.Part;
import dev.pawl.feeds.format.asvs.Entry.Requirement;
import dev.pawl.feeds.format.asvs.Entry.Wrong;
import dev.pawl.feeds.format.json.Fields;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The entries of the nested forms, read a chapter at a time and laid out as the tables have them.
final class Chapters implements Records<Entry> {
    private final Records<JsonNode> chapters;
    private final Deque<Entry> entries = new ArrayDeque<>();

    Chapters(Records<JsonNode> chapters) {
        this.chapters = chapters;
    }

    @Override
    public @Nullable Entry next() throws IOException {
        while (entries.isEmpty()) {
            JsonNode chapter = chapters.next();
            if (chapter == null) return null;
            try {
                layOut(chapter);
            } catch (BadRecord e) {
                entries.add(new Wrong(chapter.toString(), e));
            }
        }
        return entries.poll();
    }

    @Override
    public void close() throws IOException {
        chapters.close();
    }

    private void layOut(JsonNode node) throws BadRecord {
        Fields chapter = Fields.of(node, "a chapter");
        ObjectNode above = JsonNodeFactory.instance.objectNode();
        above.set("chapter_id", chapter.object().path("Shortcode"));
        above.set("chapter_name", chapter.object().path("Name"));
        entries.add(part(Part.CHAPTER, chapter));
        for (JsonNode each : items(chapter)) {
            Fields section = Fields.of(each, "a section of " + chapter.text("Shortcode"));
            above.set("section_id", section.object().path("Shortcode"));
            above.set("section_name", section.object().path("Name"));
            entries.add(part(Part.SECTION, section));
            for (JsonNode requirement : items(section)) {
                entries.add(requirement(requirement, above, section.text("Shortcode")));
            }
        }
    }

    private static Part part(String kind, Fields fields) throws BadRecord {
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

    private static List<JsonNode> items(Fields fields) throws BadRecord {
        JsonNode items = fields.object().path("Items");
        if (items.isArray()) return List.copyOf(items.values());
        throw new BadRecord(
                "%s: expected a list in 'Items', found %s"
                        .formatted(fields.text("Shortcode"), items.getNodeType()));
    }

    private static Entry requirement(JsonNode node, ObjectNode above, String section) {
        if (!(node instanceof ObjectNode object)) {
            String text = node.toString();
            return new Wrong(
                    text,
                    new BadRecord("%s: expected a requirement, found %s".formatted(section, text)));
        }
        ObjectNode row = above.deepCopy();
        row.set("req_id", object.path("Shortcode"));
        row.set("req_description", object.path("Description"));
        for (int level = 1; level <= Levels.HIGHEST; level++) {
            JsonNode said = object.path("L" + level);
            if (said.isObject()) row.set("level" + level, said.path("Required"));
        }
        if (object.has("L")) row.set("L", object.path("L"));
        if (object.has("CWE")) row.set("cwe", object.path("CWE"));
        if (object.has("NIST")) row.set("nist", object.path("NIST"));
        return new Requirement(row);
    }
}
