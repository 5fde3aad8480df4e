package dev.pawl.pipeline.watermark;

/// The watermark of a feed as its mirror has it. Times are ISO 8601 with `Z`.
public record WatermarkDocument(String lastUpdatedAt, String lastRunId, String lastRunCompletedAt) {
    static WatermarkDocument of(Watermark watermark) {
        return new WatermarkDocument(
                watermark.value().toString(),
                watermark.run() == null ? "" : watermark.run().toString(),
                watermark.updatedAt().toString());
    }
}
