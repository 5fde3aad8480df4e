package dev.pawl.pipeline.feed;

/// How many of the `live` items a removal would remove.
public record RemovalPreview(long removable, long live) {
    public RemovalPreview {
        if (removable < 0 || live < removable) {
            throw new IllegalArgumentException(
                    "expected 0 to %d removable items, found %d".formatted(live, removable));
        }
    }
}
