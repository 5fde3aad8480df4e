package dev.pawl.images.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// The contract of every volume storage.
abstract class VolumesContract {
    private static final long BYTES = 64L << 20;
    private static final Device ORIGIN = new Device(7, "thin-a", BYTES);
    private static final Device COPY = new Device(8, "snap-a", BYTES);

    abstract Volumes volumes();

    private static Marker marker(Device device) {
        return new Marker("img-1", device.id(), "run-1");
    }

    private Path made(Device device) throws VolumeException, IOException {
        volumes().create(device, marker(device));
        return volumes().open(device);
    }

    @Test
    void aNewVolumeIsEmptyActiveAndHasItsMarker() throws Exception {
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.ABSENT);
        assertThat(volumes().marker(ORIGIN)).isEmpty();
        Path root = made(ORIGIN);
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.ACTIVE);
        assertThat(volumes().marker(ORIGIN)).contains(marker(ORIGIN));
        assertThat(volumes().found()).containsExactly(new FoundVolume(7, "thin-a"));
        assertThat(root.resolve("rootfs")).doesNotExist();
    }

    @Test
    void contentsSurviveDeactivation() throws Exception {
        Files.writeString(made(ORIGIN).resolve("file"), "content");
        volumes().sync(ORIGIN);
        volumes().deactivate(ORIGIN);
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.INACTIVE);
        volumes().deactivate(ORIGIN);
        volumes().activate(ORIGIN);
        volumes().activate(ORIGIN);
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.ACTIVE);
        assertThat(volumes().open(ORIGIN).resolve("file")).hasContent("content");
    }

    @Test
    void aSnapshotHasTheContentsOfItsVolume() throws Exception {
        Path root = made(ORIGIN);
        Path file = Files.writeString(root.resolve("file"), "before");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-x--x---"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
        Files.createLink(root.resolve("other"), file);
        Path link = Files.createSymbolicLink(root.resolve("link"), Path.of("/etc/passwd"));
        Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(FileTime.from(Instant.parse("2002-02-03T04:05:06Z")), null, null);
        Path closed = Files.createDirectory(root.resolve("closed"));
        Files.writeString(closed.resolve("inner"), "inner");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        volumes().sync(ORIGIN);
        volumes().deactivate(ORIGIN);

        volumes().snapshot(ORIGIN, COPY, marker(COPY));
        volumes().activate(COPY);
        volumes().activate(ORIGIN);
        Path same = volumes().open(ORIGIN).resolve("file");
        Files.setPosixFilePermissions(same, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(same, "after");

        Path copy = volumes().open(COPY);
        assertThat(copy.resolve("file")).hasContent("before");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(copy.resolve("file"))))
                .isEqualTo("r-x--x---");
        assertThat(Files.getLastModifiedTime(copy.resolve("file")).toInstant())
                .isEqualTo("2001-02-03T04:05:06Z");
        assertThat(Files.isSameFile(copy.resolve("file"), copy.resolve("other"))).isTrue();
        assertThat(Files.readSymbolicLink(copy.resolve("link"))).hasToString("/etc/passwd");
        assertThat(
                        Files.getLastModifiedTime(copy.resolve("link"), LinkOption.NOFOLLOW_LINKS)
                                .toInstant())
                .isEqualTo("2002-02-03T04:05:06Z");
        assertThat(copy.resolve("closed/inner")).hasContent("inner");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(copy.resolve("closed"))))
                .isEqualTo("r-xr-xr-x");
        assertThat(volumes().marker(COPY)).contains(marker(COPY));
        assertThat(volumes().marker(ORIGIN)).contains(marker(ORIGIN));
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        Files.writeString(made(ORIGIN).resolve("file"), "content");
        made(COPY);
        assertThat(refusal(() -> volumes().create(ORIGIN, marker(ORIGIN))).kind())
                .isEqualTo(VolumeException.Kind.TAKEN);
        assertThat(refusal(() -> volumes().snapshot(ORIGIN, COPY, marker(COPY))).kind())
                .isEqualTo(VolumeException.Kind.TAKEN);
        assertThat(volumes().open(ORIGIN).resolve("file")).hasContent("content");
        assertThat(volumes().open(COPY).resolve("file")).doesNotExist();
    }

    @Test
    void openRefusesAnotherVolumeAndAMissingOne() throws Exception {
        assertThat(refusal(() -> volumes().open(ORIGIN)).kind())
                .isEqualTo(VolumeException.Kind.MISSING);
        assertThat(refusal(() -> volumes().activate(ORIGIN)).kind())
                .isEqualTo(VolumeException.Kind.MISSING);
        assertThat(refusal(() -> volumes().snapshot(ORIGIN, COPY, marker(COPY))).kind())
                .isEqualTo(VolumeException.Kind.MISSING);
        assertThat(volumes().presence(COPY)).isEqualTo(Presence.ABSENT);
        made(ORIGIN);
        assertThat(refusal(() -> volumes().open(new Device(99, "thin-a", BYTES))))
                .hasMessageContaining("to be number 99")
                .hasMessageContaining("number 7 of img-1");
    }

    @Test
    void aVolumeIsDeletedWithItsContents() throws Exception {
        Path root = made(ORIGIN);
        Path closed = Files.createDirectory(root.resolve("closed"));
        Files.writeString(closed.resolve("inner"), "inner");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r--r--r--"));
        volumes().delete(ORIGIN);
        volumes().delete(ORIGIN);
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.ABSENT);
        assertThat(volumes().found()).isEmpty();
        made(ORIGIN);
        assertThat(volumes().open(ORIGIN).resolve("closed")).doesNotExist();
    }

    @Test
    void aSnapshotOutlivesItsOrigin() throws Exception {
        Files.writeString(made(ORIGIN).resolve("file"), "content");
        volumes().snapshot(ORIGIN, COPY, marker(COPY));
        volumes().delete(ORIGIN);
        volumes().activate(COPY);
        assertThat(volumes().open(COPY).resolve("file")).hasContent("content");
        assertThat(volumes().found()).containsExactly(new FoundVolume(8, "snap-a"));
    }

    @Test
    void aFoundVolumeCanBeDiscarded() throws Exception {
        made(ORIGIN);
        made(COPY);
        for (FoundVolume found : volumes().found()) {
            if (found.isOf(ORIGIN)) volumes().discard(found);
        }
        assertThat(volumes().presence(ORIGIN)).isEqualTo(Presence.ABSENT);
        assertThat(volumes().presence(COPY)).isEqualTo(Presence.ACTIVE);
    }

    @Test
    void aNewStorageHasSpaceAndIsHealthy() throws Exception {
        made(ORIGIN);
        assertThat(volumes().space().freeBytes()).isPositive();
        assertThat(volumes().space().share()).isBetween(0.0, 1.0);
        assertThat(volumes().problem()).isEmpty();
    }

    private static VolumeException refusal(Call call) {
        return catchThrowableOfType(VolumeException.class, call::make);
    }

    private interface Call {
        void make() throws Exception;
    }
}
