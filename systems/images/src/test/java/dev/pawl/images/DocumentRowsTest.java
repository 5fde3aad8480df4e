package dev.pawl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.machine.ImageContext;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.table.ImageIds;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tables, columns, values and names are those of the documents, each written here as it is there.
@Timeout(120)
final class DocumentRowsTest {
    @TempDir private Path directory;
    private Path bucket;
    private Path home;
    private Images images;
    private SqliteStore store;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
        bucket = Files.createDirectories(directory.resolve("bucket"));
        home = directory.resolve("home");
        images = Images.in(home, _ -> {});
        store = SqliteStore.open(directory.resolve("store"));
        engine = Engine.open(store, images::register);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private ProcessResponse process() throws Exception {
        SampleRootfs.in(directory.resolve("tree"), "one").tar(bucket.resolve("a.tar"));
        RunId id =
                engine.start(
                        images.process(
                                ProcessRequest.of(bucket.toString(), "a.tar")
                                        .override("the disk of the test may be full")));
        return engine.await(images.process(), id, Duration.ofSeconds(60));
    }

    @Test
    void oneImageIsOneRowInEachTable() throws Exception {
        ProcessResponse made = process();
        String image = made.imageId();
        String size = Long.toString(Files.size(bucket.resolve("a.tar")));
        assertThat(row("image_id, s3_key, local_path, checksum, size_bytes", "images"))
                .containsExactly(
                        image,
                        "a.tar",
                        home.resolve("files").resolve(image + ".tar").toString(),
                        ImageContext.checksum(bucket.resolve("a.tar")),
                        size);
        assertThat(row("download_status, activation_status", "images"))
                .containsExactly("completed", "active");
        assertThat(row("downloaded_at, activated_at", "images"))
                .hasSize(2)
                .allMatch(time -> time.matches("20[0-9]{2}-.*Z"));

        String device = ImageIds.device(image);
        assertThat(row("image_id, device_id, device_name, device_path", "unpacked_images"))
                .containsExactly(image, "1", device, home.resolve("active/" + device).toString());
        assertThat(row("layout_verified, file_count", "unpacked_images")).containsExactly("1", "2");
        assertThat(row("size_bytes, unpacked_at", "unpacked_images")).doesNotContain("0", "");
        assertThat(row("size_bytes", "volumes where device_id = 1")).containsExactly("10737418240");

        String snapshot = "snap-" + image;
        assertThat(row("image_id, snapshot_id, snapshot_name, device_path", "snapshots"))
                .containsExactly(
                        image, "2", snapshot, home.resolve("active/" + snapshot).toString());
        assertThat(row("origin_device_id, active", "snapshots")).containsExactly("1", "1");
        assertThat(row("created_at", "snapshots")).doesNotContain("");
    }

    private List<String> row(String columns, String table) {
        int count = columns.split(",", -1).length;
        List<List<String>> rows =
                engine.query(
                        "select %s from %s".formatted(columns, table),
                        row -> IntStream.rangeClosed(1, count).mapToObj(row::text).toList());
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @Test
    void downloadsAndExtractionsHaveQueuesAndActivationsHaveNone() throws Exception {
        process();
        Run whole = run("process-image");
        Run download = run("download-image");
        Run unpack = run("unpack-image");
        Run activate = run("activate-image");
        assertThat(download.origin().queuePlace()).isEqualTo(new QueuePlace("downloads", 0));
        assertThat(unpack.origin().queuePlace()).isEqualTo(new QueuePlace("unpacking", 0));
        assertThat(activate.origin().queuePlace()).isNull();
        assertThat(List.of(download, unpack, activate))
                .extracting(Run::parent)
                .containsOnly(whole.id());
    }

    private Run run(String machine) {
        return engine.runs(Filter.ALL.machine(machine), Page.newest(1)).getFirst();
    }

    @Test
    void theStatusValuesAreThoseOfTheDocuments() {
        write(
                "insert into images (image_id, source, s3_key, local_path, download_status,"
                        + " created_at, used_at, checksum, size_bytes, downloaded_at, activated_at)"
                        + " values ('i', 's', 'k', 'p', 'pending', 't', 't', 'c', 1, 't', 't')");
        assertThat(row("activation_status", "images")).containsExactly("inactive");
        for (String word : List.of("pending", "downloading", "completed", "failed")) {
            write("update images set download_status = ?", word);
        }
        for (String word : List.of("inactive", "active", "failed")) {
            write("update images set activation_status = ?", word);
        }
        for (String word : List.of("done", "active", "Completed")) {
            assertThatThrownBy(() -> write("update images set download_status = ?", word))
                    .hasStackTraceContaining("CHECK constraint failed");
        }
        for (String word : List.of("done", "completed", "Active")) {
            assertThatThrownBy(() -> write("update images set activation_status = ?", word))
                    .hasStackTraceContaining("CHECK constraint failed");
        }
    }

    /// The rules of the documents across tables hold after every write.
    @Test
    void rowsThatTheRulesForbidAreRefused() throws Exception {
        process();
        for (String forbidden :
                List.of(
                        "update images set download_status = 'failed'",
                        "update images set activation_status = 'inactive'",
                        "update unpacked_images set layout_verified = 0",
                        "delete from unpacked_images",
                        "delete from images",
                        "update snapshots set active = 0")) {
            assertThatThrownBy(() -> write(forbidden))
                    .as(forbidden)
                    .hasStackTraceContaining("constraint failed");
        }
    }

    private void write(String sql, Object... parameters) {
        store.commit(Commit.NONE.writing(List.of(tx -> tx.update(sql, parameters))));
    }
}
