package dev.pawl.cli.images;

import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.SourceAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where objects come from.
final class SourceArguments {
    @Option(
            names = "--source",
            paramLabel = "URL",
            required = true,
            description =
                    "Where the object is: s3://BUCKET[/PREFIX], http(s)://HOST/BASE/, or a"
                            + " directory.")
    String source = "";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "The address of an S3 server other than that of AWS.")
    @Nullable String endpoint;

    @Option(names = "--region", paramLabel = "NAME", description = "The region (us-east-1).")
    @Nullable String region;

    @Option(
            names = "--credentials",
            paramLabel = "WHICH",
            description = {
                "Who asks S3: default (what the AWS SDK finds), environment, profile:NAME,"
                        + " anonymous, or static:ID:SECRET with the names of two variables of the"
                        + " environment."
            })
    @Nullable String credentials;

    /// Returns the address as runs keep it; a directory by its full path.
    String address() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (endpoint != null) settings.put("endpoint", endpoint);
        if (region != null) settings.put("region", region);
        if (credentials != null) settings.put("credentials", credentials);
        boolean directory = !source.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
        try {
            String place =
                    directory ? Path.of(source).toAbsolutePath().normalize().toString() : source;
            SourceAddress address = new SourceAddress(place, settings);
            // What is wrong with it is to be said now, and not by a run.
            address.open(System.getenv()).close();
            return address.toString();
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
    }
}
