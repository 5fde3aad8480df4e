package dev.pawl.pipeline.page;

/// Where a worker is in its partition: the next offset, the failed tries of that page, and the last
/// error.
public record PageCursor(long offset, int tries, String error) {
    static final PageCursor START = new PageCursor(0, 0, "");

    static PageCursor at(long offset) {
        return new PageCursor(offset, 0, "");
    }

    PageCursor failed(String message) {
        return new PageCursor(offset, tries + 1, message);
    }
}
