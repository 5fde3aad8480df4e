package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.fetch.FetchException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A directory.
final class FileStorageTest extends ObjectSourceContract {
    private static final byte[] CONTENT = TestContent.of(600_000, 9);

    private Path files;

    @Override
    ObjectSource open() throws IOException {
        files = Files.createDirectory(directory.resolve("files"));
        return ObjectSource.of(files.toUri().toString());
    }

    @Override
    void put(String key, byte[] content) {
        Path file = files.resolve(key);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void acceptsAPlainPath() throws Exception {
        put("a", CONTENT);
        try (ObjectSource source = ObjectSource.of(files.toString())) {
            assertThat(source.find(Key.of("a")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void followsLinksWithinTheDirectoryOnly() throws Exception {
        put("a/b", CONTENT);
        Path outside = Files.write(directory.resolve("outside"), CONTENT);
        Files.createSymbolicLink(files.resolve("in"), Path.of("a/b"));
        Files.createSymbolicLink(files.resolve("out"), outside);
        Files.createSymbolicLink(files.resolve("up"), directory);
        Files.createSymbolicLink(files.resolve("lost"), Path.of("nothing"));
        Files.createSymbolicLink(files.resolve("loop"), Path.of("loop"));
        try (ObjectSource source = source()) {
            assertThat(source.fetch(new Key("in"), fetch("in")).sha256())
                    .isEqualTo(TestContent.sha256(CONTENT));
            for (String key : List.of("out", "up/outside")) {
                assertThat(
                                FetchErrors.of(
                                        Kind.REFUSED, () -> source.fetch(new Key(key), fetch(key))))
                        .hasMessageContaining("leads out");
            }
            FetchErrors.of(Kind.NOT_FOUND, () -> source.find(new Key("lost")));
            FetchErrors.of(Kind.REFUSED, () -> source.find(new Key("loop")));
            assertThat(source.find(new Key("up/files/a/b")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void followsALinkToTheDirectory() throws Exception {
        put("a", CONTENT);
        Path link = Files.createSymbolicLink(directory.resolve("link"), files);
        try (ObjectSource source = ObjectSource.of(link.toString())) {
            assertThat(source.find(Key.of("a")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void refusesWhatIsNotAFile() throws Exception {
        put("a/b", CONTENT);
        try (ObjectSource source = source()) {
            assertThat(FetchErrors.of(Kind.REFUSED, () -> source.fetch(new Key("a"), fetch("a"))))
                    .hasMessageContaining("regular file");
            FetchErrors.of(Kind.NOT_FOUND, () -> source.find(new Key("a/b/c")));
            assertThat(FetchErrors.of(Kind.BAD_KEY, () -> source.find(new Key("..\\outside"))))
                    .hasMessageContaining("'\\'");
            FetchErrors.of(Kind.REFUSED, () -> source.find(new Key("n".repeat(300))));
        }
        try (ObjectSource source = ObjectSource.of(directory.resolve("nowhere").toString())) {
            assertThat(FetchErrors.of(Kind.NOT_FOUND, () -> source.find(new Key("a"))))
                    .hasMessageContaining("nowhere");
            FetchErrors.of(Kind.NOT_FOUND, () -> source.list(""));
        }
    }

    @Test
    void startsOverOnceIfTheFileChangesDuringTheFetch() throws Exception {
        put("a", CONTENT);
        byte[] other = TestContent.of(500_000, 10);
        boolean[] isChanged = {false};
        try (ObjectSource source = source()) {
            Fetch once =
                    fetch("a")
                            .reportingTo((_, _) -> {
                                if (!isChanged[0]) put("a", other);
                                isChanged[0] = true;
                            });
            assertThat(source.fetch(new Key("a"), once).sha256())
                    .isEqualTo(TestContent.sha256(other));

            Fetch always = fetch("a").reportingTo((_, _) -> append("a"));
            assertThat(FetchErrors.of(Kind.CHANGED, () -> source.fetch(new Key("a"), always)))
                    .hasMessageContaining("no longer written");
            assertThat(directory.resolve("fetched-a.part")).doesNotExist();
            assertThat(directory.resolve("fetched-a.part.json")).doesNotExist();
        }
    }

    @Test
    void listsInPages() throws Exception {
        List<String> keys =
                IntStream.range(0, ObjectPage.NAMES_MAX + 5).mapToObj("b/%04d"::formatted).toList();
        keys.forEach(key -> put(key, new byte[1]));
        put("a", CONTENT);
        put("c/back\\slash", CONTENT);
        Files.createSymbolicLink(files.resolve("c/link"), Path.of("../a"));
        Files.createSymbolicLink(files.resolve("c/out"), directory);
        try (ObjectSource source = source()) {
            ObjectPage first = source.list("b/");
            ObjectPage second = source.list("b/", first.next().orElseThrow());
            assertThat(first.objects()).hasSize(ObjectPage.NAMES_MAX);
            assertThat(List.of(first, second))
                    .flatExtracting(ObjectPage::objects)
                    .extracting(found -> found.key().text())
                    .containsExactlyElementsOf(keys);
            assertThat(second.next()).isEmpty();
            ObjectPage rest = source.list("c");
            assertThat(rest.objects())
                    .containsExactly(
                            new ObjectInfo(
                                    new Key("c/link"),
                                    source.find(new Key("a")).size(),
                                    source.find(new Key("a")).validator(),
                                    source.find(new Key("a")).checksum()));
            assertThat(rest.unusable()).containsExactly("c/back\\slash", "c/out");
        }
    }

    private void append(String key) {
        try {
            Files.write(files.resolve(key), new byte[1], StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectSource source() {
        return ObjectSource.of(files.toString());
    }

    private Fetch fetch(String key) {
        return Fetch.to(directory.resolve("fetched-" + key.replace('/', '-')));
    }
}
