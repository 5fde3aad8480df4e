package dev.pawl.images;

/// The answers of the three machines, and the runs that gave them.
public record ProcessResponse(
        String imageId,
        DownloadResponse download,
        UnpackResponse unpack,
        ActivateResponse activate,
        Runs runs) {

    /// The runs by their ids.
    public record Runs(String process, String download, String unpack, String activate) {}
}
