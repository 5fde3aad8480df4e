package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.asvs.AsvsEntry.Part;
import dev.pawl.feeds.format.asvs.AsvsEntry.Requirement;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the entries of a table: a requirement for each row, then the chapters and sections, which
/// appear only as columns of the rows.
final class AsvsRows<R> implements Records<AsvsEntry> {
    private final Records<R> records;
    private final Function<R, AsvsEntry> entries;
    private final Map<String, Heading> headings = new LinkedHashMap<>();
    private @Nullable Deque<AsvsEntry> parts;

    AsvsRows(Records<R> records, Function<R, AsvsEntry> entries) {
        this.records = records;
        this.entries = entries;
    }

    @Override
    public @Nullable AsvsEntry next() throws IOException {
        if (parts != null) return parts.poll();
        R record = records.next();
        if (record == null) {
            parts = new ArrayDeque<>();
            for (Heading each : headings.values()) parts.add(each.part());
            return parts.poll();
        }
        AsvsEntry entry = entries.apply(record);
        if (entry instanceof Requirement(ObjectNode row)) addHeadings(row);
        return entry;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private void addHeadings(ObjectNode row) {
        String chapter = row.path("chapter_id").stringValue("");
        String section = row.path("section_id").stringValue("");
        String requirement = row.path("req_id").stringValue("");
        if (chapter.isBlank() || section.isBlank() || requirement.isBlank()) return;
        heading(Part.CHAPTER, chapter, row.path("chapter_name").stringValue("")).add(section);
        heading(Part.SECTION, section, row.path("section_name").stringValue("")).add(requirement);
    }

    private Heading heading(String kind, String id, String name) {
        return headings.computeIfAbsent(
                id, _ -> new Heading(kind, id, name, new LinkedHashSet<>()));
    }

    private record Heading(String kind, String id, String name, Set<String> members) {
        void add(String member) {
            members.add(member);
        }

        Part part() {
            ObjectNode facts = JsonNodeFactory.instance.objectNode();
            facts.put("id", id).put("name", name);
            return new Part(kind, facts, List.copyOf(members));
        }
    }
}
