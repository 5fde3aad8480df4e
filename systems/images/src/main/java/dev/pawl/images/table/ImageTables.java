package dev.pawl.images.table;

import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.DownloadResponse;
import dev.pawl.images.request.UnpackResponse;
import dev.pawl.images.volume.Device;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The writes that steps commit together with their transitions.
///
/// Each write may be repeated over its own result and changes nothing then.
public final class ImageTables {
    private static final int ENTRY_CHARS_MAX = 1_000;

    private ImageTables() {}

    /// Records that an image was requested, and clears an earlier failure.
    public static Writing requested(DownloadRequest request, String localPath, Instant now) {
        return tx -> {
            Removals.requireKept(tx, request.imageId());
            tx.update(
                    "insert into images (image_id, source, s3_key, validator, local_path,"
                            + " download_status, created_at, used_at)"
                            + " values (?, ?, ?, ?, ?, 'pending', ?, ?)"
                            + " on conflict (image_id) do nothing",
                    request.imageId(),
                    request.source(),
                    request.s3Key(),
                    Objects.requireNonNullElse(request.validator(), ""),
                    localPath,
                    now.toString(),
                    now.toString());
            tx.update(
                    "update images set download_status = 'pending', failure = null"
                            + " where image_id = ? and download_status = 'failed'",
                    request.imageId());
        };
    }

    /// Records that an image is downloaded, and that its key now leads to it.
    public static Writing downloaded(
            DownloadRequest request, DownloadResponse file, String stamp, Instant now) {
        return tx -> {
            tx.update(
                    "update images set download_status = 'completed', failure = null,"
                            + " local_path = ?, checksum = ?, size_bytes = ?, stamp = ?,"
                            + " policy = ?,"
                            + " downloaded_at = coalesce(downloaded_at, ?), used_at = ?"
                            + " where image_id = ?",
                    file.localPath(),
                    file.checksum(),
                    file.sizeBytes(),
                    stamp,
                    request.policy(),
                    now.toString(),
                    now.toString(),
                    request.imageId());
            tx.update(
                    "insert into image_keys (source, s3_key, image_id) values (?, ?, ?)"
                            + " on conflict (source, s3_key) do update"
                            + " set image_id = excluded.image_id",
                    request.source(),
                    request.s3Key(),
                    request.imageId());
        };
    }

    public static Writing used(String imageId, Instant now) {
        return tx -> {
            Removals.requireKept(tx, imageId);
            tx.update("update images set used_at = ? where image_id = ?", now.toString(), imageId);
        };
    }

    /// Records why an image could not be downloaded; a downloaded image stays as it is.
    public static Writing downloadFailed(String imageId, String reason) {
        return tx ->
                tx.update(
                        "update images set download_status = 'failed', failure = ?"
                                + " where image_id = ? and download_status <> 'completed'",
                        reason,
                        imageId);
    }

    /// Records why an image could not be unpacked or activated; an active image stays active.
    public static Writing activationFailed(String imageId, String reason) {
        return tx ->
                tx.update(
                        "update images set activation_status = 'failed', failure = ?"
                                + " where image_id = ? and activation_status <> 'active'",
                        reason,
                        imageId);
    }

    public static Writing rejected(
            Rejection rejection, ArchiveRejectedException cause, Instant now) {
        return tx -> {
            long number =
                    tx.query(
                                    "select coalesce(max(event_id), 0) + 1 from security_events",
                                    row -> row.number(1))
                            .getFirst();
            tx.update(
                    "insert into security_events (event_id, at, image_id, archive, policy, rule,"
                            + " entry, message, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    number,
                    now.toString(),
                    rejection.imageId(),
                    cause.archive(),
                    rejection.policy(),
                    cause.rule().name(),
                    shortened(cause.entry()),
                    shortened(String.valueOf(cause.getMessage())),
                    rejection.run());
        };
    }

    /// Assigns a number to the volume of this name, unless it has one. From now on, whatever exists
    /// of the volume is worthless.
    public static Writing planned(String name, String imageId, long bytes, ChangedBy by) {
        return tx -> {
            Removals.requireKept(tx, imageId);
            int changed =
                    tx.update(
                            "update volumes set state = 'planned', size_bytes = ?, run = ?,"
                                    + " changed_at = ? where device_name = ?",
                            bytes,
                            by.run(),
                            by.now().toString(),
                            name);
            if (changed > 0) return;
            tx.update(
                    "insert into volumes (device_id, device_name, image_id, size_bytes, state,"
                            + " run, changed_at) values (?, ?, ?, ?, 'planned', ?, ?)",
                    freeNumber(tx, 0),
                    name,
                    imageId,
                    bytes,
                    by.run(),
                    by.now().toString());
        };
    }

    /// Gives a volume another number, greater than all known ones and than `taken`, because its own
    /// belongs to another volume. Rows that refer to the volume follow.
    public static Writing renumbered(Device device, int taken, ChangedBy by) {
        return tx -> {
            int next = freeNumber(tx, taken);
            // Names are unique and rows refer to numbers, so the new row has another name at first.
            tx.update(
                    "insert into volumes (device_id, device_name, image_id, size_bytes, state,"
                            + " run, changed_at) select ?, device_name || '~', image_id,"
                            + " size_bytes, 'planned', ?, ? from volumes where device_id = ?",
                    next,
                    by.run(),
                    by.now().toString(),
                    device.id());
            tx.update(
                    "update unpacked_images set device_id = ? where device_id = ?",
                    next,
                    device.id());
            tx.update(
                    "update snapshots set snapshot_id = ? where snapshot_id = ?",
                    next,
                    device.id());
            tx.update("delete from volumes where device_id = ?", device.id());
            tx.update(
                    "update volumes set device_name = ? where device_id = ?", device.name(), next);
        };
    }

    public static Writing staged(Device device, Volume.Stage stage, ChangedBy by) {
        return tx ->
                tx.update(
                        "update volumes set state = ?, run = ?, changed_at = ? where device_id = ?",
                        stage.word(),
                        by.run(),
                        by.now().toString(),
                        device.id());
    }

    /// Deletes the row of an unpacked image, unless a snapshot still refers to it: then only the
    /// state of the volume shows that it is gone.
    public static Writing lost(String imageId) {
        return tx ->
                tx.update(
                        "delete from unpacked_images where image_id = ? and not exists"
                                + " (select 1 from snapshots where snapshots.image_id ="
                                + " unpacked_images.image_id)",
                        imageId);
    }

    public static Writing unpacked(UnpackResponse volume, String manifest, Instant now) {
        return tx ->
                tx.update(
                        "insert into unpacked_images (image_id, device_id, device_name,"
                                + " device_path, size_bytes, file_count, manifest,"
                                + " layout_verified, unpacked_at)"
                                + " values (?, ?, ?, ?, ?, ?, ?, 1, ?)"
                                + " on conflict (image_id) do update set"
                                + " size_bytes = excluded.size_bytes,"
                                + " file_count = excluded.file_count,"
                                + " manifest = excluded.manifest,"
                                + " unpacked_at = excluded.unpacked_at",
                        volume.imageId(),
                        volume.deviceId(),
                        volume.deviceName(),
                        volume.devicePath(),
                        volume.sizeBytes(),
                        volume.fileCount(),
                        manifest,
                        now.toString());
    }

    /// Records an active snapshot, and its image as active.
    public static Writing activated(ActivateResponse snapshot, int originId, Instant now) {
        return tx -> {
            Removals.requireKept(tx, snapshot.imageId());
            tx.update(
                    "update images set activation_status = 'active', failure = null,"
                            + " activated_at = ?, used_at = ? where image_id = ?",
                    now.toString(),
                    now.toString(),
                    snapshot.imageId());
            tx.update(
                    "insert into snapshots (snapshot_id, image_id, snapshot_name, device_path,"
                            + " origin_device_id, active, created_at, needs_activation)"
                            + " values (?, ?, ?, ?, ?, 1, ?, 'active')"
                            + " on conflict (snapshot_id) do update set active = 1,"
                            + " needs_activation = 'active', deactivated_at = null,"
                            + " origin_device_id = excluded.origin_device_id,"
                            + " device_path = excluded.device_path",
                    snapshot.snapshotId(),
                    snapshot.imageId(),
                    snapshot.snapshotName(),
                    snapshot.devicePath(),
                    originId,
                    now.toString());
        };
    }

    /// Records an inactive snapshot; an image without an active snapshot is inactive.
    public static Writing deactivated(Snapshot snapshot, Instant now) {
        return tx -> {
            tx.update(
                    "update snapshots set active = 0, needs_activation = null, deactivated_at = ?"
                            + " where snapshot_id = ? and active = 1",
                    now.toString(),
                    snapshot.device().id());
            tx.update(
                    "update images set activation_status = 'inactive' where image_id = ?"
                            + " and activation_status = 'active' and not exists"
                            + " (select 1 from snapshots where snapshots.image_id ="
                            + " images.image_id and active = 1)",
                    snapshot.imageId());
        };
    }

    /// Returns the number after the greatest one; if there is none, the least free number.
    private static int freeNumber(Transaction tx, int taken) {
        long greatest = number(tx, "select coalesce(max(device_id), 0) from volumes");
        long next = Math.max(greatest, taken) + 1;
        if (next <= Device.ID_MAX) return (int) next;
        return (int)
                number(
                        tx,
                        "select coalesce(min(device_id), 0) + 1 from volumes as taken where not"
                                + " exists (select 1 from volumes as later where later.device_id ="
                                + " taken.device_id + 1)");
    }

    private static long number(Transaction tx, String sql) {
        List<Long> found = tx.query(sql, row -> row.number(1));
        return found.getFirst();
    }

    private static String shortened(String text) {
        return text.length() <= ENTRY_CHARS_MAX ? text : text.substring(0, ENTRY_CHARS_MAX) + "…";
    }

    /// The run that changes a row, and when.
    public record ChangedBy(String run, Instant now) {
        public static ChangedBy of(Attempt<?, ?> attempt) {
            return new ChangedBy(attempt.id().toString(), attempt.now());
        }
    }

    /// The image that was rejected, under which policy, by which run.
    public record Rejection(String imageId, String policy, String run) {}
}
