package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.images.Images;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands `pawl images`, as somebody types them.
@Timeout(120)
class ImagesTest {
    private static final Pattern SNAPSHOT = Pattern.compile("snap-img-[0-9a-f]{32}");

    @TempDir Path directory;

    private Path bucket;
    private Path home;
    private Terminal terminal;

    @BeforeEach
    void makeAnArchive() throws Exception {
        bucket = Files.createDirectory(directory.resolve("bucket"));
        home = directory.resolve("home");
        terminal = new Terminal(home);
        archive("a.tar", "one");
    }

    private void archive(String key, String content) throws IOException, InterruptedException {
        Path root = directory.resolve("tree-" + key).resolve("rootfs");
        for (String name : new String[] {"etc", "usr", "var"}) {
            Files.createDirectories(root.resolve(name));
        }
        Files.writeString(root.resolve("etc/hostname"), content);
        tar(root.getParent(), key, "rootfs");
    }

    private void tar(Path tree, String key, String what) throws IOException, InterruptedException {
        String file = bucket.resolve(key).toString();
        int code =
                new ProcessBuilder("tar", "-C", tree.toString(), "-cf", file, what)
                        .inheritIO()
                        .start()
                        .waitFor();
        assertThat(code).isZero();
    }

    private Terminal.Answer process(String key, String... more) {
        String[] words = new String[6 + more.length];
        System.arraycopy(
                new String[] {"images", "process", "--source", bucket.toString(), "--key", key},
                0,
                words,
                0,
                6);
        System.arraycopy(more, 0, words, 6, more.length);
        return terminal.run(words);
    }

    private String images(String... words) {
        Terminal.Answer answer = all(words);
        assertThat(answer.code()).as(answer.err()).isZero();
        return answer.out();
    }

    private Terminal.Answer all(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "images";
        System.arraycopy(words, 0, all, 1, words.length);
        return terminal.run(all);
    }

    private String snapshot() {
        Matcher name = SNAPSHOT.matcher(images("snapshots"));
        assertThat(name.find()).isTrue();
        return name.group();
    }

    @Test
    void anImageIsProcessedShownAndProcessedAgainInABlink() {
        Terminal.Answer first = process("a.tar");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("is active").contains("1 file, 3 bytes unpacked");
        assertThat(process("a.tar").out()).contains("was active already");
        assertThat(images("list")).contains("a.tar").contains("completed").contains("active");
        assertThat(images("show", "a.tar"))
                .contains("sha256")
                .contains("volume")
                .contains("active");
        assertThat(images("show", "a.tar", "--json")).contains("\"unpacked\" : {");
        assertThat(images("snapshots")).contains(home.resolve("images/active").toString());
        assertThat(images("security")).contains("Nothing was refused");
    }

    @Test
    void theResultHasTheFieldsOfTheThreeAnswers() {
        assertThat(process("a.tar", "--json").out())
                .contains(
                        "\"imageId\"",
                        "\"localPath\"",
                        "\"checksum\"",
                        "\"sizeBytes\" : 10240",
                        "\"downloaded\" : true",
                        "\"alreadyExisted\" : false",
                        "\"deviceId\" : 1",
                        "\"deviceName\"",
                        "\"devicePath\"",
                        "\"fileCount\" : 1",
                        "\"snapshotId\" : 2",
                        "\"snapshotName\"",
                        "\"activated\" : true",
                        "\"runs\"");
    }

    @Test
    void eachKindOfFailureHasItsCode() throws Exception {
        Terminal.Answer missing = process("missing.tar");
        assertThat(missing.code()).isEqualTo(4);
        assertThat(missing.err()).contains("missing.tar").contains("the run is");
        Files.writeString(bucket.resolve("junk.tar"), "no archive at all");
        Terminal.Answer junk = process("junk.tar", "--json");
        assertThat(junk.code()).isEqualTo(3);
        assertThat(junk.out()).contains("\"status\" : \"ABORTED\"").contains("junk.tar");
        assertThat(images("security")).contains("junk.tar").contains("NOT_A_TAR");
        Terminal.Answer pinned = process("a.tar", "--digest", "0".repeat(64));
        assertThat(pinned.code()).isEqualTo(4);
        assertThat(pinned.err()).contains("must have the digest 000");
    }

    @Test
    void wrongWordsAreToldAndLeaveNothing() {
        assertUsage("strict, standard", process("a.tar", "--policy", "lenient"));
        assertUsage("64 hexadecimal digits", process("a.tar", "--digest", "abc"));
        assertUsage("only a source s3://", process("a.tar", "--endpoint", "http://127.0.0.1:1"));
        assertUsage("Missing required option", all("process", "--key", "a.tar"));
        assertUsage("one of [process", all());
        assertUsage("such as 30d, not 'soon'", all("gc", "--max-age", "soon"));
        assertUsage("such as 50G, not '5Q'", all("gc", "--max-bytes", "5Q"));
        assertUsage("--every: a time", all("watch", "--source", bucket.toString(), "--every", "x"));
        assertThat(all("list").err()).contains("no store in");
        assertThat(home.resolve("pawl.db")).doesNotExist();
    }

    private static void assertUsage(String words, Terminal.Answer answer) {
        assertThat(answer.err()).contains(words);
        assertThat(answer.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aSnapshotIsSwitchedOffAndOnAndAnImageDeleted() {
        process("a.tar");
        String name = snapshot();
        Terminal.Answer refused = all("delete", "a.tar");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("`pawl images deactivate " + name);
        assertThat(images("deactivate", name)).contains("is inactive");
        assertThat(images("deactivate", name)).contains("was inactive already");
        assertThat(images("activate", "a.tar")).contains(name + " is active");
        assertThat(images("activate", "a.tar", "--snapshot", "blue")).contains("blue is active");
        images("deactivate", "blue");
        images("deactivate", name);
        assertThat(images("pin", "a.tar")).contains("is pinned");
        assertThat(all("delete", "a.tar").err()).contains("it is pinned");
        assertThat(images("unpin", "a.tar")).contains("is not pinned");
        assertThat(images("delete", "a.tar")).contains("is gone: 3 volumes");
        Terminal.Answer gone = all("delete", "a.tar");
        assertThat(gone.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(gone.err()).contains("no image has the id or key 'a.tar'");
        assertThat(all("deactivate", "blue").code()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void mismatchesAreListedFirstAndRepairedWhenAsked() throws Exception {
        process("a.tar");
        assertThat(images("gc")).contains("say the same");
        Files.delete(home.resolve("images/active").resolve(snapshot()));
        Terminal.Answer found = all("gc");
        assertThat(found.code()).isEqualTo(ExitCode.NO);
        assertThat(found.out()).contains("sleeping-snapshot").contains("Add --apply");
        assertThat(all("gc", "--json").out()).contains("\"class\" : \"SLEEPING_SNAPSHOT\"");
        assertThat(images("gc", "--apply")).contains("COMPLETED");
        assertThat(images("gc")).contains("say the same");
        images("deactivate", snapshot());
        assertThat(all("gc", "--max-count", "0").out()).contains("expired").contains("delete it");
        assertThat(images("gc", "--max-count", "0", "--apply")).contains("COMPLETED");
        assertThat(images("list")).contains("There is no image.");
    }

    @Test
    void whatIsNewInADirectoryIsProcessedOnce() throws Exception {
        archive("b.tar", "two");
        Files.writeString(bucket.resolve("junk.tar"), "no archive at all");
        String source = bucket.toString();
        Terminal.Answer first = all("watch", "--source", source, "--once");
        assertThat(first.code()).isEqualTo(ExitCode.NO);
        assertThat(first.out())
                .contains("a.tar is active")
                .contains("b.tar is active")
                .contains("junk.tar was given up: policy: ");
        assertThat(images("watch", "--source", source, "--once")).isEmpty();
        archive("b.tar", "three");
        assertThat(images("watch", "--source", source, "--once", "--json"))
                .contains("\"what\":\"is active\"")
                .contains("b.tar")
                .doesNotContain("a.tar");
        assertThat(images("watch", "--source", source, "--once", "--prefix", "x")).isEmpty();
    }

    @Test
    void anEngineThatIsOpenDoesTheWork() throws Exception {
        Images images = Images.in(home.resolve("images"), _ -> {});
        try (Pawl pawl = Pawl.open(home, images::register)) {
            assertThat(process("a.tar").out()).contains("is active");
            archive("b.tar", "two");
            assertThat(process("b.tar", "--no-wait").out()).contains("is under way");
            assertThat(process("b.tar").out()).contains("active");
            assertThat(pawl.engine().tally()).isEmpty();
            assertThat(images("list")).contains("b.tar");
        }
    }

    @Test
    void withoutAnEngineTheWorkIsLeftToTheNext() {
        Terminal.Answer left = process("a.tar", "--no-wait");
        assertThat(left.out()).contains("is stored; no engine is open");
        assertThat(images("list")).contains("There is no image.");
        assertThat(process("a.tar").out()).contains("is active");
    }

    @Test
    void thePlaceForVolumesTellsHowItIs() throws IOException {
        assertThat(images("pool")).contains("backend   directory").contains("health    well");
        assertThat(images("pool", "--json")).contains("\"trouble\" : null");
        assertUsage("there is no thin pool", all("pool", "--backend", "devicemapper"));
        assertUsage("give --size SIZE, or --data", all("pool", "create"));
        assertUsage("such as 50G", all("pool", "create", "--size", "big"));
        assertThat(all("pool", "clear").code()).isEqualTo(ExitCode.NOT_FOUND);
        process("a.tar");
        Terminal.Answer taken = all("pool", "create", "--size", "1G");
        assertThat(taken.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(taken.err()).contains("are directories already");
        assertThat(home.resolve("images/pool")).doesNotExist();
    }

    @Test
    void aDatabaseMayHaveTheTables() {
        terminal = Databases.fresh().terminal();
        String files = directory.resolve("shared").toString();
        Terminal.Answer made = process("a.tar", "--files", files);
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out()).contains(files);
        assertThat(process("a.tar", "--files", files).out()).contains("was active already");
        assertThat(images("gc", "--files", files)).contains("say the same");
    }
}
