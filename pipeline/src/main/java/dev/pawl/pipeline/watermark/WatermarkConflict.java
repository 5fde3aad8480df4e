package dev.pawl.pipeline.watermark;

/// Thrown inside a transaction that would save a watermark which has changed since it was read, or
/// would move it backwards: nothing of the transaction is written.
public final class WatermarkConflict extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WatermarkConflict(String message) {
        super(message);
    }
}
