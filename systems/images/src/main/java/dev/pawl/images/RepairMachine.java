package dev.pawl.images;

import dev.pawl.images.Mismatch.Kind;
import dev.pawl.images.Mismatch.Repaired;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.Found;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Puts one mismatch right, if it is still there when its turn comes.
final class RepairMachine {
    static final String NAME = "repair-image";

    private final Premises premises;

    private RepairMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<Mismatch, Repaired> of(Premises premises) {
        RepairMachine steps = new RepairMachine(premises);
        return Machine.named(NAME, Mismatch.class, Repaired.class)
                .step(
                        "repair",
                        steps::repair,
                        s ->
                                s.retry(Retry.exponential(3))
                                        .recovery(
                                                Recovery.retry()
                                                        .note("looks again before it acts")))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<Repaired> repair(Attempt<Mismatch, Repaired> a)
            throws VolumeException, IOException {
        Optional<String> trouble = premises.volumes().trouble();
        if (trouble.isPresent()) return a.later(Premises.TROUBLED, trouble.get());
        Mismatch wrong = a.request();
        return switch (wrong.kind()) {
            case ORPHAN_VOLUME -> orphan(a);
            case STRAY_FILE -> stray(a);
            case STALLED_IMAGE -> stalled(a);
            case MISSING_FILE, STALE_REMOVAL, EXPIRED ->
                    a.fail("%s is repaired by another machine".formatted(wrong.kind()));
            case ABANDONED_VOLUME,
                    MISSING_VOLUME,
                    ORPHAN_SNAPSHOT,
                    MISSING_SNAPSHOT,
                    SLEEPING_SNAPSHOT,
                    WAKING_VOLUME -> {
                Optional<Volume> volume =
                        new Catalog(a::query)
                                .volume(wrong.subject())
                                .filter(row -> row.device().id() == wrong.deviceId())
                                .filter(row -> row.run().equals(wrong.seen()));
                yield volume.isEmpty() ? nothing(a) : volume(a, volume.get());
            }
        };
    }

    private Outcome<Repaired> orphan(Attempt<Mismatch, Repaired> a)
            throws VolumeException, IOException {
        Found orphan = new Found(a.request().deviceId(), a.request().subject());
        boolean known =
                new Catalog(a::query).volumes().stream().anyMatch(row -> orphan.isOf(row.device()));
        if (known || !premises.volumes().found().contains(orphan)) return nothing(a);
        premises.volumes().discard(orphan);
        return done(a);
    }

    private static Outcome<Repaired> stray(Attempt<Mismatch, Repaired> a) throws IOException {
        Path file = Path.of(a.request().subject());
        try {
            if (!Premises.stamp(file).equals(a.request().seen())) return nothing(a);
            Files.deleteIfExists(file);
            return done(a);
        } catch (NoSuchFileException _) {
            return nothing(a);
        }
    }

    private static Outcome<Repaired> stalled(Attempt<Mismatch, Repaired> a) {
        String image = a.request().imageId();
        Optional<Image> known = new Catalog(a::query).image(image);
        boolean stalled = known.isPresent() && known.get().downloadStatus().equals("pending");
        if (!stalled) return nothing(a);
        return done(a).writing(Ledger.downloadFailed(image, "no run was downloading it"));
    }

    private Outcome<Repaired> volume(Attempt<Mismatch, Repaired> a, Volume volume)
            throws VolumeException, IOException {
        Optional<Snapshot> snapshot = new Catalog(a::query).snapshot(volume.device().name());
        return switch (a.request().kind()) {
            case SLEEPING_SNAPSHOT, WAKING_VOLUME -> switched(a, volume.device(), snapshot);
            case MISSING_VOLUME, MISSING_SNAPSHOT -> missing(a, volume, snapshot);
            default -> {
                premises.volumes().delete(volume.device());
                yield failed(a, volume.device());
            }
        };
    }

    private Outcome<Repaired> switched(
            Attempt<Mismatch, Repaired> a, Device device, Optional<Snapshot> snapshot)
            throws VolumeException, IOException {
        boolean active = snapshot.isPresent() && snapshot.get().active();
        if (active != (a.request().kind() == Kind.SLEEPING_SNAPSHOT)) return nothing(a);
        if (active) premises.volumes().activate(device);
        else premises.volumes().deactivate(device);
        return done(a);
    }

    private Outcome<Repaired> missing(
            Attempt<Mismatch, Repaired> a, Volume volume, Optional<Snapshot> snapshot)
            throws VolumeException, IOException {
        if (premises.volumes().presence(volume.device()) != Presence.ABSENT) return nothing(a);
        Outcome<Repaired> gone = failed(a, volume.device());
        if (snapshot.isPresent()) {
            return gone.writing(Removals.forgotten(snapshot.get(), a.now()));
        }
        Files.deleteIfExists(premises.manifest(volume.imageId()));
        return gone.writing(Ledger.lost(volume.imageId()));
    }

    private static Outcome<Repaired> failed(Attempt<Mismatch, Repaired> a, Device device) {
        Ledger.Moment moment = new Ledger.Moment(a.id().toString(), a.now());
        return done(a).writing(Ledger.staged(device, Volume.Stage.FAILED, moment));
    }

    private static Outcome<Repaired> done(Attempt<Mismatch, Repaired> a) {
        return a.next(new Repaired(a.request().kind(), a.request().subject(), true));
    }

    private static Outcome<Repaired> nothing(Attempt<Mismatch, Repaired> a) {
        return a.next(new Repaired(a.request().kind(), a.request().subject(), false));
    }
}
