package dev.pawl.images.machine;

import dev.pawl.images.request.DeleteRequest;
import dev.pawl.images.request.DeleteResponse;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.Removals;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Deletes an image with its snapshots, volume and file, unless it is in use or pinned.
///
/// The row of the image is marked first, so that no run starts to use it. Each row is deleted after
/// the volume or file that it describes.
public final class DeleteMachine {
    public static final String NAME = "delete-image";

    private final ImageContext context;

    private DeleteMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<DeleteRequest, DeleteResponse> of(ImageContext context) {
        DeleteMachine steps = new DeleteMachine(context);
        Recovery again =
                Recovery.repeatBody()
                        .crashes(ImageContext.CRASHES_MAX)
                        .note("deleting what is gone does nothing");
        return Machine.named(NAME, DeleteRequest.class, DeleteResponse.class)
                .step(
                        State.CHECK_UNUSED,
                        steps::checkUnused,
                        s -> s.retry(Retry.exponential(3)).recovery(again).finishes())
                .step(
                        State.REMOVE_VOLUMES,
                        steps::removeVolumes,
                        s -> s.retry(Retry.exponential(5)).recovery(again))
                .step(
                        State.REMOVE_FILES,
                        steps::removeFiles,
                        s -> s.retry(Retry.exponential(5)).recovery(again))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<DeleteResponse> checkUnused(Attempt<DeleteRequest, DeleteResponse> a) {
        String image = a.request().imageId();
        Catalog catalog = new Catalog(a::query);
        Optional<Image> known = catalog.image(image);
        if (known.isEmpty()) return a.finish(new DeleteResponse(image, 0, 0, false));
        Optional<String> objection = Removals.objection(catalog, known.get());
        if (objection.isPresent()) {
            return a.abort(
                    ImageFailure.USE.reason(
                            "%s cannot be deleted: %s".formatted(image, objection.get())));
        }
        long unpacked = catalog.unpacked(image).map(UnpackedImage::sizeBytes).orElse(0L);
        return a.next(
                        new DeleteResponse(
                                image,
                                catalog.volumesOf(image).size(),
                                known.get().copy().sizeBytes() + unpacked,
                                true))
                .writing(Removals.started(image, ImageTables.ChangedBy.of(a)));
    }

    /// Snapshots have greater numbers than their origin, and are deleted first.
    private Outcome<DeleteResponse> removeVolumes(Attempt<DeleteRequest, DeleteResponse> a)
            throws VolumeException, IOException {
        Optional<Outcome<DeleteResponse>> waiting = context.waitForRepair(a);
        if (waiting.isPresent()) return waiting.get();
        List<Volume> volumes = new Catalog(a::query).volumesOf(a.request().imageId());
        for (Volume volume : volumes.reversed()) context.volumes().delete(volume.device());
        return a.next(a.response().orElseThrow())
                .writing(Removals.volumesGone(a.request().imageId()));
    }

    private Outcome<DeleteResponse> removeFiles(Attempt<DeleteRequest, DeleteResponse> a)
            throws IOException {
        context.removeFiles(a.request().imageId());
        return a.next(a.response().orElseThrow()).writing(Removals.gone(a.request().imageId()));
    }

    /// The states of a run.
    enum State {
        CHECK_UNUSED,
        REMOVE_VOLUMES,
        REMOVE_FILES
    }
}
