package dev.pawl.pipeline.run;

/// Whether a run loads everything, or what has changed since the watermark.
public enum RunType {
    FULL("full"),
    INCREMENTAL("incremental"),
    /// Incremental if the feed has a watermark, otherwise full.
    AUTO("");

    private final String text;

    RunType(String text) {
        this.text = text;
    }

    /// Returns the type as the table has it.
    String text() {
        return text;
    }
}
