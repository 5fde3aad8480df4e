package dev.pawl.servers;

import dev.pawl.servers.Availability.Missing;
import dev.pawl.servers.Availability.Present;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs of one PostgreSQL.
public record Installation(String name, Path programs, String version) {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    /// Returns the newest one of Debian, if it is installed.
    public static Availability<Installation> debian() {
        Optional<Path> newest;
        try {
            newest = newestOf(DEBIAN);
        } catch (IOException e) {
            return new Missing<>("Debian's PostgreSQL: %s cannot be read: %s".formatted(DEBIAN, e));
        }
        if (newest.isEmpty()) {
            return new Missing<>("Debian's PostgreSQL: no server beneath %s".formatted(DEBIAN));
        }
        return found("debian", newest.get());
    }

    /// Returns the one that comes as a library of the build.
    public static Availability<Installation> embedded() {
        return switch (EmbeddedPostgres.home()) {
            case Present<Path>(Path home) -> found("embedded", home);
            case Missing<Path>(String why) -> new Missing<>("embedded PostgreSQL: " + why);
        };
    }

    /// Returns the one of Debian, otherwise the embedded one.
    public static Availability<Installation> any() {
        return debian().or(embedded());
    }

    /// Returns all kinds, those that this machine has and those that it lacks.
    public static List<Availability<Installation>> available() {
        return List.of(debian(), embedded());
    }

    Path program(String program) {
        return programs.resolve(program);
    }

    @Override
    public String toString() {
        return "PostgreSQL %s (%s)".formatted(version, name);
    }

    /// Returns a name for files that differs for each version.
    String id() {
        return name + "-" + version;
    }

    private static Availability<Installation> found(String name, Path home) {
        Optional<String> obstacle = Unprivileged.obstacle();
        if (obstacle.isPresent()) return new Missing<>("PostgreSQL: " + obstacle.get());
        Path programs = home.resolve("bin");
        String words =
                Commands.output(List.of(programs.resolve("postgres").toString(), "--version"));
        String version = words.replaceFirst("(?s)\\D*([\\d.]+).*", "$1");
        return new Present<>(new Installation(name, programs, version));
    }

    private static Optional<Path> newestOf(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) return Optional.empty();
        try (Stream<Path> versions = Files.list(parent)) {
            return versions.filter(home -> home.getFileName().toString().matches("\\d+"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/postgres")))
                    .max(
                            Comparator.comparingInt(
                                    home -> Integer.parseInt(home.getFileName().toString())));
        }
    }
}
