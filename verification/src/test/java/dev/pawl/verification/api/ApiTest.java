package dev.pawl.verification.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tidy.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The public API of the shipped modules changes only together with its checked-in text.
class ApiTest {
    private final Repository repository = Repository.find();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "engine",
                "store",
                "testkit",
                "fetch",
                "limiter",
                "orchestrator",
                "conformance",
                "pipeline",
                "controller",
                "systems/classes",
                "systems/feeds",
                "systems/images",
                "systems/diamonds"
            })
    void theApiIsTheOneWrittenDown(String module) throws IOException {
        Path file = repository.root().resolve(module).resolve("api.txt");
        String api = Signatures.of(repository.classes(module));
        if (Boolean.getBoolean("api.update")) {
            Files.writeString(file, api);
        }

        assertThat(api)
                .as("%s/api.txt differs; if that is meant: mvn verify -Dapi.update=true", module)
                .isEqualTo(Files.exists(file) ? Files.readString(file) : "");
    }
}
