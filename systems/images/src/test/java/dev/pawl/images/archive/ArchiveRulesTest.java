package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchivePolicy.Treatment;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.archive.rule.ArchiveText;
import dev.pawl.images.archive.rule.ArchiveViolation;
import dev.pawl.images.archive.rule.EscapedText;
import dev.pawl.images.archive.rule.PathRules;
import dev.pawl.images.archive.tar.Attributes;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules for names, amounts, policies and manifests, one by one.
final class ArchiveRulesTest {
    private static final ArchiveLimits LIMITS = new ArchiveLimits(1_000, 100, 200, 3, 20, 8, 4, 10);
    private static final ArchiveTerms STRICT = ArchiveTerms.of(ArchivePolicy.STRICT).within(LIMITS);
    private static final ArchiveTerms STANDARD =
            ArchiveTerms.of(ArchivePolicy.STANDARD).within(LIMITS);

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "a/b, a b",
        "./a/b, a b",
        "a/b/, a b",
        "./, ''",
        ".,''",
        "a/b/c/d, a b c d",
        "12345678, 12345678",
        "1234/1234567/1234567, 1234 1234567 1234567",
    })
    void pathsAreNamesBetweenSlashes(String path, String names) throws ArchiveViolation {
        assertThat(String.join(" ", new PathRules(STRICT).names(path))).isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource({
        "'', PATH_COMPONENT, PATH_COMPONENT",
        "/a, ABSOLUTE_PATH, ABSOLUTE_PATH",
        "a/../b, PATH_TRAVERSAL, PATH_TRAVERSAL",
        "a//b, PATH_COMPONENT, accepted",
        "a/./b, PATH_COMPONENT, accepted",
        "a/., PATH_COMPONENT, accepted",
        "123456789, PATH_COMPONENT, PATH_COMPONENT",
        "a/b/c/d/e, PATH_DEPTH, PATH_DEPTH",
        "1234/1234567/12345678, PATH_LENGTH, PATH_LENGTH",
        "ééééé, PATH_COMPONENT, PATH_COMPONENT",
        "éééé, accepted, accepted",
    })
    void otherPathsAreRefused(String path, String strict, String standard) {
        assertThat(verdict(STRICT, path)).isEqualTo(strict);
        assertThat(verdict(STANDARD, path)).isEqualTo(standard);
    }

    private static String verdict(ArchiveTerms terms, String path) {
        ArchiveViolation refusal = refusal(() -> new PathRules(terms).names(path));
        if (refusal == null) return "accepted";
        assertThat(refusal.entry()).isEqualTo(path);
        return refusal.rule().name();
    }

    @Test
    void refusalsOfPathsSayWhatWasExpectedAndFound() {
        PathRules rules = new PathRules(STRICT);
        assertThat(refusal(() -> rules.names("a//b")))
                .hasMessage("expected names between slashes, found nothing");
        assertThat(refusal(() -> rules.names("a/./b")))
                .hasMessage("expected names between slashes, found '.'");
        assertThat(refusal(() -> rules.names("a/b/c/d/e")))
                .hasMessage("expected at most 4 components, found 5");
        assertThat(refusal(() -> rules.bound("x".repeat(21), "entry")))
                .hasMessage("expected at most 20 bytes, found 21");
    }

    @Test
    void aLinkTargetIsBoundedLikeAPath() throws ArchiveViolation {
        new PathRules(STRICT).bound("x".repeat(20), "entry");
        assertThat(refusal(() -> new PathRules(STRICT).bound("x".repeat(21), "e")).rule())
                .isEqualTo(ArchiveRule.PATH_LENGTH);
    }

    private static void checkPosition(PathRules rules, TreeNode node, String entry)
            throws ArchiveViolation {
        rules.checkPosition(node.depth(), node.pathBytes(), entry);
    }

    /// Links can lead deeper than any path of the archive.
    @Test
    void aPositionInTheTreeIsBoundedToo() throws ArchiveViolation {
        PathRules rules = new PathRules(STRICT);
        TreeNode root = new TreeNode("", null, Inode.directory(Attributes.IMPLIED), 0);
        checkPosition(rules, root, "entry");
        checkPosition(rules, nested(root, "a", "b", "c", "d"), "entry");
        ArchiveViolation deep =
                refusal(() -> checkPosition(rules, nested(root, "a", "b", "c", "d", "e"), "entry"));
        assertThat(deep).hasMessage("expected at most 4 components, found 5");
        assertThat(deep.rule()).isEqualTo(ArchiveRule.PATH_DEPTH);
        // 1 + 8, 1 + 8 and 1 + 1 bytes are 20.
        checkPosition(rules, nested(root, "12345678", "12345678", "1"), "entry");
        ArchiveViolation lengthy =
                refusal(() ->
                        checkPosition(rules, nested(root, "12345678", "12345678", "12"), "entry"));
        assertThat(lengthy).hasMessage("expected a path of at most 20 bytes after links, found 21");
        assertThat(lengthy.rule()).isEqualTo(ArchiveRule.PATH_LENGTH);
    }

    private static TreeNode nested(TreeNode root, String... names) {
        TreeNode at = root;
        for (String name : names)
            at = new TreeNode(name, at, Inode.directory(Attributes.IMPLIED), 0);
        return at;
    }

    @Test
    void entriesAndDirectoriesThatPathsImplyAreCountedTogether() throws ArchiveViolation {
        ExtractionMeter meter = new ExtractionMeter(LIMITS, ArchiveProgress.NONE);
        meter.entry("a");
        meter.implied("b");
        meter.member("c");
        ArchiveViolation refusal = refusal(() -> meter.entry("d"));
        assertThat(refusal).hasMessage("expected at most 3 entries, found more");
        assertThat(refusal.rule()).isEqualTo(ArchiveRule.ENTRY_COUNT);
        assertThat(refusal.entry()).isEqualTo("d");
        ExtractionMeter implied = new ExtractionMeter(LIMITS, ArchiveProgress.NONE);
        for (int i = 0; i < 3; i++) implied.implied("x");
        assertThat(refusal(() -> implied.implied("y")).rule()).isEqualTo(ArchiveRule.ENTRY_COUNT);
        assertThat(refusal(() -> implied.member("y")).rule()).isEqualTo(ArchiveRule.ENTRY_COUNT);
    }

    @Test
    void bytesOfAllFilesAreCountedBeforeTheyAreRead() throws ArchiveViolation {
        List<String> reported = new ArrayList<>();
        ExtractionMeter meter =
                new ExtractionMeter(
                        LIMITS,
                        (read, files, written) -> reported.add(read + " " + files + " " + written));
        meter.file("a", 150);
        meter.read(10);
        meter.file("b", 50);
        meter.read(5);
        assertThat(reported).containsExactly("10 1 150", "15 2 200");
        ArchiveViolation refusal = refusal(() -> meter.file("c", 1));
        assertThat(refusal)
                .hasMessage("expected at most 200 bytes in all files, found 201 up to this one");
        assertThat(refusal.rule()).isEqualTo(ArchiveRule.TOTAL_SIZE);
    }

    @Test
    void bytesReadAreReported() throws ArchiveViolation {
        ExtractionMeter meter = new ExtractionMeter(LIMITS, ArchiveProgress.NONE);
        meter.entry("a");
        meter.entry("b");
        meter.implied("c");
        meter.specialBits();
        meter.skipped();
        meter.skipped();
        assertThat(meter.counts(new FileTree()))
                .isEqualTo(new ArchiveSurvey.Counts(2, 0, 0, 0, 0, 0, 1, 2));
    }

    @Test
    void limitsAreAtLeastOne() {
        for (int i = 0; i < 8; i++) {
            long[] all = {1, 1, 1, 1, 1, 1, 1, 1};
            assertThat(limits(all).depth()).isEqualTo(1);
            all[i] = 0;
            assertThatThrownBy(() -> limits(all)).hasMessageStartingWith("limits start at 1");
        }
    }

    private static ArchiveLimits limits(long... n) {
        return new ArchiveLimits(
                n[0], n[1], n[2], (int) n[3], (int) n[4], (int) n[5], (int) n[6], (int) n[7]);
    }

    @Test
    void limitsFollowFromEachOther() {
        assertThat(LIMITS.ofMembers())
                .isEqualTo(new ArchiveLimits(1_000, 200, 200, 3, 20, 8, 4, 10));
        assertThat(LIMITS.expansionFreeBytes()).isEqualTo(2);
        assertThat(LIMITS.streamBytes()).isEqualTo(400 + 67_108_864);
        assertThat(limits(1, 1, Long.MAX_VALUE, 1, 1, 1, 1, 1).streamBytes())
                .isEqualTo(Long.MAX_VALUE);
        long quarter = Long.MAX_VALUE / 4;
        assertThat(limits(1, 1, quarter, 1, 1, 1, 1, 1).streamBytes())
                .isEqualTo(2 * quarter + 67_108_864);
    }

    @Test
    void policiesAreFoundByName() {
        assertThat(ArchivePolicy.named("strict")).isSameAs(ArchivePolicy.STRICT);
        assertThat(ArchivePolicy.named(" Standard ")).isSameAs(ArchivePolicy.STANDARD);
        assertThatThrownBy(() -> ArchivePolicy.named("lax\n"))
                .hasMessage("there is no policy 'lax\\u{a}' (has: strict, standard)");
        assertThat(STRICT.isSloppinessKept()).isFalse();
        assertThat(STANDARD.isSloppinessKept()).isTrue();
        assertThat(ArchiveTerms.of(ArchivePolicy.STRICT).limits()).isEqualTo(ArchiveLimits.DEFAULT);
        assertThat(STRICT.limits()).isSameAs(LIMITS);
        assertThat(STRICT.policy()).isSameAs(ArchivePolicy.STRICT);
        assertThat(STRICT.reference()).isEmpty();
        assertThat(STRICT.choosing("x").within(LIMITS).reference()).contains("x");
    }

    @Test
    void aPolicyCannotAllowHarmfulTreatments() {
        Treatment keep = Treatment.KEEP;
        Treatment drop = Treatment.DROP;
        assertThatThrownBy(() -> new ArchivePolicy("p", keep, drop, keep, drop, true, keep, keep))
                .hasMessage("escaping links cannot have the treatment DROP");
        assertThatThrownBy(() -> new ArchivePolicy("p", keep, keep, drop, drop, true, keep, keep))
                .hasMessage("linked parents cannot have the treatment DROP");
        assertThatThrownBy(() -> new ArchivePolicy("p", keep, keep, keep, keep, true, keep, keep))
                .hasMessage("devices cannot have the treatment KEEP");
        assertThatThrownBy(() -> new ArchivePolicy("p", keep, keep, keep, drop, true, drop, keep))
                .hasMessage("missing directories cannot have the treatment DROP");
        assertThatThrownBy(() -> new ArchivePolicy("p", keep, keep, keep, drop, true, keep, drop))
                .hasMessage("sloppiness cannot have the treatment DROP");
    }

    @ParameterizedTest
    @CsvSource({
        "0755, false, false",
        "04755, true, true",
        "02755, true, true",
        "01755, true, false",
        "07000, true, true",
    })
    void setuidSetgidAndTheStickyBitOfFilesAreSpecial(String octal, boolean file, boolean folder) {
        int mode = Integer.parseInt(octal, 8);
        Attributes attributes = attributes(mode, Map.of());
        assertThat(attributes.isSpecial(false)).isEqualTo(file);
        assertThat(attributes.isSpecial(true)).isEqualTo(folder);
        assertThat(attributes.withoutPrivileges().mode()).isEqualTo(mode & 01777);
    }

    @Test
    void capabilitiesAreSpecialAndRemoved() {
        Attributes capable =
                attributes(0755, Map.of("security.capability", new byte[1], "user.x", new byte[1]));
        assertThat(capable.isSpecial(false)).isTrue();
        assertThat(capable.isSpecial(true)).isTrue();
        assertThat(capable.withoutPrivileges().extended()).containsOnlyKeys("user.x");
        assertThat(capable.withoutPrivileges().isSpecial(false)).isFalse();
    }

    private static Attributes attributes(int mode, Map<String, byte[]> extended) {
        return new Attributes(mode, 1, 2, 3, 4, extended);
    }

    @ParameterizedTest
    @CsvSource({
        "plain é 漢, plain é 漢",
        "a\\b, a\\\\b",
    })
    void visibleTextIsNotEscaped(String text, String shown) {
        assertThat(EscapedText.of(text)).isEqualTo(shown);
        assertThat(EscapedText.read(shown)).isEqualTo(text);
    }

    @Test
    void invisibleCharactersAreEscapedAndReadBack() {
        String text = "a'\n\u001b\u202e\u2028\u2029\ue000\ud800 \ud83d\ude00\\";
        assertThat(EscapedText.of(text))
                .isEqualTo(
                        "a\\'\\u{a}\\u{1b}\\u{202e}\\u{2028}\\u{2029}\\u{e000}\\u{d800}"
                                + " \ud83d\ude00\\\\");
        assertThat(EscapedText.read(EscapedText.of(text))).isEqualTo(text);
        assertThat(EscapedText.read("plain")).isEqualTo("plain");
        assertThat(EscapedText.read("\\\\x")).isEqualTo("\\x");
    }

    @Test
    void longTextIsShortenedInTheMiddle() {
        String most = "x".repeat(160);
        assertThat(EscapedText.shortened(most)).isEqualTo(most);
        assertThat(EscapedText.shortened("a" + "x".repeat(159) + "z"))
                .isEqualTo("a" + "x".repeat(79) + "…" + "x".repeat(79) + "z");
        assertThat(EscapedText.bytes(bytes("x".repeat(24)), 24))
                .isEqualTo("'" + "x".repeat(24) + "'");
        assertThat(EscapedText.bytes(bytes("x".repeat(25)), 25))
                .isEqualTo("'" + "x".repeat(24) + "'…");
        assertThat(EscapedText.bytes(bytes("xyz"), 2)).isEqualTo("'xy'");
    }

    @Test
    void namesAreUtf8WithoutNul() throws ArchiveViolation {
        assertThat(ArchiveText.of(bytes("é"), "name")).isEqualTo("é");
        assertThat(ArchiveText.bytes("é漢")).isEqualTo(5);
        ArchiveViolation nul = refusal(() -> ArchiveText.of(bytes("a\0b"), "name"));
        assertThat(nul).hasMessage("expected a name without NUL");
        assertThat(nul.rule()).isEqualTo(ArchiveRule.NAME_ENCODING);
        assertThat(nul.entry()).isEqualTo("a\0b");
        ArchiveViolation other =
                refusal(() -> ArchiveText.of(new byte[] {'a', (byte) 0xe9}, "link name"));
        assertThat(other).hasMessage("expected a link name in UTF-8, found other bytes");
        assertThat(other.entry()).isEqualTo("aé");
        assertThat(other).hasCauseInstanceOf(CharacterCodingException.class);
    }

    @Test
    void aRejectionNamesArchiveEntryRuleAndLayer() {
        ArchiveViolation refusal =
                new ArchiveViolation(ArchiveRule.DEVICE, "dev/\nx", "expected none").in("layer\n1");
        assertThat(refusal.rule()).isEqualTo(ArchiveRule.DEVICE);
        assertThat(refusal.entry()).isEqualTo("dev/\nx");
        ArchiveRejectedException rejected = new ArchiveRejectedException("a\n.tar", refusal);
        assertThat(rejected)
                .hasMessage(
                        "archive a\\u{a}.tar, entry 'dev/\\u{a}x': device: expected none"
                                + " (layer layer\\u{a}1)");
        assertThat(rejected.rule()).isEqualTo(ArchiveRule.DEVICE);
        assertThat(rejected.archive()).isEqualTo("a\\u{a}.tar");
        assertThat(rejected.entry()).isEqualTo("dev/\\u{a}x");
        ArchiveRejectedException whole =
                new ArchiveRejectedException(
                        "a.tar", ArchiveViolation.of(ArchiveRule.EMPTY, "expected a tar"));
        assertThat(whole).hasMessage("archive a.tar: empty archive: expected a tar");
        assertThat(whole.entry()).isEmpty();
    }

    @Test
    void everyRuleHasATitleAndASentence() {
        assertThat(Arrays.stream(ArchiveRule.values()).map(ArchiveRule::title))
                .doesNotHaveDuplicates();
        assertThat(Arrays.stream(ArchiveRule.values()).map(ArchiveRule::sentence))
                .doesNotHaveDuplicates();
        assertThat(ArchiveRule.PATH_TRAVERSAL.title()).isEqualTo("path traversal");
        assertThat(ArchiveRule.PATH_TRAVERSAL.sentence())
                .isEqualTo("no component of a path is '..'");
    }

    @Test
    void aTreeInMemoryIsCheckedLikeOneOnTheDisk() throws Exception {
        assertThat(RootLayout.check(tree(0755, "etc", "usr", "var"), ArchivePolicy.STRICT))
                .isZero();
        assertThat(RootLayout.check(tree(0755, "etc"), ArchivePolicy.STANDARD)).isEqualTo(2);
        assertThat(RootLayout.check(tree(0755), ArchivePolicy.STANDARD)).isEqualTo(3);
        assertThat(layout(tree(0755, "etc", "usr"), ArchivePolicy.STRICT))
                .isEqualTo("MISSING_DIRECTORY var: expected a directory rootfs/var");
        assertThat(layout(tree(0757, "etc", "usr", "var"), ArchivePolicy.STANDARD))
                .isEqualTo(
                        "WORLD_WRITABLE etc: expected rootfs/etc not to be writable by others,"
                                + " found that it is");
        assertThat(layout(tree(0757, "usr"), ArchivePolicy.STANDARD))
                .startsWith("WORLD_WRITABLE usr");
        assertThat(RootLayout.check(tree(0757, "var"), ArchivePolicy.STANDARD)).isEqualTo(2);
        FileTree file = new FileTree();
        file.attach(new TreeNode("etc", file.root(), Inode.file(1, attributes(0644, Map.of())), 0));
        assertThat(RootLayout.check(file, ArchivePolicy.STANDARD)).isEqualTo(3);
    }

    @Test
    void aTreeOnTheDiskIsCheckedWithoutFollowingLinks() throws Exception {
        Path rootfs = Files.createDirectories(directory.resolve("rootfs"));
        assertThat(RootLayout.check(directory, ArchivePolicy.STANDARD, "x")).isEqualTo(3);
        Files.createDirectory(rootfs.resolve("etc"));
        Files.writeString(rootfs.resolve("usr"), "no directory");
        Files.createSymbolicLink(rootfs.resolve("var"), Path.of("etc"));
        assertThat(RootLayout.check(directory, ArchivePolicy.STANDARD, "x")).isEqualTo(2);
    }

    @Test
    void theTopOfATarMustLookLikeARootFilesystem() throws ArchiveViolation {
        for (String name : List.of("etc", "usr", "var", "bin", "lib", "sbin", "home", "root")) {
            RootLayout.expectRootfs(tree(0755, name, "other"));
        }
        assertThat(refusal(() -> RootLayout.expectRootfs(tree(0755, "f", "e", "d", "c", "b", "a"))))
                .hasMessage(
                        "expected rootfs/, a saved image or one of etc, usr, var, bin, lib, sbin,"
                                + " home, root at the top, found a, b, c, d, e");
    }

    private static FileTree tree(int mode, String... names) {
        FileTree tree = new FileTree();
        for (String name : names) {
            Inode inode = Inode.directory(attributes(mode, Map.of()));
            tree.attach(new TreeNode(name, tree.root(), inode, 0));
        }
        return tree;
    }

    private static String layout(FileTree tree, ArchivePolicy policy) {
        ArchiveViolation refusal = refusal(() -> RootLayout.check(tree, policy));
        return refusal.rule() + " " + refusal.entry() + ": " + refusal.getMessage();
    }

    @Test
    void aManifestHasALineForEachKindOfNode() {
        Attributes attributes = new Attributes(0644, -2, 7, 15, 5, Map.of());
        Inode file = Inode.file(3, attributes);
        assertThat(ManifestLine.of(file, "rootfs/f").text())
                .isEqualTo("f\t0644\t4294967294\t7\t3\t15.000000005\t-\trootfs/f");
        file.digest(new byte[] {1, (byte) 0xab});
        file.loseOwner();
        file.loseTime();
        assertThat(ManifestLine.of(file, "rootfs/\n").text())
                .isEqualTo("f\t0644\t-\t-\t3\t-\t01ab\trootfs/\\u{a}");
        assertThat(ManifestLine.of(Inode.link("a\tb", attributes), "rootfs/l").text())
                .isEqualTo("l\t-\t4294967294\t7\t3\t15.000000005\ta\\u{9}b\trootfs/l");
        assertThat(ManifestLine.of(Inode.directory(attributes), "rootfs").text())
                .isEqualTo("d\t0644\t4294967294\t7\t-\t15.000000005\t-\trootfs");
    }

    @Test
    void aLineOfAManifestIsReadBackAndNeedsAllFields() throws Exception {
        String line = "f\t0644\t-\t-\t3\t-\t01ab\trootfs/\\u{a}";
        assertThat(ManifestLine.parse(line, directory).text()).isEqualTo(line);
        assertThat(ManifestLine.parse(line, directory).path()).isEqualTo("rootfs/\n");
        assertThatThrownBy(() -> ManifestLine.parse("f\t0644", Path.of("m")))
                .hasMessage("expected 8 fields on each line of m, found 2 in 'f\\u{9}0644'");
    }

    @Test
    void everyPropertyOfANodeIsCompared() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "abc");
        Files.createSymbolicLink(directory.resolve("l"), Path.of("f"));
        Files.setAttribute(file, "unix:mode", 0640);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(15, 5)));
        String uid = Files.getAttribute(file, "unix:uid").toString();
        String gid = Files.getAttribute(file, "unix:gid").toString();
        String digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        String same = "f\t0640\t%s\t%s\t3\t15.000000005\t%s\tf".formatted(uid, gid, digest);
        assertThat(compare(same)).isEmpty();
        assertThat(compare("f\t0641\t99\t98\t4\t16.000000005\t00\tf"))
                .containsExactly(
                        "f: expected mode 0641, found 0640",
                        "f: expected uid 99, found " + uid,
                        "f: expected gid 98, found " + gid,
                        "f: expected size 4, found 3",
                        "f: expected time 16.000000005, found 15.000000005",
                        "f: expected content 00, found " + digest);
        assertThat(compare("f\t-\t-\t-\t-\t-\t-\tf")).isEmpty();
        assertThat(compare("d\t-\t-\t-\t-\t-\t-\tf"))
                .containsExactly("f: expected type d, found f");
        assertThat(compare("f\t-\t-\t-\t-\t-\t-\tl"))
                .containsExactly("l: expected type f, found l");
        assertThat(compare("l\t-\t-\t-\t1\t-\tf\tl")).isEmpty();
        assertThat(compare("l\t-\t-\t-\t1\t-\tg\tl"))
                .containsExactly("l: expected content g, found f");
        assertThat(compare("d\t-\t-\t-\t-\t-\t-\t.")).isEmpty();
        assertThat(compare("d\t-\t-\t-\t-\t-\tx\t."))
                .containsExactly(".: expected content x, found -");
        assertThat(compare("f\t-\t-\t-\t-\t-\t-\tgone"))
                .containsExactly("gone: expected node a f, found nothing");
    }

    private List<String> compare(String line) throws Exception {
        return ManifestLine.parse(line, directory).compare(directory).stream()
                .map(Manifest.Difference::toString)
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ArchiveViolation refusal(ThrowingCallable call) {
        return catchThrowableOfType(ArchiveViolation.class, call);
    }
}
