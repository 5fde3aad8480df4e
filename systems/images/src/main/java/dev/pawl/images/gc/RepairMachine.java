package dev.pawl.images.gc;

import dev.pawl.images.gc.Inconsistency.Kind;
import dev.pawl.images.gc.Inconsistency.Repaired;
import dev.pawl.images.machine.ImageContext;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageTables;
import dev.pawl.images.table.Removals;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
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

/// Repairs one inconsistency, if it still exists when the run starts.
public final class RepairMachine {
    public static final String NAME = "repair-image";

    private final ImageContext context;

    private RepairMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<Inconsistency, Repaired> of(ImageContext context) {
        RepairMachine steps = new RepairMachine(context);
        return Machine.named(NAME, Inconsistency.class, Repaired.class)
                .step(
                        State.REPAIR,
                        steps::repair,
                        s ->
                                s.retry(Retry.exponential(3))
                                        .recovery(
                                                Recovery.repeatBody()
                                                        .crashes(ImageContext.CRASHES_MAX)
                                                        .note("checks again before it acts")))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<Repaired> repair(Attempt<Inconsistency, Repaired> a)
            throws VolumeException, IOException {
        Optional<Outcome<Inconsistency.Repaired>> waiting = context.waitForRepair(a);
        if (waiting.isPresent()) return waiting.get();
        Inconsistency found = a.request();
        return switch (found.kind()) {
            case ORPHAN_VOLUME -> orphan(a);
            case STRAY_FILE -> stray(a);
            case STALLED_IMAGE -> stalled(a);
            case UNREADABLE_ROW -> unreadable(a);
            case MISSING_FILE, STALE_REMOVAL, EXPIRED ->
                    a.fail("%s is repaired by another machine".formatted(found.kind()));
            case ABANDONED_VOLUME,
                    MISSING_VOLUME,
                    ORPHAN_SNAPSHOT,
                    MISSING_SNAPSHOT,
                    SLEEPING_SNAPSHOT,
                    WAKING_VOLUME -> {
                Optional<Volume> volume =
                        new Catalog(a::query)
                                .volume(found.subject())
                                .filter(row -> row.device().id() == found.deviceId())
                                .filter(row -> row.run().equals(found.seen()));
                yield volume.isEmpty() ? unchanged(a) : volume(a, volume.get());
            }
        };
    }

    private Outcome<Repaired> orphan(Attempt<Inconsistency, Repaired> a)
            throws VolumeException, IOException {
        FoundVolume orphan = new FoundVolume(a.request().deviceId(), a.request().subject());
        boolean known =
                new Catalog(a::query).volumes().stream().anyMatch(row -> orphan.isOf(row.device()));
        if (known || !context.volumes().found().contains(orphan)) return unchanged(a);
        context.volumes().discard(orphan);
        return done(a);
    }

    private static Outcome<Repaired> stray(Attempt<Inconsistency, Repaired> a) throws IOException {
        Path file = Path.of(a.request().subject());
        try {
            if (!ImageContext.stamp(file).equals(a.request().seen())) return unchanged(a);
            Files.deleteIfExists(file);
            return done(a);
        } catch (NoSuchFileException _) {
            return unchanged(a);
        }
    }

    private static Outcome<Repaired> stalled(Attempt<Inconsistency, Repaired> a) {
        String image = a.request().subject();
        Optional<Image> known = new Catalog(a::query).image(image);
        boolean stalled = known.isPresent() && known.get().downloadStatus().equals("pending");
        if (!stalled) return unchanged(a);
        return done(a).writing(ImageTables.downloadFailed(image, "no run was downloading it"));
    }

    private static Outcome<Repaired> unreadable(Attempt<Inconsistency, Repaired> a) {
        int id = a.request().deviceId();
        boolean known = new Catalog(a::query).unreadable().stream().anyMatch(row -> row.id() == id);
        return known ? done(a).writing(Removals.unreadable(id)) : unchanged(a);
    }

    private Outcome<Repaired> volume(Attempt<Inconsistency, Repaired> a, Volume volume)
            throws VolumeException, IOException {
        Optional<Snapshot> snapshot = new Catalog(a::query).snapshot(volume.device().name());
        return switch (a.request().kind()) {
            case SLEEPING_SNAPSHOT, WAKING_VOLUME -> switchActive(a, volume.device(), snapshot);
            case MISSING_VOLUME, MISSING_SNAPSHOT -> missing(a, volume, snapshot);
            default -> {
                context.volumes().delete(volume.device());
                yield failed(a, volume.device());
            }
        };
    }

    private Outcome<Repaired> switchActive(
            Attempt<Inconsistency, Repaired> a, Device device, Optional<Snapshot> snapshot)
            throws VolumeException, IOException {
        boolean active = snapshot.isPresent() && snapshot.get().active();
        if (active != (a.request().kind() == Kind.SLEEPING_SNAPSHOT)) return unchanged(a);
        if (active) context.volumes().activate(device);
        else context.volumes().deactivate(device);
        return done(a);
    }

    private Outcome<Repaired> missing(
            Attempt<Inconsistency, Repaired> a, Volume volume, Optional<Snapshot> snapshot)
            throws VolumeException, IOException {
        if (context.volumes().presence(volume.device()) != Presence.ABSENT) return unchanged(a);
        Outcome<Repaired> gone = failed(a, volume.device());
        if (snapshot.isPresent()) {
            return gone.writing(Removals.forgotten(snapshot.get(), a.now()));
        }
        Files.deleteIfExists(context.manifest(volume.imageId()));
        return gone.writing(ImageTables.lost(volume.imageId()));
    }

    private static Outcome<Repaired> failed(Attempt<Inconsistency, Repaired> a, Device device) {
        ImageTables.ChangedBy by = ImageTables.ChangedBy.of(a);
        return done(a).writing(ImageTables.staged(device, Volume.Stage.FAILED, by));
    }

    private static Outcome<Repaired> done(Attempt<Inconsistency, Repaired> a) {
        return a.next(new Repaired(a.request().kind(), a.request().subject(), true));
    }

    private static Outcome<Repaired> unchanged(Attempt<Inconsistency, Repaired> a) {
        return a.next(new Repaired(a.request().kind(), a.request().subject(), false));
    }

    /// The states of a run.
    enum State {
        REPAIR
    }
}
