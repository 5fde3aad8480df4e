package dev.pawl.images.table;

import dev.pawl.images.request.PinRequest;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// The writes of deletions and repairs, and the reasons that forbid a deletion.
public final class Removals {
    private Removals() {}

    /// Returns why an image may not be deleted; empty if it may.
    public static Optional<String> objection(Catalog catalog, Image image) {
        if (image.pinned()) {
            return Optional.of(
                    "it is pinned; run `pawl images unpin %s`".formatted(image.imageId()));
        }
        for (Snapshot snapshot : catalog.snapshots(image.imageId())) {
            if (snapshot.active()) {
                String name = snapshot.device().name();
                return Optional.of(
                        "its snapshot %s is active; run `pawl images deactivate %s`"
                                .formatted(name, name));
            }
        }
        for (Volume volume : catalog.volumesOf(image.imageId())) {
            boolean creating =
                    volume.stage() == Volume.Stage.PLANNED
                            || volume.stage() == Volume.Stage.CREATING;
            if (creating) {
                return Optional.of(
                        "run %s is creating its volume %s"
                                .formatted(volume.run(), volume.device().name()));
            }
        }
        return image.downloadStatus().equals("pending")
                ? Optional.of("it is being downloaded")
                : Optional.empty();
    }

    /// Marks an image as being deleted, if it may be deleted at the time of the commit.
    public static Writing started(String imageId, ImageTables.ChangedBy by) {
        return tx -> {
            Catalog catalog = new Catalog(tx::query);
            Optional<String> objection =
                    catalog.image(imageId).flatMap(image -> objection(catalog, image));
            if (objection.isPresent()) throw new IOException(objection.get());
            tx.update("update images set removing = ? where image_id = ?", by.run(), imageId);
            tx.update(
                    "update volumes set state = 'deleting', run = ?, changed_at = ?"
                            + " where image_id = ?",
                    by.run(),
                    by.now().toString(),
                    imageId);
        };
    }

    /// Throws if an image is being deleted: it must not be used any more.
    static void requireKept(Transaction tx, String imageId) throws IOException {
        Optional<String> run = new Catalog(tx::query).removedBy(imageId);
        if (run.isPresent()) {
            throw new IOException(
                    "image %s is being deleted by run %s".formatted(imageId, run.get()));
        }
    }

    /// Deletes the rows of an image's volumes and snapshots.
    public static Writing volumesGone(String imageId) {
        return tx -> {
            tx.update("delete from snapshots where image_id = ?", imageId);
            tx.update("delete from unpacked_images where image_id = ?", imageId);
            tx.update("delete from volumes where image_id = ?", imageId);
        };
    }

    public static Writing gone(String imageId) {
        return tx -> tx.update("delete from images where image_id = ?", imageId);
    }

    /// Deletes the row of a snapshot whose volume is gone.
    public static Writing forgotten(Snapshot snapshot, Instant now) {
        return tx -> {
            ImageTables.deactivated(snapshot, now).write(tx);
            tx.update("delete from snapshots where snapshot_id = ?", snapshot.device().id());
        };
    }

    /// Deletes a row that no volume belongs to, and the snapshot that refers to it.
    public static Writing unreadable(int deviceId) {
        return tx -> {
            tx.update("delete from snapshots where snapshot_id = ?", deviceId);
            tx.update("delete from volumes where device_id = ?", deviceId);
        };
    }

    public static Writing pinned(PinRequest request) {
        return tx ->
                tx.update(
                        "update images set pinned = ? where image_id = ?",
                        request.pinned() ? 1 : 0,
                        request.imageId());
    }
}
