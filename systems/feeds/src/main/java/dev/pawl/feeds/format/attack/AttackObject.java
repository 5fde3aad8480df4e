package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.ItemLink;
import java.util.List;

/// An object of a bundle with its links.
record AttackObject(StixObject object, List<ItemLink> links) {
    AttackObject {
        links = List.copyOf(links);
    }
}
