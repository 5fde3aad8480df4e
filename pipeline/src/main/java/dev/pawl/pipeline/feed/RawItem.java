package dev.pawl.pipeline.feed;

/// An item as the source has it: its id, its text, and a hash that changes with the text.
public record RawItem(String id, String payload, String hash) {
    public RawItem {
        if (id.isBlank()) {
            throw new IllegalArgumentException("expected an id of an item, found '" + id + "'");
        }
    }
}
