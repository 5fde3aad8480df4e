package dev.pawl.images.gc;

import dev.pawl.images.gc.Inconsistency.Kind;
import dev.pawl.images.machine.ImageContext;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.Device;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Presence;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the tables with volumes, files and live runs; changes nothing.
///
/// What a live run works on is left out: the run and its recovery complete it.
public final class Reconciler {
    private static final Pattern FILE =
            Pattern.compile("(img-[0-9a-f]{32})\\.(tar|tar\\.part|tar\\.part\\.json|manifest)");

    private final Catalog catalog;
    private final ImageContext context;
    private final Set<String> liveRuns = new HashSet<>();
    private final Set<String> liveKeys = new HashSet<>();
    private final List<Inconsistency> found = new ArrayList<>();

    public Reconciler(Catalog catalog, ImageContext context, List<Run> live) {
        this.catalog = catalog;
        this.context = context;
        for (Run run : live) {
            liveRuns.add(run.id().toString());
            String key = run.key();
            if (key != null) liveKeys.add(key);
        }
    }

    public List<Inconsistency> inconsistencies() throws VolumeException, IOException {
        orphans();
        for (Volume volume : catalog.volumes()) volume(volume);
        for (Catalog.UnreadableVolume row : catalog.unreadable()) unreadable(row);
        for (Image image : catalog.images()) image(image);
        try (Stream<Path> files = Files.list(context.files())) {
            for (Path file : files.sorted().toList()) file(file);
        }
        if (liveRuns.isEmpty()) {
            try (Stream<Path> files = Files.list(context.work())) {
                for (Path file : files.sorted().toList()) stray(file, null);
            }
        }
        return List.copyOf(found);
    }

    /// A row is written before its volume is created, so a volume without a row has no owner.
    private void orphans() throws VolumeException, IOException {
        List<Volume> rows = catalog.volumes();
        for (FoundVolume present : context.volumes().found()) {
            if (rows.stream().anyMatch(row -> present.isOf(row.device()))) continue;
            String detail = present.id() == 0 ? "has no number" : "number " + present.id();
            found.add(
                    Inconsistency.of(Kind.ORPHAN_VOLUME, present.name(), detail)
                            .deviceId(present.id()));
        }
    }

    private void volume(Volume volume) throws VolumeException, IOException {
        if (isBusy(volume)) return;
        Presence presence = context.volumes().presence(volume.device());
        switch (volume.stage()) {
            case PLANNED, CREATING -> add(Kind.ABANDONED_VOLUME, volume);
            case FAILED -> {
                if (presence != Presence.ABSENT) add(Kind.ABANDONED_VOLUME, volume);
            }
            case READY -> readyVolume(volume, presence);
            case DELETING -> {}
        }
    }

    private void readyVolume(Volume volume, Presence presence) {
        Optional<Snapshot> snapshot = catalog.snapshot(volume.device().name());
        boolean unpacked =
                catalog.unpacked(volume.imageId())
                        .filter(row -> row.device().id() == volume.device().id())
                        .isPresent();
        if (snapshot.isEmpty() && !unpacked) {
            add(Kind.ORPHAN_SNAPSHOT, volume);
        } else if (presence == Presence.ABSENT) {
            add(snapshot.isPresent() ? Kind.MISSING_SNAPSHOT : Kind.MISSING_VOLUME, volume);
        } else {
            boolean active = snapshot.isPresent() && snapshot.get().active();
            if (active && presence == Presence.INACTIVE) add(Kind.SLEEPING_SNAPSHOT, volume);
            if (!active && presence == Presence.ACTIVE) add(Kind.WAKING_VOLUME, volume);
        }
    }

    private void unreadable(Catalog.UnreadableVolume row) {
        found.add(
                Inconsistency.of(Kind.UNREADABLE_ROW, row.name(), "number " + row.id())
                        .imageId(row.imageId())
                        .deviceId(row.id()));
    }

    private boolean isBusy(Volume volume) {
        return liveRuns.contains(volume.run())
                || liveKeys.contains(volume.imageId())
                || liveKeys.contains(volume.device().name());
    }

    private void image(Image image) throws IOException {
        String id = image.imageId();
        Optional<String> removing = catalog.removedBy(id);
        if (removing.isPresent()) {
            if (!liveRuns.contains(removing.get())) add(Kind.STALE_REMOVAL, id, removing.get());
            return;
        }
        if (liveKeys.contains(id)) return;
        if (image.downloadStatus().equals("pending")) add(Kind.STALLED_IMAGE, id, null);
        if (!image.isDownloaded()) return;
        Path file = Path.of(image.copy().localPath());
        boolean complete =
                Files.isRegularFile(file) && Files.size(file) == image.copy().sizeBytes();
        if (!complete) add(Kind.MISSING_FILE, id, null);
    }

    private void file(Path file) throws IOException {
        Matcher name = FILE.matcher(file.getFileName().toString());
        // Other files are not created by this system, and are left alone.
        if (!name.matches()) return;
        String image = name.group(1);
        if (liveKeys.contains(image)) return;
        boolean needed =
                switch (name.group(2)) {
                    case "tar" -> catalog.image(image).filter(Image::isDownloaded).isPresent();
                    case "manifest" -> catalog.unpacked(image).isPresent();
                    default -> false;
                };
        if (!needed) stray(file, image);
    }

    private void stray(Path file, @Nullable String image) throws IOException {
        String detail = "%,d bytes".formatted(Files.size(file));
        found.add(
                Inconsistency.of(Kind.STRAY_FILE, file.toString(), detail)
                        .imageId(image)
                        .seen(ImageContext.stamp(file)));
    }

    private void add(Kind kind, Volume volume) {
        Device device = volume.device();
        String detail = "number %d, %s".formatted(device.id(), volume.stage().word());
        found.add(
                Inconsistency.of(kind, device.name(), detail)
                        .imageId(volume.imageId())
                        .deviceId(device.id())
                        .seen(volume.run()));
    }

    private void add(Kind kind, String image, @Nullable String run) {
        String key = catalog.image(image).map(known -> known.origin().s3Key()).orElse("");
        found.add(Inconsistency.of(kind, image, key).imageId(image).seen(run));
    }
}
