package dev.pawl.diamonds;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// Published diamonds, if the machine has them: in `shared/data` next to the repository, or in the
/// directory `PAWL_DATA`.
public final class RealDiamonds {
    private RealDiamonds() {}

    /// Returns a file; the test is skipped if it does not exist.
    public static Path require(String relative) {
        Optional<Path> file =
                directory()
                        .map(data -> data.resolve("diamonds").resolve(relative))
                        .filter(Files::exists);
        Assumptions.assumeTrue(file.isPresent(), relative + " is not here");
        return file.orElseThrow();
    }

    private static Optional<Path> directory() {
        String named = System.getenv("PAWL_DATA");
        if (named != null) return Optional.of(Path.of(named));
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.exists(at.resolve("ARCHITECTURE.md"))) at = at.getParent();
        return Optional.ofNullable(at).map(root -> root.resolveSibling("shared").resolve("data"));
    }
}
