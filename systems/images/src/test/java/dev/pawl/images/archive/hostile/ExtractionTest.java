package dev.pawl.images.archive.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.ArchiveLayout;
import dev.pawl.images.archive.ArchiveProgress;
import dev.pawl.images.archive.ArchiveSurvey;
import dev.pawl.images.archive.DiskFullException;
import dev.pawl.images.archive.ExtractedContents;
import dev.pawl.images.archive.Manifest;
import dev.pawl.images.archive.RootLayout;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An extraction restores the entries of the archive, as far as the policy allows.
class ExtractionTest {
    private static final ArchiveTerms STRICT = ArchiveTerms.of(ArchivePolicy.STRICT);
    private static final ArchiveTerms STANDARD = ArchiveTerms.of(ArchivePolicy.STANDARD);

    @TempDir Path directory;
    private Path file;
    private Path root;
    private Path rootfs;
    private Path manifest;

    @BeforeEach
    void makeDirectories() throws IOException {
        file = directory.resolve("archive");
        root = Files.createDirectory(directory.resolve("root"));
        rootfs = root.resolve("rootfs");
        manifest = directory.resolve("manifest");
    }

    @Test
    void modesTimesAndContentAreKept() throws Exception {
        write(
                HostileArchive.tar(t ->
                        t.entry(new TarHeader("rootfs/d/").type('5').mode(0500))
                                .file(new TarHeader("rootfs/d/x").mode(0640), "content")));

        ExtractedContents contents = extract(STRICT);

        assertThat(rootfs.resolve("d/x")).hasContent("content");
        assertThat(Files.getAttribute(rootfs.resolve("d/x"), "unix:mode")).isEqualTo(0100640);
        assertThat(Files.getAttribute(rootfs.resolve("d"), "unix:mode")).isEqualTo(0040500);
        assertThat(Files.getLastModifiedTime(rootfs.resolve("d")))
                .isEqualTo(FileTime.fromMillis(1_700_000_000_000L));
        assertThat(contents.counts().files()).isEqualTo(1);
        assertThat(contents.layout()).isEqualTo(ArchiveLayout.ROOTFS);
    }

    /// I1: an entry beneath a link is written inside the root, wherever the link leads.
    @Test
    void aLinkedParentIsResolvedInsideTheRoot() throws Exception {
        write(
                HostileArchive.tar(t ->
                        t.symlink("rootfs/l", "/usr/deep")
                                .file("rootfs/l/x", "x")
                                .symlink("rootfs/up", "../../../etc")
                                .file("rootfs/up/y", "y")));

        extract(STANDARD);

        assertThat(rootfs.resolve("usr/deep/x")).hasContent("x");
        assertThat(rootfs.resolve("etc/y")).hasContent("y");
        assertThat(Files.readSymbolicLink(rootfs.resolve("up"))).hasToString("../../../etc");
    }

    /// I1: an entry with the name of a link replaces the link and not its target.
    @Test
    void theLastOfTwoEntriesWinsAndWritesThroughNothing() throws Exception {
        write(
                HostileArchive.tar(t ->
                        t.file("rootfs/etc/x", "kept")
                                .symlink("rootfs/l", "etc/x")
                                .file("rootfs/l", "new")
                                .file("rootfs/a", "first")
                                .hardLink("rootfs/b", "rootfs/a")
                                .file("rootfs/a", "second")));

        extract(STRICT);

        assertThat(rootfs.resolve("etc/x")).hasContent("kept");
        assertThat(rootfs.resolve("l")).hasContent("new");
        assertThat(rootfs.resolve("a")).hasContent("second");
        assertThat(rootfs.resolve("b")).hasContent("first");
    }

    /// I2: the policy checks, and the file gets, the mode bits of the header.
    @Test
    void standardKeepsSetuidAndSkipsDevices() throws Exception {
        write(
                HostileArchive.tar(t ->
                        t.file(new TarHeader("rootfs/su").mode(04755), "x")
                                .entry(new TarHeader("rootfs/null").type('3'))));

        ExtractedContents contents = extract(STANDARD);

        assertThat(Files.getAttribute(rootfs.resolve("su"), "unix:mode")).isEqualTo(0104755);
        assertThat(Files.exists(rootfs.resolve("null"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(contents.counts().specialBits()).isEqualTo(1);
        assertThat(contents.counts().skipped()).isEqualTo(1);
    }

    /// I15: layers are applied over each other, with their whiteouts.
    @Test
    void anOpaqueDirectoryHidesLowerFilesAndKeepsNewOnes() throws Exception {
        write(out ->
                new ImageWriter()
                        .layer(t ->
                                t.file("etc/old", "x").file("etc/sub/old", "x").file("usr/u", ""))
                        .layer(t -> t.file("etc/new", "y").file("etc/.wh..wh..opq", ""))
                        .layer(t -> t.file("usr/.wh.u", "").file("var/v", ""))
                        .docker(out));

        ExtractedContents contents = extract(STRICT);

        assertThat(rootfs.resolve("etc")).isDirectoryContaining(path -> path.endsWith("new"));
        assertThat(rootfs.resolve("etc/old")).doesNotExist();
        assertThat(rootfs.resolve("etc/sub")).doesNotExist();
        assertThat(rootfs.resolve("usr")).isEmptyDirectory();
        assertThat(contents.counts().files()).isEqualTo(2);
        assertThat(Manifest.verify(root, manifest)).isEmpty();
    }

    @Test
    void everyDifferenceToTheManifestIsFound() throws Exception {
        write(
                HostileArchive.tar(t ->
                        t.file("rootfs/etc/changed", "a")
                                .file("rootfs/etc/gone", "b")
                                .file("rootfs/etc/open", "c")
                                .symlink("rootfs/etc/link", "open")));
        extract(STRICT);
        FileTime time = Files.getLastModifiedTime(rootfs.resolve("etc/changed"));
        Files.writeString(rootfs.resolve("etc/changed"), "z");
        Files.setLastModifiedTime(rootfs.resolve("etc/changed"), time);
        Files.delete(rootfs.resolve("etc/gone"));
        Files.setAttribute(rootfs.resolve("etc/open"), "unix:mode", 0666);
        Files.delete(rootfs.resolve("etc/link"));
        Files.createFile(rootfs.resolve("etc/link"));
        Files.createFile(rootfs.resolve("usr/new\nname"));

        assertThat(Manifest.verify(root, manifest))
                .extracting(difference -> difference.path() + " " + difference.what())
                .containsExactlyInAnyOrder(
                        "rootfs/etc time",
                        "rootfs/etc/changed content",
                        "rootfs/etc/gone node",
                        "rootfs/etc/link type",
                        "rootfs/etc/open mode",
                        "rootfs/usr time",
                        "rootfs/usr/new\\u{a}name node");
    }

    @Test
    void theSameArchiveAlwaysMakesTheSameManifest() throws Exception {
        write(out -> out.write(HostileStreams.whole()));
        String first = extract(STRICT).manifestDigest();
        Path other = Files.createDirectory(directory.resolve("other"));

        ExtractedContents second =
                Archive.of(file, directory)
                        .extract(other, directory.resolve("again"), STRICT, ArchiveProgress.NONE);

        assertThat(second.manifestDigest()).isEqualTo(first);
        assertThat(directory.resolve("again")).hasSameBinaryContentAs(manifest);
    }

    @Test
    void existingFilesAreNotChanged() throws Exception {
        write(out -> out.write(HostileStreams.whole()));
        Files.createDirectory(rootfs);
        Files.writeString(rootfs.resolve("other"), "kept");

        assertThatThrownBy(() -> extract(STRICT)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(rootfs.resolve("other")).hasContent("kept");
    }

    @Test
    void anInterruptionStopsAnExtractionAndLeavesNoTemporaryFiles() throws IOException {
        write(out -> out.write(HostileStreams.whole()));
        ArchiveProgress interrupting = (_, _, _) -> Thread.currentThread().interrupt();

        assertThatThrownBy(() ->
                        Archive.of(file, directory).extract(root, manifest, STRICT, interrupting))
                .isInstanceOfAny(InterruptedIOException.class, ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(manifest).doesNotExist();
    }

    @Test
    void progressCountsToTheEndOfTheFile() throws Exception {
        write(out -> out.write(HostileStreams.whole()));
        AtomicLong read = new AtomicLong();

        ArchiveSurvey survey =
                Archive.of(file, directory).survey(STRICT, (bytes, _, _) -> read.set(bytes));

        assertThat(read).hasValue(Files.size(file));
        assertThat(survey.fileBytes()).isEqualTo(Files.size(file));
        assertThat(survey.digest()).isEqualTo(ImageWriter.sha256(Files.readAllBytes(file)));
    }

    @Test
    void aLargeFileIsRefusedBeforeItIsRead() throws IOException {
        write(out -> out.write(HostileStreams.whole()));
        var limits = new ArchiveLimits(100, 100, 100, 1, 1, 1, 1, 1);

        assertThatThrownBy(() -> extract(STRICT.within(limits)))
                .isInstanceOfSatisfying(
                        ArchiveRejectedException.class,
                        rejected ->
                                assertThat(rejected.rule()).isEqualTo(ArchiveRule.ARCHIVE_SIZE));
    }

    @Test
    void namesAreEscapedInMessages() throws IOException {
        write(HostileArchive.tar(t -> t.file("rootfs/../\n\u001b[31mfine\u202e", "x")));

        assertThatThrownBy(() ->
                        Archive.of(file, directory)
                                .named("images/x\n.tar")
                                .survey(STRICT, ArchiveProgress.NONE))
                .hasMessageStartingWith(
                        "archive images/x\\u{a}.tar, entry 'rootfs/../\\u{a}\\u{1b}[31mfine"
                                + "\\u{202e}': path traversal: ");
    }

    @Test
    void theShapeOfATreeCanBeCheckedAgain() throws Exception {
        write(out -> out.write(HostileStreams.whole()));
        extract(STRICT);
        assertThat(RootLayout.check(root, ArchivePolicy.STRICT, "x")).isZero();

        Files.setAttribute(rootfs.resolve("etc"), "unix:mode", 0777);

        assertThatThrownBy(() -> RootLayout.check(root, ArchivePolicy.STANDARD, "x"))
                .isInstanceOf(ArchiveRejectedException.class)
                .hasMessageContaining("world-writable");
    }

    @Test
    void aFullDiskIsDistinguishedFromOtherErrors() {
        assertThat(DiskFullException.isMeantBy(new IOException("No space left on device")))
                .isTrue();
        assertThat(DiskFullException.isMeantBy(new IOException("Disk quota exceeded"))).isTrue();
        assertThat(DiskFullException.isMeantBy(new IOException("Input/output error"))).isFalse();
    }

    private ExtractedContents extract(ArchiveTerms terms)
            throws ArchiveRejectedException, IOException {
        return Archive.of(file, directory).extract(root, manifest, terms, ArchiveProgress.NONE);
    }

    private void write(HostileArchive.Maker maker) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            maker.write(out);
        }
    }
}
