package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.archive.Manifest;
import dev.pawl.images.machine.ProcessMachine;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Snapshot;
import dev.pawl.images.table.UnpackedImage;
import dev.pawl.images.table.Volume;
import dev.pawl.images.volume.FoundVolume;
import dev.pawl.images.volume.Marker;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What must be true of tables, volumes and files at any time.
///
/// `trees` are the trees of the archives, by the checksum of the archive.
record ImageInvariants(ImagesFixture fixture, Map<String, Path> trees) {
    private static final int RUNS = 1_000;

    /// The rules of the document across tables, as counts of violations.
    private static final Map<String, String> RULES =
            Map.of(
                    "unpacked images are downloaded",
                    "select count(*) from unpacked_images where image_id not in"
                            + " (select image_id from images where download_status = 'completed')",
                    "activated images are unpacked",
                    "select count(*) from snapshots where image_id not in"
                            + " (select image_id from unpacked_images where layout_verified = 1)",
                    "an image with an active snapshot is active",
                    "select count(*) from snapshots where active = 1 and image_id not in"
                            + " (select image_id from images where activation_status = 'active')",
                    "an active image has an active snapshot",
                    "select count(*) from images where activation_status = 'active' and image_id"
                            + " not in (select image_id from snapshots where active = 1)");

    /// Checks what is true at any time, also between a crash and the next process.
    void check() throws Exception {
        RULES.forEach((rule, sql) -> assertThat(fixture.rows(sql)).as(rule).containsExactly("0"));
        for (Snapshot each : fixture.catalog().snapshots()) {
            if (each.active()) assertUsable(each);
        }
        for (FoundVolume each : fixture.volumes().found()) {
            assertThat(fixture.catalog().volume(each.name()))
                    .as("the row of %s", each)
                    .hasValueSatisfying(row -> assertThat(each.isOf(row.device())).isTrue());
        }
        assertThat(fixture.catalog().securityEvents(RUNS))
                .noneMatch(event -> !event.rule().equals("SPECIAL_BITS"));
    }

    private void assertUsable(Snapshot snapshot) throws Exception {
        String image = snapshot.imageId();
        assertThat(fixture.volumes().seen(snapshot.device().name()).map(Marker::imageId))
                .contains(image);
        Path root = fixture.volumes().contents(snapshot.device().name());
        String checksum = fixture.catalog().image(image).orElseThrow().copy().checksum();
        assertThat(files(root.resolve("rootfs"))).isEqualTo(files(tree(checksum)));
        UnpackedImage unpacked = fixture.catalog().unpacked(image).orElseThrow();
        // The copy of a link has another time.
        assertThat(Manifest.verify(root, Path.of(unpacked.manifest())))
                .filteredOn(each -> !each.what().equals("time") || !isLink(root, each))
                .isEmpty();
    }

    private static boolean isLink(Path root, Manifest.Difference difference) {
        return Files.isSymbolicLink(root.resolve(difference.path()));
    }

    private Path tree(String checksum) {
        Path tree = trees.get(checksum);
        assertThat(tree).as("the tree of an archive with the checksum %s", checksum).isNotNull();
        return tree.resolve("rootfs");
    }

    /// Checks what is true when no run is live: failed runs have left nothing.
    void checkAtRest() throws Exception {
        check();
        assertThat(fixture.store().verify()).isEmpty();
        assertThat(fixture.files()).noneMatch(name -> name.contains(".part"));
        assertThat(fixture.context().work()).isEmptyDirectory();
        for (String name : fixture.files()) {
            String image = name.replaceFirst("\\..*", "");
            boolean known =
                    name.endsWith(".tar")
                            ? fixture.catalog().image(image).orElseThrow().isDownloaded()
                            : fixture.catalog().unpacked(image).isPresent() || isGivenUp(image);
            assertThat(known).as("a row for %s", name).isTrue();
        }
        for (FoundVolume each : fixture.volumes().found()) {
            Volume row = fixture.catalog().volume(each.name()).orElseThrow();
            if (isGivenUp(row.imageId())) continue;
            assertThat(row.stage()).as("the stage of %s", row).isEqualTo(Volume.Stage.READY);
        }
        runs().forEach(ImageInvariants::assertExpectedEnd);
    }

    /// Returns whether the cleanup of a run for the image failed in all attempts: then the run may
    /// have left something, which the table records.
    private boolean isGivenUp(String image) {
        return runs().stream()
                .filter(run -> run.key().endsWith(image) || isSnapshotOf(run, image))
                .flatMap(run -> fixture.store().history(run.id(), 0, RUNS).stream())
                .anyMatch(entry -> entry.kind() == HistoryEntry.Kind.CLEANUP_FAILED);
    }

    private boolean isSnapshotOf(Run run, String image) {
        return fixture.catalog().volume(run.key()).map(Volume::imageId).equals(Optional.of(image));
    }

    List<Run> runs() {
        return fixture.store().runs(Filter.ALL, Page.oldest(RUNS));
    }

    /// A permanent error aborts with its class; a transient error is retried until exhausted.
    private static void assertExpectedEnd(Run run) {
        String reason = ImageFailure.reason(Optional.ofNullable(run.condition().ending()));
        switch (run.status()) {
            case COMPLETED -> assertThat(run.data().response()).isNotNull();
            case ABORTED ->
                    assertThat(reason)
                            .containsPattern(
                                    "^space: a fault by chance|^source: |^policy: .*usr/bin/su"
                                            + "|^damage: snapshot .* already belongs to image"
                                            + "|^damage: .*volume thin-");
            case EXHAUSTED -> assertThat(reason).containsPattern("a fault by chance|^source: ");
            case FAILED -> assertThat(run.machine()).isEqualTo(ProcessMachine.NAME);
            default -> throw new AssertionError("expected an end, found " + run);
        }
    }

    /// Returns names and contents below a directory, and the targets of links.
    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.toList()) {
                String what = "directory";
                if (Files.isSymbolicLink(each)) what = "-> " + Files.readSymbolicLink(each);
                else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    what = Files.readString(each);
                }
                found.put(root.relativize(each).toString(), what);
            }
        }
        return found;
    }
}
