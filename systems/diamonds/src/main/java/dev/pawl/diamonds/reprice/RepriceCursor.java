package dev.pawl.diamonds.reprice;

/// The last stone that a job has examined.
record RepriceCursor(long last) {
    static final RepriceCursor START = new RepriceCursor(0);
}
