package dev.pawl.images;

import dev.pawl.images.Mismatch.Kind;
import dev.pawl.images.volume.Found;
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

/// Compares what the tables say with volumes, files and live runs; changes nothing.
///
/// What a live run works on is left out: it is on its way, and its own recovery sees to it.
final class Reconciler {
    private static final Pattern FILE =
            Pattern.compile("(img-[0-9a-f]{32})\\.(tar|tar\\.part|tar\\.part\\.json|manifest)");

    private final Catalog catalog;
    private final Premises premises;
    private final Set<String> liveRuns = new HashSet<>();
    private final Set<String> liveKeys = new HashSet<>();
    private final List<Mismatch> found = new ArrayList<>();

    Reconciler(Catalog catalog, Premises premises, List<Run> live) {
        this.catalog = catalog;
        this.premises = premises;
        for (Run run : live) {
            liveRuns.add(run.id().toString());
            String key = run.key();
            if (key != null) liveKeys.add(key);
        }
    }

    List<Mismatch> mismatches() throws VolumeException, IOException {
        orphans();
        for (Volume volume : catalog.volumes()) volume(volume);
        for (Image image : catalog.images()) image(image);
        try (Stream<Path> files = Files.list(premises.files())) {
            for (Path file : files.sorted().toList()) file(file);
        }
        if (liveRuns.isEmpty()) {
            try (Stream<Path> files = Files.list(premises.work())) {
                for (Path file : files.sorted().toList()) stray(file, "");
            }
        }
        return List.copyOf(found);
    }

    /// A row is written before its volume is made, so that a volume without one is nobody's.
    private void orphans() throws VolumeException, IOException {
        List<Volume> rows = catalog.volumes();
        for (Found present : premises.volumes().found()) {
            if (rows.stream().anyMatch(row -> present.isOf(row.device()))) continue;
            String detail = present.id() == 0 ? "has no number" : "number " + present.id();
            found.add(
                    new Mismatch(Kind.ORPHAN_VOLUME, present.name(), "", present.id(), "", detail));
        }
    }

    private void volume(Volume volume) throws VolumeException, IOException {
        if (isBusy(volume)) return;
        Presence presence = premises.volumes().presence(volume.device());
        switch (volume.stage()) {
            case PLANNED, CREATING -> add(Kind.ABANDONED_VOLUME, volume);
            case FAILED -> {
                if (presence != Presence.ABSENT) add(Kind.ABANDONED_VOLUME, volume);
            }
            case READY -> ready(volume, presence);
            case DELETING -> {}
        }
    }

    private void ready(Volume volume, Presence presence) {
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
        if (image.downloadStatus().equals("pending")) add(Kind.STALLED_IMAGE, id, "");
        if (!image.isDownloaded()) return;
        Path file = Path.of(image.copy().localPath());
        boolean whole = Files.isRegularFile(file) && Files.size(file) == image.copy().sizeBytes();
        if (!whole) add(Kind.MISSING_FILE, id, "");
    }

    private void file(Path file) throws IOException {
        Matcher name = FILE.matcher(file.getFileName().toString());
        // What nobody here could have written is not ours to judge.
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

    private void stray(Path file, String image) throws IOException {
        String detail = "%,d bytes".formatted(Files.size(file));
        String stamp = Premises.stamp(file);
        found.add(new Mismatch(Kind.STRAY_FILE, file.toString(), image, 0, stamp, detail));
    }

    private void add(Kind kind, Volume volume) {
        found.add(
                new Mismatch(
                        kind,
                        volume.device().name(),
                        volume.imageId(),
                        volume.device().id(),
                        volume.run(),
                        "number %d, %s".formatted(volume.device().id(), volume.stage().word())));
    }

    private void add(Kind kind, String image, String run) {
        String key = catalog.image(image).map(known -> known.origin().s3Key()).orElse("");
        found.add(new Mismatch(kind, image, image, 0, run, key));
    }
}
