package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.item.ItemLink;
import java.util.List;

/// A part of a benchmark without its nested parts, and its links to them.
record ChecklistPart(String kind, Element element, List<ItemLink> links) {
    ChecklistPart {
        links = List.copyOf(links);
    }
}
