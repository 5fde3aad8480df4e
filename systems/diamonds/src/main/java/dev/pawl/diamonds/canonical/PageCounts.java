package dev.pawl.diamonds.canonical;

/// What a page brought: items in total, and distinct stones by what was known about them.
///
/// `fresh` stones were not known, `changed` ones have another payload, `returned` ones were missing
/// before, `same` ones are as they were; `items` is their sum plus the repeats within the page.
public record PageCounts(int items, int fresh, int changed, int returned, int same) {

    /// Returns how many stones must be consolidated.
    public int queued() {
        return fresh + changed + returned;
    }

    /// Returns how many items repeat a stone of the same page.
    public int repeated() {
        return items - queued() - same;
    }
}
