package dev.pawl.feeds.format.attack;

import dev.pawl.feeds.format.stix.StixObject;
import dev.pawl.feeds.item.Link;
import java.util.List;

/// An object of a bundle with what it refers to.
record AttackObject(StixObject object, List<Link> links) {
    AttackObject {
        links = List.copyOf(links);
    }
}
