package dev.pawl.images.source;

import java.util.List;
import java.util.Optional;

/// A part of a list, in the order of the source.
///
/// `unusable` are names that the source has and that are no [Key]; `next` is what to ask for the
/// following page with, and is absent on the last.
public record Page(List<Found> objects, List<String> unusable, Optional<String> next) {
    /// How many names a page has at most.
    public static final int NAMES_MAX = 1000;

    public Page {
        objects = List.copyOf(objects);
        unusable = List.copyOf(unusable);
    }
}
