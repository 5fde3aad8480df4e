package dev.pawl.fetch;

import java.util.List;
import java.util.Optional;

/// A page of a list, in the order of the source.
///
/// `unusable` are names in the source that are not valid as a [Key]; `next` is the argument that
/// requests the following page, and is absent on the last one.
public record ObjectPage(List<ObjectInfo> objects, List<String> unusable, Optional<String> next) {
    /// The largest number of names on a page.
    public static final int NAMES_MAX = 1000;

    public ObjectPage {
        objects = List.copyOf(objects);
        unusable = List.copyOf(unusable);
    }
}
