package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.archive.Manifest;
import dev.pawl.images.volume.Found;
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

/// What must be true of tables, volumes and files, whatever has happened.
///
/// `trees` are the trees that archives were made of, by the checksum of the archive.
record Inventory(Bench bench, Map<String, Path> trees) {
    private static final int RUNS = 1_000;

    /// The rules of the document across its tables, as counts of what breaks them.
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

    /// Checks what is true at every moment, also between the death of a process and its next life.
    void check() throws Exception {
        RULES.forEach((rule, sql) -> assertThat(bench.rows(sql)).as(rule).containsExactly("0"));
        for (Snapshot each : bench.catalog().snapshots()) {
            if (each.active()) assertUsable(each);
        }
        for (Found each : bench.volumes().found()) {
            assertThat(bench.catalog().volume(each.name()))
                    .as("the row of %s", each)
                    .hasValueSatisfying(row -> assertThat(each.isOf(row.device())).isTrue());
        }
        assertThat(bench.catalog().securityEvents(RUNS))
                .noneMatch(event -> !event.rule().equals("SPECIAL_BITS"));
    }

    private void assertUsable(Snapshot snapshot) throws Exception {
        String image = snapshot.imageId();
        assertThat(bench.volumes().seen(snapshot.device().name()).map(Marker::imageId))
                .contains(image);
        Path root = bench.volumes().contents(snapshot.device().name());
        String checksum = bench.catalog().image(image).orElseThrow().copy().checksum();
        assertThat(files(root.resolve("rootfs"))).isEqualTo(files(tree(checksum)));
        Unpacked unpacked = bench.catalog().unpacked(image).orElseThrow();
        // The copy of a link has a time of its own.
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

    /// Checks what is true when no run is under way: nothing is left of those that came to nothing.
    void checkAtRest() throws Exception {
        check();
        assertThat(bench.store().verify()).isEmpty();
        assertThat(bench.files()).noneMatch(name -> name.contains(".part"));
        assertThat(bench.premises().work()).isEmptyDirectory();
        for (String name : bench.files()) {
            String image = name.replaceFirst("\\..*", "");
            boolean known =
                    name.endsWith(".tar")
                            ? bench.catalog().image(image).orElseThrow().isDownloaded()
                            : bench.catalog().unpacked(image).isPresent() || isGivenUp(image);
            assertThat(known).as("a row for %s", name).isTrue();
        }
        for (Found each : bench.volumes().found()) {
            Volume row = bench.catalog().volume(each.name()).orElseThrow();
            if (isGivenUp(row.imageId())) continue;
            assertThat(row.stage()).as("the stage of %s", row).isEqualTo(Volume.Stage.READY);
        }
        runs().forEach(Inventory::assertEndedAsTold);
    }

    /// Returns whether the cleanup of a run for the image was given up, since all of its attempts
    /// failed: then something may be left, of which the table knows.
    private boolean isGivenUp(String image) {
        return runs().stream()
                .filter(run -> run.key().endsWith(image) || isSnapshotOf(run, image))
                .flatMap(run -> bench.store().history(run.id(), 0, RUNS).stream())
                .anyMatch(entry -> entry.kind() == HistoryEntry.Kind.CLEANUP_FAILED);
    }

    private boolean isSnapshotOf(Run run, String image) {
        return bench.catalog().volume(run.key()).map(Volume::imageId).equals(Optional.of(image));
    }

    List<Run> runs() {
        return bench.store().runs(Filter.ALL, Page.oldest(RUNS));
    }

    /// What no repetition helps aborts, with the word for it; what may pass is tried until it is
    /// exhausted.
    private static void assertEndedAsTold(Run run) {
        String reason = Fault.reason(Optional.ofNullable(run.condition().ending()));
        switch (run.status()) {
            case COMPLETED -> assertThat(run.data().response()).isNotNull();
            case ABORTED ->
                    assertThat(reason)
                            .containsPattern(
                                    "^space: a fault by chance|^source: |^policy: .*usr/bin/su"
                                            + "|^damage: snapshot .* is one of image");
            case EXHAUSTED -> assertThat(reason).containsPattern("a fault by chance|^source: ");
            case FAILED -> assertThat(run.machine()).isEqualTo(ProcessMachine.NAME);
            default -> throw new AssertionError("expected an end, found " + run);
        }
    }

    /// Returns names and contents below a directory; links with where they lead.
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
