package dev.pawl.feeds.item;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// One thing that a source publishes: a vulnerability, a weakness, a rule.
///
/// - `kind` is what it is among the things of its source, such as `weakness` or `category`;
/// - `words` is what people search for beside its title: descriptions, names, no identifiers of
///   machines;
/// - `content` is everything that the source says of it, under the names of the source. It is what
///   is compared and shown, so it must not hold what changes by itself, such as a date of export;
/// - `links` are sorted, each once;
/// - `retired` says that the publisher has withdrawn it and keeps it for reference only: revoked or
///   deprecated in STIX;
/// - `revision` orders versions of the same item that come in several documents, such as the time
///   of its last change; "" if its document alone says that.
///
/// Nobody changes `content` after this was made.
public record Item(
        Urn urn,
        String kind,
        String title,
        String words,
        ObjectNode content,
        List<Link> links,
        boolean retired,
        String revision) {

    public Item {
        if (kind.isBlank()) throw new IllegalArgumentException(urn + " needs a kind");
        links = links.stream().sorted().distinct().toList();
    }

    /// Makes an item that is in force and of which there is one version.
    public Item(
            Urn urn,
            String kind,
            String title,
            String words,
            ObjectNode content,
            List<Link> links) {
        this(urn, kind, title, words, content, links, false, "");
    }
}
