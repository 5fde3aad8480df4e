package dev.pawl.feeds.format.asvs;

import dev.pawl.feeds.format.BadRecord;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// An entry of a document, independent of the form of the document.
sealed interface AsvsEntry {
    /// A requirement as a table row: `chapter_id`, `req_id`, `level1` or `L`, and so on.
    record Requirement(ObjectNode row) implements AsvsEntry {}

    /// A chapter or section, and the numbers of its direct members.
    record Part(String kind, ObjectNode facts, List<String> members) implements AsvsEntry {
        static final String CHAPTER = "chapter";
        static final String SECTION = "section";

        public Part {
            members = List.copyOf(members);
        }
    }

    /// An invalid entry, and the reason.
    record Invalid(String text, BadRecord reason) implements AsvsEntry {}
}
