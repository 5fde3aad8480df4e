package dev.pawl.pipeline.watermark;

/// A place outside of the store that has a copy of each feed's watermark.
///
/// The copy is written by a durable run, which repeats it after an error or a crash, so saving the
/// same document twice must be the same as once. Thread-safe.
public interface WatermarkMirror {

    /// Saves the document of a feed as a whole, and returns where it is.
    String save(String feed, byte[] document) throws Exception;
}
