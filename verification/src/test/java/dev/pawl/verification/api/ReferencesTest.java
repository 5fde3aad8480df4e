package dev.pawl.verification.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tidy.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A name in a documentation comment names something that exists.
class ReferencesTest {
    @TempDir Path directory;

    @Test
    void everyCommentNamesWhatThereIs() throws IOException {
        Repository repository = Repository.find();
        List<Path> files = repository.mainFiles();

        assertThat(files).hasSizeGreaterThan(10);
        assertThat(References.dangling(files, repository::name)).isEmpty();
    }

    @Test
    void aNameOfNothingIsFound() throws IOException {
        Path good = write("Good.java", "/// See [String].\nclass Good {}");
        Path bad = write("Bad.java", "/// See [Nothing].\nclass Bad {}");

        assertThat(References.dangling(List.of(good, bad), file -> file.getFileName().toString()))
                .singleElement()
                .asString()
                .startsWith("Bad.java, line 1:");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
