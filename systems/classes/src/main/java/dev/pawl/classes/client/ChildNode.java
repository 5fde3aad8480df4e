package dev.pawl.classes.client;

import java.util.List;

/// A child of a class as people see it, with what belongs to it.
///
/// @param state such as `2 of 3 ready`; empty if there is nothing to say
/// @param isReady whether it is as it should be
public record ChildNode(
        String kind, String name, String state, boolean isReady, List<ChildNode> children) {
    public ChildNode {
        children = List.copyOf(children);
    }
}
