package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.images.SourceAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a source.
final class SourceArguments {
    @Option(
            names = "--source",
            paramLabel = "URL",
            required = true,
            description =
                    "Source of the objects: s3://BUCKET[/PREFIX], http(s)://HOST/BASE/ or a"
                            + " directory.")
    String source = "";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "URL of the S3 server (default: AWS).")
    @Nullable String endpoint;

    @Option(
            names = "--region",
            paramLabel = "NAME",
            description = "S3 region (default: us-east-1).")
    @Nullable String region;

    @Option(
            names = "--credentials",
            paramLabel = "WHICH",
            description = {
                "S3 credentials: default (as the AWS SDK finds them), environment, profile:NAME,"
                        + " anonymous, or static:ID:SECRET, where ID and SECRET name environment"
                        + " variables (default: default)."
            })
    @Nullable String credentials;

    /// Returns the address that runs store; a directory has its absolute path.
    String address() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (endpoint != null) settings.put("endpoint", endpoint);
        if (region != null) settings.put("region", region);
        if (credentials != null) settings.put("credentials", credentials);
        boolean directory = !source.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
        try {
            String location =
                    directory ? Path.of(source).toAbsolutePath().normalize().toString() : source;
            SourceAddress address = new SourceAddress(location, settings);
            // Reports a wrong address now instead of in a run.
            address.open(System.getenv()).close();
            return address.toString();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
