package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.TestBucket.Protocol;
import dev.pawl.servers.HttpFault;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Faults in any order: a file that a fetch returns is right.
final class RandomFaultsTest {
    private static final int SEEDS = 8;
    private static final int SIZE = 100_000;
    private static final int FAULTS = 6;
    private static final Key KEY = new Key("k");

    /// The errors that a caller gets after faults; no other may occur.
    private static final Set<Kind> EXPECTED =
            Set.of(Kind.THROTTLED, Kind.TRANSIENT, Kind.CHANGED, Kind.DENIED, Kind.NOT_FOUND);

    @TempDir private Path directory;

    @ParameterizedTest
    @Tag("volume")
    @EnumSource(
            value = Protocol.class,
            names = {"OPEN_S3", "HTTP"})
    void neverMakeAWrongFile(Protocol protocol) throws Exception {
        try (TestBucket bucket = new TestBucket(directory.resolve("buckets"), protocol);
                ObjectSource source = bucket.source(FetchLimits.DEFAULT)) {
            Rounds rounds = Rounds.of("pawl.seeds", SEEDS);
            Seeds.each(rounds, seed -> check(bucket, source, seed));
            IO.println("RandomFaultsTest, %s: %s".formatted(protocol, rounds));
        }
    }

    private void check(TestBucket bucket, ObjectSource source, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Sha256> contents = new HashSet<>();
        change(bucket, random, contents);
        bucket.faults().forgive();
        for (int i = 0; i < FAULTS; i++) {
            String method = random.nextInt(4) == 0 ? "HEAD" : "GET";
            bucket.faults().script(method, fault(random, () -> change(bucket, random, contents)));
        }
        Path target = directory.resolve("target-" + seed);
        boolean isDone = false;
        // Each attempt that fails has used up a fault.
        for (int i = 0; i <= FAULTS && !isDone; i++) {
            isDone = fetches(source, target, contents);
        }
        assertThat(isDone).isTrue();
        bucket.faults().forgive();
        Fetched last = source.fetch(KEY, Fetch.to(target));
        assertThat(TestContent.sha256(Files.readAllBytes(target))).isEqualTo(last.sha256());
        assertThat(source.find(KEY).validator()).isEqualTo(last.validator());
    }

    private static boolean fetches(ObjectSource source, Path target, Set<Sha256> contents)
            throws IOException, InterruptedException {
        try {
            Fetched fetched = source.fetch(KEY, Fetch.to(target));
            assertThat(TestContent.sha256(Files.readAllBytes(target))).isEqualTo(fetched.sha256());
            assertThat(contents).contains(fetched.sha256());
            return true;
        } catch (FetchException e) {
            assertThat(EXPECTED).as(e.getMessage()).contains(e.kind());
            assertThat(target).doesNotExist();
            return false;
        }
    }

    /// Contents differ in their bytes and mostly not in their length.
    private static void change(TestBucket bucket, SplittableRandom random, Set<Sha256> contents) {
        byte[] content = TestContent.of(SIZE - random.nextInt(2), random.nextLong());
        contents.add(TestContent.sha256(content));
        bucket.put(KEY.text(), content);
    }

    private static HttpFault fault(SplittableRandom random, Runnable change) {
        long bytes = random.nextInt(SIZE + 1);
        return switch (random.nextInt(14)) {
            case 0 -> new HttpFault.Cut(bytes);
            case 1, 2, 3 -> new HttpFault.Truncate(bytes);
            case 4 -> new HttpFault.WrongLength(-bytes / 2 - 1);
            case 5 -> new HttpFault.WrongLength(bytes + 1);
            case 6 -> new HttpFault.Answer(503);
            case 7 -> new HttpFault.Answer(random.nextBoolean() ? 403 : 404);
            case 8 -> new HttpFault.Answer(416);
            case 9 -> new HttpFault.Without("ETag");
            case 10 -> new HttpFault.IgnoreRange();
            case 11 -> new HttpFault.Status(200);
            case 12 -> new HttpFault.Garbage();
            default -> new HttpFault.Meanwhile(change);
        };
    }
}
