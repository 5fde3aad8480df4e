package dev.pawl.images.archive.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.images.archive.rule.ArchiveRule;
import dev.pawl.images.archive.rule.ArchiveViolation;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The headers of a tar: how they are decoded, and which are refused.
final class TarHeadersTest {
    private static final int BLOCK = 512;

    private final byte[] block = new byte[BLOCK];
    private final HeaderBlock header = new HeaderBlock(block);

    @ParameterizedTest
    @CsvSource({
        "0000644, 420",
        "'   644 ', 420",
        "'644 999', 420",
        "0107644, 4004",
        "'', 0",
        "'       ', 0",
        "7777777, 4095",
    })
    void aModeHasTwelveBitsInOctal(String field, int mode) throws ArchiveViolation {
        put(100, field);
        assertThat(header.mode()).isEqualTo(mode);
    }

    @Test
    void aNumberEndsWithItsField() throws ArchiveViolation {
        put(100, "00000644");
        put(108, "7777777");
        assertThat(header.mode()).isEqualTo(0644);
    }

    @Test
    void aNumberThatIsNotOctalIsMalformed() {
        put(0, "rootfs/x");
        for (String field : new String[] {"8", "/", "12a", "-1"}) {
            put(124, field + "\0\0\0");
            ArchiveViolation refusal = refusal(header::size);
            assertThat(refusal.rule()).isEqualTo(ArchiveRule.HEADER);
            assertThat(refusal.entry()).isEqualTo("rootfs/x");
            assertThat(refusal)
                    .hasMessageStartingWith(
                            "size: expected octal digits, found '" + field + "\\u{0}");
        }
    }

    @Test
    void aNumberMayBeBinaryWithASign() throws ArchiveViolation {
        binary(124, 12, 0x80, 0x01, 0x02, 0x03);
        assertThat(header.size()).isEqualTo(0x010203);
        binary(136, 12, 0xff, 0xff, 0xff, 0xfe);
        assertThat(header.mtime()).isEqualTo(-2);
        binary(136, 12, 0x80, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
        assertThat(header.mtime()).isEqualTo(Long.MAX_VALUE);
        binary(136, 12, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0);
        assertThat(header.mtime()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aNumberOfMoreThan63BitsIsMalformedAndANegativeSizeRefused() {
        put(0, "x");
        Arrays.fill(block, 124, 136, (byte) 0);
        block[124] = (byte) 0x80;
        block[127] = 1;
        assertThat(refusal(header::size))
                .hasMessage("size: expected at most 63 bits, found more")
                .extracting(ArchiveViolation::rule)
                .isEqualTo(ArchiveRule.HEADER);
        binary(124, 12, 0xff, 0xff);
        assertThat(refusal(header::size))
                .hasMessage("expected a size that is not negative, found -1")
                .extracting(ArchiveViolation::rule)
                .isEqualTo(ArchiveRule.SIZE);
        binary(483, 12, 0xff, 0xff);
        assertThat(refusal(header::realSize)).hasMessageContaining("real size");
    }

    @Test
    void ownersHave32BitsWithoutTheLastNumber() throws ArchiveViolation {
        binary(108, 8, 0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xfe);
        assertThat(Integer.toUnsignedLong(header.uid())).isEqualTo(4_294_967_294L);
        put(116, "0000017\0");
        assertThat(header.gid()).isEqualTo(15);
        binary(116, 8, 0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xff);
        assertThat(refusal(header::gid))
                .hasMessage("gid: expected a number up to 4294967294, found 4294967295");
    }

    @Test
    void timesAndRealSizesAreRead() throws ArchiveViolation {
        put(136, "00000000017\0");
        put(483, "00000001000\0");
        assertThat(header.mtime()).isEqualTo(15);
        assertThat(header.realSize()).isEqualTo(512);
    }

    @Test
    void onlyUstarHasAPrefixBeforeTheName() {
        put(0, "name");
        put(345, "some/prefix");
        put(257, "ustar\0" + "00");
        assertThat(text(header.name())).isEqualTo("some/prefix/name");
        put(257, "ustar  \0");
        assertThat(text(header.name())).isEqualTo("name");
        put(257, "ustar\0" + "00");
        block[345] = 0;
        assertThat(text(header.name())).isEqualTo("name");
    }

    @Test
    void namesFillTheirFieldsToTheLastByte() {
        put(0, "n".repeat(100));
        put(157, "l".repeat(100));
        block[100] = 'x';
        block[257] = 'x';
        assertThat(text(header.name())).isEqualTo("n".repeat(100));
        assertThat(text(header.link())).isEqualTo("l".repeat(100));
        block[156] = (byte) 0xe9;
        assertThat(header.type()).isEqualTo((char) 0xe9);
    }

    @Test
    void aChecksumCountsItsOwnFieldAsBlanksAndMayBeOfSignedBytes() {
        put(0, "x");
        put(124, "ééé");
        long unsigned = sum(true);
        long signed = sum(false);
        assertThat(signed).isNotEqualTo(unsigned);
        for (long sum : new long[] {unsigned, signed}) {
            put(148, "%06o\0 ".formatted(sum));
            assertThat(header.isSound()).isTrue();
            put(148, "%06o\0 ".formatted(sum + 1));
            assertThat(header.isSound()).isFalse();
        }
        put(148, "999999\0 ");
        assertThat(header.isSound()).isFalse();
    }

    private long sum(boolean unsigned) {
        long sum = 8 * ' ';
        for (int i = 0; i < BLOCK; i++) {
            if (i < 148 || i > 155) sum += unsigned ? block[i] & 0xff : block[i];
        }
        return sum;
    }

    @Test
    void aTarStartsWithAHeaderOrWithItsEnd() throws ArchiveViolation {
        HeaderBlock.expectTar(block, BLOCK);
        assertThat(header.isZero()).isTrue();
        assertThat(refusal(() -> HeaderBlock.expectTar(block, 0)).rule())
                .isEqualTo(ArchiveRule.EMPTY);
        assertThat(refusal(() -> HeaderBlock.expectTar(block, 511)))
                .hasMessageEndingWith("… in 511 bytes")
                .extracting(ArchiveViolation::rule)
                .isEqualTo(ArchiveRule.NOT_A_TAR);
        put(0, "plain text that is no tar");
        assertThat(header.isZero()).isFalse();
        assertThat(refusal(() -> HeaderBlock.expectTar(block, BLOCK)))
                .hasMessage("expected a tar, found 'plain text that is no ta'…");
        put(257, "ustar");
        assertThat(refusal(() -> HeaderBlock.expectTar(block, BLOCK)).rule())
                .isEqualTo(ArchiveRule.HEADER);
        assertThat(refusal(() -> HeaderBlock.expectTar(block, 400)).rule())
                .isEqualTo(ArchiveRule.NOT_A_TAR);
        put(148, "%06o\0 ".formatted(sum(true)));
        HeaderBlock.expectTar(block, BLOCK);
    }

    @Test
    void anOldSparseHeaderHasFourPartsAndItsExtensionsTwentyOne() throws IOException {
        for (int i = 0; i < 4; i++) part(386 + 24 * i, 100L * i, 10);
        block[482] = 1;
        byte[] further = new byte[BLOCK];
        for (int i = 0; i < 21; i++) part(further, 24 * i, 1_000 + 100L * i, 10);
        further[504] = 1;
        byte[] last = new byte[BLOCK];
        part(last, 0, 5_000, 7);
        byte[] both = Arrays.copyOf(further, 2 * BLOCK);
        System.arraycopy(last, 0, both, BLOCK, BLOCK);
        SparseMap map = forms(both).old(header).build(6_000, 250 + 7);
        assertThat(map.parts()).isEqualTo(26);
        assertThat(map.offset(3)).isEqualTo(300);
        assertThat(map.offset(4)).isEqualTo(1_000);
        assertThat(map.offset(25)).isEqualTo(5_000);
        assertThat(map.length(25)).isEqualTo(7);
        assertThat(map.length(0)).isEqualTo(10);
        assertThat(map.size()).isEqualTo(6_000);
        block[482] = 0;
        assertThat(forms(both).old(header).build(6_000, 40).parts()).isEqualTo(4);
    }

    @Test
    void aMapHasOneMebibyteAtMost() throws IOException {
        block[482] = 1;
        byte[] blocks = new byte[(1 << 20) + BLOCK];
        for (int at = 504; at < blocks.length; at += BLOCK) blocks[at] = 1;
        assertThat(refusal(() -> forms(blocks).old(header)))
                .hasMessage("expected a map of at most 1048576 bytes");
        blocks[(1 << 20) - BLOCK + 504] = 0;
        assertThat(forms(blocks).old(header).build(0, 0).parts()).isZero();
    }

    @Test
    void aMapInTextHasPairsOfNumbers() throws IOException {
        SparseMap map = forms().inText("0,10,20,5").build(25, 15);
        assertThat(map.parts()).isEqualTo(2);
        assertThat(map.offset(1)).isEqualTo(20);
        assertThat(map.length(1)).isEqualTo(5);
        assertThat(forms().inText("").build(9, 0).parts()).isZero();
        assertThat(refusal(() -> forms().inText("0,10,20")))
                .hasMessage("expected pairs, found 3 numbers");
        assertThat(refusal(() -> forms().inText("0,x")).rule())
                .isEqualTo(ArchiveRule.EXTENDED_HEADER);
    }

    @Test
    void aMapInTheDataIsReadLineByLineOverItsBlocks() throws IOException {
        StringBuilder lines = new StringBuilder("100\n");
        for (int i = 0; i < 100; i++) lines.append(1_000 + 10 * i).append("\n5\n");
        byte[] data = Arrays.copyOf(lines.toString().getBytes(StandardCharsets.UTF_8), 2 * BLOCK);
        SparseMap map = forms(data).inData().build(2_000, 500);
        assertThat(map.parts()).isEqualTo(100);
        assertThat(map.offset(99)).isEqualTo(1_990);
        byte[] digits = "1".repeat(BLOCK).getBytes(StandardCharsets.UTF_8);
        assertThat(refusal(() -> forms(digits).inData()))
                .hasMessage("expected a number on a line, found '" + "1".repeat(20) + "'");
        byte[] long19 =
                Arrays.copyOf("0000000000000000000\n".getBytes(StandardCharsets.UTF_8), BLOCK);
        assertThat(forms(long19).inData().build(0, 0).parts()).isZero();
        byte[] endless = new byte[4 << 20];
        Arrays.fill(endless, (byte) '1');
        for (int i = 1; i < endless.length; i += 2) endless[i] = '\n';
        System.arraycopy("9999999\n".getBytes(StandardCharsets.UTF_8), 0, endless, 0, 8);
        assertThat(refusal(() -> forms(endless).inData()))
                .hasMessageStartingWith("expected a map of at most ");
    }

    @ParameterizedTest
    @CsvSource({
        "'0,10', 10, 10, ''",
        "'0,10', 9, 10, inside 9 bytes; found part 0 at 0 with 10 bytes",
        "'5,5,9,1', 20, 6, inside 20 bytes; found part 1 at 9 with 1 bytes",
        "'5,5,10,1', 20, 6, ''",
        "'20,0', 20, 0, ''",
        "'21,0', 20, 0, inside 20 bytes; found part 0 at 21 with 0 bytes",
        "'0,10', 20, 9, of 9 bytes as stored; found 10",
        "'', 20, 0, ''",
        "'', 20, 1, of 1 bytes as stored; found 0",
    })
    void partsAreInOrderInsideTheFileAndAllThatIsStored(
            String text, long size, long stored, String expected) throws ArchiveViolation {
        var parts = forms().inText(text);
        if (expected.isEmpty()) {
            assertThat(parts.build(size, stored).size()).isEqualTo(size);
        } else {
            assertThat(refusal(() -> parts.build(size, stored)))
                    .hasMessageStartingWith("expected parts ")
                    .hasMessageEndingWith(expected.replace(';', ','))
                    .extracting(ArchiveViolation::rule, ArchiveViolation::entry)
                    .containsExactly(ArchiveRule.SPARSE, "entry");
        }
    }

    @Test
    void aNegativeLengthIsMisplaced() {
        var parts = new SparseMap.Builder("entry");
        parts.add(0, -1);
        assertThat(refusal(() -> parts.build(10, -1)).rule()).isEqualTo(ArchiveRule.SPARSE);
    }

    @Test
    void recordsOfAnExtendedHeaderHaveLengthKeywordAndValue() throws ArchiveViolation {
        PaxRecords records =
                pax("12 path=a/b\n", "9 uid=77\n", "15 comment=any\n", "20 mtime=12.5000000\n");
        assertThat(records.text("path")).isEqualTo("a/b");
        assertThat(records.text("comment")).isNull();
        assertThat(records.number("uid", 5)).isEqualTo(77);
        assertThat(records.number("gid", 5)).isEqualTo(5);
        assertThat(records.time("mtime")).containsExactly(12, 500_000_000);
        assertThat(records.time("atime")).isNull();
        assertThat(PaxRecords.NONE.text("path")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "12, 12, 0",
        "12.000000001, 12, 1",
        "12.1234567899, 12, 123456789",
        "-12, -12, 0",
        "-12.25, -13, 750000000",
        "0, 0, 0",
    })
    void timesMayBeNegativeAndHaveFractions(String value, long seconds, long nanos)
            throws ArchiveViolation {
        assertThat(pax(record("mtime", value)).time("mtime")).containsExactly(seconds, nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "'path=x', a length and a blank",
        "'123456789 path=x', a length and a blank",
        "'8 path=x', a record that ends with a newline",
        "'99 path=x', a record that ends with a newline",
        "'2 x', a record that ends with a newline",
        "'3 path=x', a record that ends with a newline",
    })
    void malformedRecordsAreRefused(String text, String expected) {
        ArchiveViolation refusal = refusal(() -> pax(text + "\n"));
        assertThat(refusal)
                .hasMessageStartingWith("expected " + expected + ", found '" + text.charAt(0));
        assertThat(refusal.rule()).isEqualTo(ArchiveRule.EXTENDED_HEADER);
    }

    @Test
    void aRecordNeedsAKeyword() {
        for (String text : new String[] {"4 =\n", "6 =xx\n", "7 word\n", "3 \n"}) {
            ArchiveViolation refusal = refusal(() -> pax(text));
            assertThat(refusal.rule()).as(text).isEqualTo(ArchiveRule.EXTENDED_HEADER);
        }
        assertThat(refusal(() -> pax("6 =xx\n"))).hasMessageContaining("a keyword and '='");
        assertThat(refusal(() -> pax("6 abc\n"))).hasMessageContaining("a keyword and '='");
    }

    @Test
    void lengthsAndSecondsNeedDigits() throws ArchiveViolation {
        assertThat(refusal(() -> pax(" 9 path=x\n")))
                .hasMessageStartingWith("expected decimal digits of at most 63 bits for length");
        PaxRecords records = pax(record("mtime", ".5"));
        assertThat(refusal(() -> records.time("mtime")))
                .hasMessageEndingWith("for mtime, found ''");
    }

    @Test
    void numbersAreDecimalOf63Bits() throws ArchiveViolation {
        assertThat(PaxRecords.number("size", "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(PaxRecords.number("size", "09")).isEqualTo(9);
        for (String text : new String[] {"", "9223372036854775808", "1x", "/", ":", "+1"}) {
            assertThat(refusal(() -> PaxRecords.number("size", text)))
                    .hasMessage(
                            "expected decimal digits of at most 63 bits for size, found '%s'"
                                    .formatted(text))
                    .extracting(ArchiveViolation::rule)
                    .isEqualTo(ArchiveRule.EXTENDED_HEADER);
        }
        assertThat(refusal(() -> PaxRecords.number("size", "-1")).rule())
                .isEqualTo(ArchiveRule.SIZE);
    }

    @Test
    void aGlobalHeaderHasNoKeywordOfASingleEntry() throws ArchiveViolation {
        for (String key : new String[] {"path", "linkpath", "size", "GNU.sparse.size"}) {
            assertThat(refusal(() -> PaxRecords.parse(bytes(record(key, "1")), true)))
                    .hasMessageStartingWith("expected no %s for all entries".formatted(key));
        }
        assertThat(PaxRecords.parse(bytes(record("uid", "7")), true).number("uid", 0)).isEqualTo(7);
    }

    @Test
    void aLocalRecordOverridesAGlobalOneAndAnEmptyOneRemovesIt() throws ArchiveViolation {
        PaxRecords global =
                pax(record("uid", "1"), record("gid", "2"), record("SCHILY.xattr.user.a", "g"));
        PaxRecords local =
                pax(record("uid", "7"), record("gid", ""), record("SCHILY.xattr.user.b", "l"));
        PaxRecords both = global.with(local);
        assertThat(both.number("uid", 0)).isEqualTo(7);
        assertThat(both.text("gid")).isNull();
        assertThat(both.extended()).containsOnlyKeys("user.a", "user.b");
        assertThat(global.with(PaxRecords.NONE).number("gid", 0)).isEqualTo(2);
    }

    @Test
    void anUnknownKeywordMayHaveAnyValueWithoutNul() throws ArchiveViolation {
        assertThat(pax(record("comment", "any é")).text("comment")).isNull();
        assertThat(refusal(() -> pax(record("comment", "a\0b"))))
                .hasMessage("expected no NUL in the value of comment");
        assertThat(refusal(() -> pax(record("comment", "\0b"))).rule())
                .isEqualTo(ArchiveRule.EXTENDED_HEADER);
        assertThat(pax(record("SCHILY.xattr.user.x", "a\0b")).extended().get("user.x"))
                .containsExactly('a', 0, 'b');
    }

    @Test
    void sparseFilesAreRecognisedByTheirRecords() throws ArchiveViolation {
        assertThat(pax(record("path", "x")).isSparse()).isFalse();
        for (String key : new String[] {"size", "realsize", "major"}) {
            assertThat(pax(record("GNU.sparse." + key, "1")).isSparse()).isTrue();
        }
        PaxRecords parts =
                pax(
                        record("GNU.sparse.offset", "0"),
                        record("GNU.sparse.numbytes", "10"),
                        record("GNU.sparse.offset", "20"),
                        record("GNU.sparse.numbytes", "5"));
        assertThat(parts.sparseMap()).isEqualTo("0,10,20,5");
        assertThat(PaxRecords.NONE.with(parts).sparseMap()).isEqualTo("0,10,20,5");
        assertThat(pax(record("GNU.sparse.map", "1,2")).sparseMap()).isEqualTo("1,2");
    }

    @Test
    void extendedHeadersOverrideTheFieldsOfTheHeader() throws ArchiveViolation {
        put(0, "short");
        put(157, "link");
        put(100, "644");
        put(108, "7");
        put(136, "17");
        EntryHeaders before = new EntryHeaders();
        assertThat(before.path(header, PaxRecords.NONE)).isEqualTo("short");
        assertThat(before.link(header, PaxRecords.NONE)).isEqualTo("link");
        before.longName(bytes("longer\0"));
        before.longLink(bytes("long link\0\0"));
        assertThat(before.path(header, PaxRecords.NONE)).isEqualTo("longer");
        assertThat(before.link(header, PaxRecords.NONE)).isEqualTo("long link");
        PaxRecords records = pax(record("path", "longest"), record("linkpath", "l"));
        assertThat(before.path(header, records)).isEqualTo("longest");
        assertThat(before.link(header, records)).isEqualTo("l");
        assertThat(before.path(header, pax(record("GNU.sparse.name", "holes")))).isEqualTo("holes");

        Attributes plain = before.attributes(header, PaxRecords.NONE);
        assertThat(plain.mode()).isEqualTo(0644);
        assertThat(plain.uid()).isEqualTo(7);
        assertThat(plain.seconds()).isEqualTo(15);
        assertThat(plain.nanos()).isZero();
        Attributes extended =
                before.attributes(
                        header,
                        pax(
                                record("uid", "8"),
                                record("gid", "4294967294"),
                                record("mtime", "9.5")));
        assertThat(extended.uid()).isEqualTo(8);
        assertThat(Integer.toUnsignedLong(extended.gid())).isEqualTo(4_294_967_294L);
        assertThat(extended.seconds()).isEqualTo(9);
        assertThat(extended.nanos()).isEqualTo(500_000_000);
        assertThat(refusal(() -> before.attributes(header, pax(record("uid", "4294967295")))))
                .hasMessage("expected a uid up to 4294967294, found 4294967295");
    }

    @Test
    void anEntryHasOneExtendedHeaderOfAKindAndItComesBeforeTheEnd() throws ArchiveViolation {
        EntryHeaders none = new EntryHeaders();
        none.expectNone();
        assertThat(none.mergedOver(PaxRecords.NONE)).isSameAs(PaxRecords.NONE);

        EntryHeaders records = new EntryHeaders();
        records.pax(pax(record("uid", "7")));
        assertThat(records.mergedOver(pax(record("gid", "8"))).number("uid", 0)).isEqualTo(7);
        assertThat(refusal(() -> records.pax(PaxRecords.NONE)))
                .hasMessage("expected one extended header for an entry, found two");
        EntryHeaders name = new EntryHeaders();
        name.longName(bytes("x"));
        assertThat(refusal(() -> name.longName(bytes("y")))).hasMessageContaining("long name");
        EntryHeaders link = new EntryHeaders();
        link.longLink(bytes("x"));
        assertThat(refusal(() -> link.longLink(bytes("y")))).hasMessageContaining("long link name");
        for (EntryHeaders announced : new EntryHeaders[] {records, name, link}) {
            assertThat(refusal(announced::expectNone).rule()).isEqualTo(ArchiveRule.TRUNCATED);
        }
        assertThat(refusal(() -> new EntryHeaders().longName(bytes("a\0b"))).rule())
                .isEqualTo(ArchiveRule.NAME_ENCODING);
    }

    private static SparseMap.SparseForms forms(byte... data) {
        var in = new ByteArrayInputStream(data);
        return new SparseMap.SparseForms(
                (bytes, length) -> {
                    if (in.readNBytes(bytes, 0, length) < length) throw new EOFException();
                },
                "entry");
    }

    private static PaxRecords pax(String... records) throws ArchiveViolation {
        return PaxRecords.parse(bytes(String.join("", records)), false);
    }

    /// Returns a record, preceded by its length.
    private static String record(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int length = bytes(rest).length;
        int all = length + Integer.toString(length).length();
        return (Integer.toString(all).length() + length) + rest;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void put(int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private void part(int at, long offset, long length) {
        part(block, at, offset, length);
    }

    private static void part(byte[] into, int at, long offset, long length) {
        byte[] bytes = bytes("%011o\0%011o\0".formatted(offset, length));
        System.arraycopy(bytes, 0, into, at, bytes.length);
    }

    /// Writes a binary number: its first byte, and the others at the end of the field.
    private void binary(int at, int length, int... bytes) {
        Arrays.fill(block, at, at + length, (byte) (bytes[0] == 0xff ? 0xff : 0));
        block[at] = (byte) bytes[0];
        for (int i = 1; i < bytes.length; i++) {
            block[at + length - bytes.length + i] = (byte) bytes[i];
        }
    }

    private static ArchiveViolation refusal(ThrowingCallable call) {
        return catchThrowableOfType(ArchiveViolation.class, call);
    }
}
