package dev.pawl.feeds.item;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// An item that a source publishes: a vulnerability, a weakness, a rule.
///
/// - `kind` is its kind within the source, such as `weakness` or `category`;
/// - `searchText` is the text to search besides the title: descriptions and names;
/// - `content` is everything that the source publishes about it, under the field names of the
///   source. It is compared and shown, so it must not contain what changes by itself, such as the
///   date of an export;
/// - `links` are sorted and unique;
/// - `retired` means that the publisher has withdrawn it and keeps it for reference: revoked or
///   deprecated in STIX;
/// - `revision` orders versions of the same item in several documents, such as the time of its last
///   change; "" if the order of the documents decides.
///
/// `content` is never changed after construction.
public record FeedItem(
        Urn urn,
        String kind,
        String title,
        String searchText,
        ObjectNode content,
        List<ItemLink> links,
        boolean retired,
        String revision) {

    public FeedItem {
        if (kind.isBlank()) throw new IllegalArgumentException(urn + " needs a kind");
        links = links.stream().sorted().distinct().toList();
    }

    /// Creates an item that is not retired and has no revision of its own.
    public FeedItem(
            Urn urn,
            String kind,
            String title,
            String searchText,
            ObjectNode content,
            List<ItemLink> links) {
        this(urn, kind, title, searchText, content, links, false, "");
    }
}
