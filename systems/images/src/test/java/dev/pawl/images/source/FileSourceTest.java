package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A directory.
final class FileSourceTest extends SourceContract {
    private static final byte[] CONTENT = Content.of(600_000, 9);

    private Path files;

    @Override
    Source open() throws IOException {
        files = Files.createDirectory(directory.resolve("files"));
        return Sources.of(files.toUri().toString());
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
    void isReachedByItsPathToo() throws Exception {
        put("a", CONTENT);
        try (Source source = Sources.of(files.toString())) {
            assertThat(source.find(Key.of("a")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void followsLinksInTheDirectoryAndNoneThatLeadOut() throws Exception {
        put("a/b", CONTENT);
        Path outside = Files.write(directory.resolve("outside"), CONTENT);
        Files.createSymbolicLink(files.resolve("in"), Path.of("a/b"));
        Files.createSymbolicLink(files.resolve("out"), outside);
        Files.createSymbolicLink(files.resolve("up"), directory);
        Files.createSymbolicLink(files.resolve("lost"), Path.of("nothing"));
        Files.createSymbolicLink(files.resolve("loop"), Path.of("loop"));
        try (Source source = source()) {
            assertThat(source.fetch(fetch("in")).sha256()).isEqualTo(Content.sha256(CONTENT));
            for (String key : List.of("out", "up/outside")) {
                assertThat(Failures.of(Kind.REFUSED, () -> source.fetch(fetch(key))))
                        .hasMessageContaining("leads out");
            }
            Failures.of(Kind.NOT_FOUND, () -> source.find(new Key("lost")));
            Failures.of(Kind.REFUSED, () -> source.find(new Key("loop")));
            assertThat(source.find(new Key("up/files/a/b")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void followsALinkThatIsTheDirectory() throws Exception {
        put("a", CONTENT);
        Path link = Files.createSymbolicLink(directory.resolve("link"), files);
        try (Source source = Sources.of(link.toString())) {
            assertThat(source.find(Key.of("a")).size()).hasValue(CONTENT.length);
        }
    }

    @Test
    void refusesWhatIsNoFile() throws Exception {
        put("a/b", CONTENT);
        try (Source source = source()) {
            assertThat(Failures.of(Kind.REFUSED, () -> source.fetch(fetch("a"))))
                    .hasMessageContaining("regular file");
            Failures.of(Kind.NOT_FOUND, () -> source.find(new Key("a/b/c")));
            assertThat(Failures.of(Kind.BAD_KEY, () -> source.find(new Key("..\\outside"))))
                    .hasMessageContaining("'\\'");
            Failures.of(Kind.REFUSED, () -> source.find(new Key("n".repeat(300))));
        }
        try (Source source = Sources.of(directory.resolve("nowhere").toString())) {
            assertThat(Failures.of(Kind.NOT_FOUND, () -> source.find(new Key("a"))))
                    .hasMessageContaining("nowhere");
            Failures.of(Kind.NOT_FOUND, () -> source.list(""));
        }
    }

    @Test
    void startsOverOnceIfTheFileChangesMeanwhile() throws Exception {
        put("a", CONTENT);
        byte[] other = Content.of(500_000, 10);
        boolean[] isChanged = {false};
        try (Source source = source()) {
            Fetch once =
                    fetch("a")
                            .telling((_, _) -> {
                                if (!isChanged[0]) put("a", other);
                                isChanged[0] = true;
                            });
            assertThat(source.fetch(once).sha256()).isEqualTo(Content.sha256(other));

            Fetch always = fetch("a").telling((_, _) -> append("a"));
            assertThat(Failures.of(Kind.CHANGED, () -> source.fetch(always)))
                    .hasMessageContaining("nobody writes it");
            assertThat(directory.resolve("fetched-a.part")).doesNotExist();
            assertThat(directory.resolve("fetched-a.part.json")).doesNotExist();
        }
    }

    @Test
    void listsInPages() throws Exception {
        List<String> keys =
                IntStream.range(0, Page.NAMES_MAX + 5).mapToObj("b/%04d"::formatted).toList();
        keys.forEach(key -> put(key, new byte[1]));
        put("a", CONTENT);
        put("c/back\\slash", CONTENT);
        Files.createSymbolicLink(files.resolve("c/link"), Path.of("../a"));
        Files.createSymbolicLink(files.resolve("c/out"), directory);
        try (Source source = source()) {
            Page first = source.list("b/");
            Page second = source.list("b/", first.next().orElseThrow());
            assertThat(first.objects()).hasSize(Page.NAMES_MAX);
            assertThat(List.of(first, second))
                    .flatExtracting(Page::objects)
                    .extracting(found -> found.key().text())
                    .containsExactlyElementsOf(keys);
            assertThat(second.next()).isEmpty();
            Page rest = source.list("c");
            assertThat(rest.objects())
                    .containsExactly(
                            new Found(
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

    private Source source() {
        return Sources.of(files.toString());
    }

    private Fetch fetch(String key) {
        return Fetch.of(new Key(key), directory.resolve("fetched-" + key.replace('/', '-')));
    }
}
