package dev.pawl.images.request;

import dev.pawl.images.archive.rule.ArchivePolicy;
import org.jspecify.annotations.Nullable;

/// Asks for an object to be downloaded, unpacked and activated as a snapshot.
///
/// [#of] has the defaults: the strict policy, any digest, the image's default snapshot, a volume of
/// [#DEVICE_BYTES], no refresh and no override.
///
/// @param source where the object is: an address as `SourceAddress` writes it
/// @param s3Key the key of the object in the source
/// @param policy what the archive may hold: `strict` or `standard`
/// @param digest the SHA-256 that the object must have; null: any
/// @param snapshotName the name of the snapshot; null: `snap-` and the id of the image
/// @param deviceSize the size of the volume in bytes
/// @param refresh whether the source is asked again if the key led to an image before
/// @param override why the run may exceed the space limit; null: the limit applies
public record ProcessRequest(
        String source,
        String s3Key,
        String policy,
        @Nullable String digest,
        @Nullable String snapshotName,
        long deviceSize,
        boolean refresh,
        @Nullable String override) {
    /// The default size of a volume: the document's 20,971,520 sectors.
    public static final long DEVICE_BYTES = 20_971_520L * 512;

    public ProcessRequest {
        digest = orNull(digest);
        snapshotName = orNull(snapshotName);
        override = orNull(override);
        if (snapshotName != null) SnapshotNames.check(snapshotName);
    }

    /// Returns a request for one object with the defaults.
    public static ProcessRequest of(String source, String s3Key) {
        String strict = ArchivePolicy.STRICT.name();
        return new ProcessRequest(source, s3Key, strict, null, null, DEVICE_BYTES, false, null);
    }

    public ProcessRequest policy(String name) {
        return new ProcessRequest(
                source, s3Key, name, digest, snapshotName, deviceSize, refresh, override);
    }

    public ProcessRequest digest(@Nullable String sha256) {
        return new ProcessRequest(
                source, s3Key, policy, sha256, snapshotName, deviceSize, refresh, override);
    }

    public ProcessRequest snapshotName(@Nullable String name) {
        return new ProcessRequest(
                source, s3Key, policy, digest, name, deviceSize, refresh, override);
    }

    public ProcessRequest deviceSize(long bytes) {
        return new ProcessRequest(
                source, s3Key, policy, digest, snapshotName, bytes, refresh, override);
    }

    public ProcessRequest refresh(boolean asks) {
        return new ProcessRequest(
                source, s3Key, policy, digest, snapshotName, deviceSize, asks, override);
    }

    public ProcessRequest override(@Nullable String reason) {
        return new ProcessRequest(
                source, s3Key, policy, digest, snapshotName, deviceSize, refresh, reason);
    }

    /// Stored requests and command lines may have an empty text for an absent value.
    static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
