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

/// The commands `pawl images`, as a user types them.
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
    void anImageIsProcessedShownAndReusedBySecondCommand() {
        Terminal.Answer first = process("a.tar");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("is active").contains("1 file, 3 bytes unpacked");
        assertThat(process("a.tar").out()).contains("was already active");
        assertThat(images("list")).contains("a.tar").contains("completed").contains("active");
        assertThat(images("show", "a.tar"))
                .contains("sha256")
                .contains("volume")
                .contains("active");
        assertThat(images("show", "a.tar", "--json")).contains("\"unpacked\" : {");
        assertThat(images("snapshots")).contains(home.resolve("images/active").toString());
        assertThat(images("security")).contains("No archive was rejected");
    }

    @Test
    void theResultHasTheFieldsOfTheThreeResponses() {
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
        assertThat(missing.err()).contains("missing.tar").contains("pawl run show");
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
    void wrongArgumentsAreReportedAndChangeNothing() {
        assertUsage("strict, standard", process("a.tar", "--policy", "lenient"));
        assertUsage("64 hexadecimal digits", process("a.tar", "--digest", "abc"));
        assertUsage("only a source s3://", process("a.tar", "--endpoint", "http://127.0.0.1:1"));
        assertUsage("Missing required option", all("process", "--key", "a.tar"));
        assertUsage("one of process, list,", all());
        assertUsage("or 30d, found 'soon'", all("gc", "--max-age", "soon"));
        assertUsage("or 1T, found '5Q'", all("gc", "--max-bytes", "5Q"));
        assertUsage(
                "'--every': expected a time",
                all("watch", "--source", bucket.toString(), "--every", "x"));
        assertThat(all("list").err()).contains("no store in");
        assertThat(home.resolve("pawl.db")).doesNotExist();
    }

    private static void assertUsage(String words, Terminal.Answer answer) {
        assertThat(answer.err()).contains(words);
        assertThat(answer.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aSnapshotIsDeactivatedAndActivatedAndAnImageDeleted() {
        process("a.tar");
        String name = snapshot();
        Terminal.Answer refused = all("delete", "a.tar");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("`pawl images deactivate " + name);
        assertThat(images("deactivate", name)).contains("is inactive");
        assertThat(images("deactivate", name)).contains("was already inactive");
        assertThat(images("activate", "a.tar")).contains(name + " is active");
        assertThat(images("activate", "a.tar", "--snapshot", "blue")).contains("blue is active");
        images("deactivate", "blue");
        images("deactivate", name);
        assertThat(images("pin", "a.tar")).contains("is pinned");
        assertThat(all("delete", "a.tar").err()).contains("it is pinned");
        assertThat(images("unpin", "a.tar")).contains("is not pinned");
        assertThat(images("delete", "a.tar")).startsWith("Deleted img-").contains("3 volumes");
        Terminal.Answer gone = all("delete", "a.tar");
        assertThat(gone.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(gone.err()).contains("no image has the id or key 'a.tar'");
        assertThat(all("deactivate", "blue").code()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void inconsistenciesAreListedFirstAndRepairedOnDemand() throws Exception {
        process("a.tar");
        assertThat(images("gc")).contains("No inconsistencies found");
        Files.delete(home.resolve("images/active").resolve(snapshot()));
        Terminal.Answer found = all("gc");
        assertThat(found.code()).isEqualTo(ExitCode.NO);
        assertThat(found.out()).contains("sleeping-snapshot").contains("Use --apply");
        assertThat(all("gc", "--json").out()).contains("\"class\" : \"SLEEPING_SNAPSHOT\"");
        assertThat(images("gc", "--apply")).contains("COMPLETED");
        assertThat(images("gc")).contains("No inconsistencies found");
        images("deactivate", snapshot());
        assertThat(all("gc", "--max-count", "0").out()).contains("expired").contains("delete it");
        assertThat(images("gc", "--max-count", "0", "--apply")).contains("COMPLETED");
        assertThat(images("list")).contains("There are no images.");
    }

    @Test
    void newObjectsOfADirectoryAreProcessedOnce() throws Exception {
        archive("b.tar", "two");
        Files.writeString(bucket.resolve("junk.tar"), "no archive at all");
        String source = bucket.toString();
        Terminal.Answer first = all("watch", "--source", source, "--once");
        assertThat(first.code()).isEqualTo(ExitCode.NO);
        assertThat(first.out())
                .contains("a.tar is active")
                .contains("b.tar is active")
                .contains("junk.tar failed: policy: ");
        assertThat(images("watch", "--source", source, "--once")).isEmpty();
        archive("b.tar", "three");
        assertThat(images("watch", "--source", source, "--once", "--json"))
                .contains("\"what\":\"is active\"")
                .contains("b.tar")
                .doesNotContain("a.tar");
        assertThat(images("watch", "--source", source, "--once", "--prefix", "x")).isEmpty();
    }

    @Test
    void anOpenEngineExecutesTheRun() throws Exception {
        Images images = Images.in(home.resolve("images"), _ -> {});
        try (Pawl pawl = Pawl.open(home, images::register)) {
            assertThat(process("a.tar").out()).contains("is active");
            archive("b.tar", "two");
            assertThat(process("b.tar", "--no-wait").out()).contains("is submitted");
            assertThat(process("b.tar").out()).contains("active");
            assertThat(pawl.engine().tally()).isEmpty();
            assertThat(images("list")).contains("b.tar");
        }
    }

    @Test
    void withoutAnEngineTheNextOneExecutesTheRun() {
        Terminal.Answer left = process("a.tar", "--no-wait");
        assertThat(left.out()).contains("is stored. No engine is open");
        assertThat(images("list")).contains("There are no images.");
        assertThat(process("a.tar").out()).contains("is active");
    }

    @Test
    void poolShowsTheVolumeStorage() throws IOException {
        assertThat(images("pool")).contains("backend   directory").contains("health    ok");
        assertThat(images("pool", "--json")).contains("\"problem\" : null");
        assertUsage("has no thin pool", all("pool", "--backend", "devicemapper"));
        assertUsage("use either --size SIZE, or --data", all("pool", "create"));
        assertUsage("expected a size such as", all("pool", "create", "--size", "big"));
        assertThat(all("pool", "clear").code()).isEqualTo(ExitCode.NOT_FOUND);
        process("a.tar");
        Terminal.Answer taken = all("pool", "create", "--size", "1G");
        assertThat(taken.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(taken.err()).contains("already holds volumes that are directories");
        assertThat(home.resolve("images/pool")).doesNotExist();
    }

    @Test
    void theTablesMayBeInADatabase() {
        terminal = Databases.fresh().terminal();
        String files = directory.resolve("shared").toString();
        Terminal.Answer made = process("a.tar", "--files", files);
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out()).contains(files);
        assertThat(process("a.tar", "--files", files).out()).contains("was already active");
        assertThat(images("gc", "--files", files)).contains("No inconsistencies found");
    }
}
