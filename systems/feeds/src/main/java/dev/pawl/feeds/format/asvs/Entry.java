package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What stands in a document, in the same form whatever the form of the document.
sealed interface Entry {
    /// A requirement as a row of the tables: `chapter_id`, `req_id`, `level1` or `L`, and so on.
    record Requirement(ObjectNode row) implements Entry {}

    /// A chapter or section, and the numbers of what is directly in it.
    record Part(String kind, ObjectNode facts, List<String> members) implements Entry {
        static final String CHAPTER = "chapter";
        static final String SECTION = "section";

        public Part {
            members = List.copyOf(members);
        }
    }

    /// Something else in the place of an entry, and what is wrong with it.
    record Wrong(String text, BadRecord reason) implements Entry {}
}
