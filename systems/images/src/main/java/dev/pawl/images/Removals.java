package dev.pawl.images;

import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// What deletions and repairs write into the tables, and what stands against them.
final class Removals {
    private Removals() {}

    /// Returns why an image may not be removed; empty if it may.
    static Optional<String> objection(Catalog catalog, Image image) {
        if (image.pinned()) {
            return Optional.of("it is pinned; `pawl images unpin %s`".formatted(image.imageId()));
        }
        for (Snapshot snapshot : catalog.snapshots(image.imageId())) {
            if (snapshot.active()) {
                String name = snapshot.device().name();
                return Optional.of(
                        "its snapshot %s is active; `pawl images deactivate %s`"
                                .formatted(name, name));
            }
        }
        for (Volume volume : catalog.volumesOf(image.imageId())) {
            boolean made =
                    volume.stage() == Volume.Stage.PLANNED
                            || volume.stage() == Volume.Stage.CREATING;
            if (made) {
                return Optional.of(
                        "run %s is making its volume %s"
                                .formatted(volume.run(), volume.device().name()));
            }
        }
        return image.downloadStatus().equals("pending")
                ? Optional.of("it is being downloaded")
                : Optional.empty();
    }

    /// Marks an image as on its way out, if nothing stands against it at this very moment.
    static Writing begun(String imageId, Ledger.Moment moment) {
        return tx -> {
            Catalog catalog = new Catalog(tx::query);
            Optional<String> objection =
                    catalog.image(imageId).flatMap(image -> objection(catalog, image));
            if (objection.isPresent()) throw new IOException(objection.get());
            tx.update("update images set removing = ? where image_id = ?", moment.run(), imageId);
            tx.update(
                    "update volumes set state = 'deleting', run = ?, changed_at = ?"
                            + " where image_id = ?",
                    moment.run(),
                    moment.now().toString(),
                    imageId);
        };
    }

    /// Throws if an image is on its way out: it must not be used any more.
    static void requireKept(Transaction tx, String imageId) throws IOException {
        Optional<String> run = new Catalog(tx::query).removedBy(imageId);
        if (run.isPresent()) {
            throw new IOException(
                    "image %s is being deleted by run %s".formatted(imageId, run.get()));
        }
    }

    /// Forgets the volumes of an image, and what was published of them.
    static Writing volumesGone(String imageId) {
        return tx -> {
            tx.update("delete from snapshots where image_id = ?", imageId);
            tx.update("delete from unpacked_images where image_id = ?", imageId);
            tx.update("delete from volumes where image_id = ?", imageId);
        };
    }

    static Writing gone(String imageId) {
        return tx -> tx.update("delete from images where image_id = ?", imageId);
    }

    /// Forgets a snapshot whose volume is gone.
    static Writing forgotten(Snapshot snapshot, Instant now) {
        return tx -> {
            Ledger.deactivated(snapshot, now).write(tx);
            tx.update("delete from snapshots where snapshot_id = ?", snapshot.device().id());
        };
    }

    static Writing pinned(PinRequest wanted) {
        return tx ->
                tx.update(
                        "update images set pinned = ? where image_id = ?",
                        wanted.pinned() ? 1 : 0,
                        wanted.imageId());
    }
}
