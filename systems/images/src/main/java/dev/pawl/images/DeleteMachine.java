package dev.pawl.images;

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

/// Removes an image with all that belongs to it, unless somebody uses or keeps it.
///
/// Its row says first that it is on its way out, so that nobody begins to use it; rows go after
/// what they stand for.
final class DeleteMachine {
    static final String NAME = "delete-image";

    private final Premises premises;

    private DeleteMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<DeleteRequest, DeleteResponse> of(Premises premises) {
        DeleteMachine steps = new DeleteMachine(premises);
        Recovery again = Recovery.retry().note("removing what is gone is nothing");
        return Machine.named(NAME, DeleteRequest.class, DeleteResponse.class)
                .step(
                        "check-unused",
                        steps::checkUnused,
                        s -> s.retry(Retry.exponential(3)).recovery(again).finishes())
                .step(
                        "remove-volumes",
                        steps::removeVolumes,
                        s -> s.retry(Retry.exponential(5)).recovery(again))
                .step(
                        "remove-files",
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
                    Fault.USE.reason("%s is not deleted: %s".formatted(image, objection.get())));
        }
        long unpacked = catalog.unpacked(image).map(Unpacked::sizeBytes).orElse(0L);
        return a.next(
                        new DeleteResponse(
                                image,
                                catalog.volumesOf(image).size(),
                                known.get().copy().sizeBytes() + unpacked,
                                true))
                .writing(Removals.begun(image, new Ledger.Moment(a.id().toString(), a.now())));
    }

    /// Snapshots have greater numbers than what they are of, and go first.
    private Outcome<DeleteResponse> removeVolumes(Attempt<DeleteRequest, DeleteResponse> a)
            throws VolumeException, IOException {
        Optional<String> trouble = premises.volumes().trouble();
        if (trouble.isPresent()) return a.later(Premises.TROUBLED, trouble.get());
        List<Volume> volumes = new Catalog(a::query).volumesOf(a.request().imageId());
        for (Volume volume : volumes.reversed()) premises.volumes().delete(volume.device());
        return a.next(a.response().orElseThrow())
                .writing(Removals.volumesGone(a.request().imageId()));
    }

    private Outcome<DeleteResponse> removeFiles(Attempt<DeleteRequest, DeleteResponse> a)
            throws IOException {
        premises.removeFiles(a.request().imageId());
        return a.next(a.response().orElseThrow()).writing(Removals.gone(a.request().imageId()));
    }
}
