package dev.pawl.images;

import dev.pawl.images.archive.Rejected;
import dev.pawl.images.volume.Device;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import java.time.Instant;
import java.util.List;

/// What steps write into the tables, each together with its own transition.
///
/// Every writing may be made again over its own result: then it changes nothing.
final class Ledger {
    private static final int ENTRY_CHARS_MAX = 1_000;

    private Ledger() {}

    /// Notes that an image is wanted; a failure of before is forgotten.
    static Writing wanted(DownloadRequest wanted, String localPath, Instant now) {
        return tx -> {
            Removals.requireKept(tx, wanted.imageId());
            tx.update(
                    "insert into images (image_id, source, s3_key, validator, local_path,"
                            + " download_status, created_at, used_at)"
                            + " values (?, ?, ?, ?, ?, 'pending', ?, ?)"
                            + " on conflict (image_id) do nothing",
                    wanted.imageId(),
                    wanted.source(),
                    wanted.s3Key(),
                    wanted.validator(),
                    localPath,
                    now.toString(),
                    now.toString());
            tx.update(
                    "update images set download_status = 'pending', failure = null"
                            + " where image_id = ? and download_status = 'failed'",
                    wanted.imageId());
        };
    }

    /// Notes that an image is here, and is what its key leads to from now on.
    static Writing downloaded(
            DownloadRequest wanted, DownloadResponse file, String stamp, Instant now) {
        return tx -> {
            tx.update(
                    "update images set download_status = 'completed', failure = null,"
                            + " local_path = ?, checksum = ?, size_bytes = ?, stamp = ?, policy = ?,"
                            + " downloaded_at = coalesce(downloaded_at, ?), used_at = ?"
                            + " where image_id = ?",
                    file.localPath(),
                    file.checksum(),
                    file.sizeBytes(),
                    stamp,
                    wanted.policy(),
                    now.toString(),
                    now.toString(),
                    wanted.imageId());
            tx.update(
                    "insert into image_keys (source, s3_key, image_id) values (?, ?, ?)"
                            + " on conflict (source, s3_key) do update"
                            + " set image_id = excluded.image_id",
                    wanted.source(),
                    wanted.s3Key(),
                    wanted.imageId());
        };
    }

    static Writing used(String imageId, Instant now) {
        return tx -> {
            Removals.requireKept(tx, imageId);
            tx.update("update images set used_at = ? where image_id = ?", now.toString(), imageId);
        };
    }

    /// Notes why an image could not be downloaded; one that was stays as it is.
    static Writing downloadFailed(String imageId, String reason) {
        return tx ->
                tx.update(
                        "update images set download_status = 'failed', failure = ?"
                                + " where image_id = ? and download_status <> 'completed'",
                        reason,
                        imageId);
    }

    /// Notes why an image could not be unpacked or activated; one that is active stays so.
    static Writing activationFailed(String imageId, String reason) {
        return tx ->
                tx.update(
                        "update images set activation_status = 'failed', failure = ?"
                                + " where image_id = ? and activation_status <> 'active'",
                        reason,
                        imageId);
    }

    static Writing rejected(Rejection what, Rejected why, Instant now) {
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
                    what.imageId(),
                    why.archive(),
                    what.policy(),
                    why.rule().name(),
                    cut(why.entry()),
                    cut(String.valueOf(why.getMessage())),
                    what.run());
        };
    }

    /// Takes a number for a volume of this name, unless one is taken already; in either case
    /// whatever is there of it is worth nothing from now on.
    static Writing planned(String name, String imageId, long bytes, Moment moment) {
        return tx -> {
            Removals.requireKept(tx, imageId);
            int changed =
                    tx.update(
                            "update volumes set state = 'planned', size_bytes = ?, run = ?,"
                                    + " changed_at = ? where device_name = ?",
                            bytes,
                            moment.run(),
                            moment.now().toString(),
                            name);
            if (changed > 0) return;
            tx.update(
                    "insert into volumes (device_id, device_name, image_id, size_bytes, state,"
                            + " run, changed_at) values (?, ?, ?, ?, 'planned', ?, ?)",
                    freeNumber(tx, 0),
                    name,
                    imageId,
                    bytes,
                    moment.run(),
                    moment.now().toString());
        };
    }

    /// Gives a volume another number, greater than all that are known or `taken`, because its own
    /// is somebody else's. Rows that stand for the volume follow it.
    static Writing renumbered(Device device, int taken, Moment moment) {
        return tx -> {
            int next = freeNumber(tx, taken);
            // Names are unique, and rows refer to numbers: the new row waits under another name.
            tx.update(
                    "insert into volumes (device_id, device_name, image_id, size_bytes, state,"
                            + " run, changed_at) select ?, device_name || '~', image_id,"
                            + " size_bytes, 'planned', ?, ? from volumes where device_id = ?",
                    next,
                    moment.run(),
                    moment.now().toString(),
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

    static Writing staged(Device device, Volume.Stage stage, Moment moment) {
        return tx ->
                tx.update(
                        "update volumes set state = ?, run = ?, changed_at = ? where device_id = ?",
                        stage.word(),
                        moment.run(),
                        moment.now().toString(),
                        device.id());
    }

    /// Forgets that an image was unpacked, unless a snapshot still refers to it: then the volume's
    /// state alone says that it is gone.
    static Writing lost(String imageId) {
        return tx ->
                tx.update(
                        "delete from unpacked_images where image_id = ? and not exists"
                                + " (select 1 from snapshots where snapshots.image_id ="
                                + " unpacked_images.image_id)",
                        imageId);
    }

    static Writing unpacked(UnpackResponse volume, String manifest, Instant now) {
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

    /// Notes a snapshot that can be used, and that its image is active with it.
    static Writing activated(ActivateResponse snapshot, int originId, Instant now) {
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

    /// Notes that a snapshot cannot be used any more; an image without another one is inactive.
    static Writing deactivated(Snapshot snapshot, Instant now) {
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

    /// Returns the number after the greatest; when they run out, the least that is free.
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

    private static String cut(String text) {
        return text.length() <= ENTRY_CHARS_MAX ? text : text.substring(0, ENTRY_CHARS_MAX) + "…";
    }

    /// Which run writes, and when.
    record Moment(String run, Instant now) {}

    /// What was rejected, under which policy, by which run.
    record Rejection(String imageId, String policy, String run) {}
}
