package dev.pawl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files with classes.
final class ClassFiles {
    private ClassFiles() {}

    /// Writes a class with one function.
    static Path write(Path directory, String name, int replicas) {
        return text(
                directory,
                """
                apiVersion: oaas.io/v1alpha1
                kind: ClassRuntime
                metadata:
                  name: %s
                spec:
                  package_class_key: test.%s
                  addons: []
                  functions:
                  - function_key: cart
                    provision_config:
                      container_image: example/cart:1
                      min_scale: %d
                """
                        .formatted(name, name, replicas));
    }

    static Path text(Path directory, String content) {
        try {
            return Files.writeString(directory.resolve("class.yaml"), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
