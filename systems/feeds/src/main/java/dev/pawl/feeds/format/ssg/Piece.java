package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.item.Link;
import java.util.List;

/// A piece of a benchmark, without the pieces in it, and what it leads to among them.
record Piece(String kind, Element element, List<Link> links) {
    Piece {
        links = List.copyOf(links);
    }
}
