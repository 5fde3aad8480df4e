package dev.pawl.images.request;

/// The responses of the three machines, and their runs.
public record ProcessResponse(
        String imageId,
        DownloadResponse download,
        UnpackResponse unpack,
        ActivateResponse activate,
        Runs runs) {

    /// The ids of the runs.
    public record Runs(String process, String download, String unpack, String activate) {}
}
