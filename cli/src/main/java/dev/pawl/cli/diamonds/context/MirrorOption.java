package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.fetch.Credentials;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectTarget;
import dev.pawl.pipeline.watermark.DirectoryMirror;
import dev.pawl.pipeline.watermark.WatermarkMirror;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where watermarks are copied to: a directory, or objects of a bucket.
public final class MirrorOption {
    private static final String VARIABLE = "PAWL_MIRROR";
    private static final String S3 = "s3://";
    private static final String JSON = ".json";

    @Option(
            names = "--mirror",
            paramLabel = "PLACE",
            description = {
                "Copy the watermark of each feed as JSON to FEED.json in a directory or below"
                        + " s3://BUCKET/PREFIX, or to the object s3://BUCKET/KEY.json (default: $"
                        + VARIABLE
                        + ").",
                "S3 credentials, region and server are those of the AWS variables, such as"
                        + " AWS_ENDPOINT_URL_S3."
            })
    @Nullable String mirror;

    /// Returns the mirror of these feeds, if one was chosen.
    Optional<WatermarkMirror> open(Shell shell, Set<String> feeds) {
        Optional<String> place = Optional.ofNullable(mirror).or(() -> shell.environment(VARIABLE));
        return place.map(text -> open(shell, text, feeds));
    }

    private static WatermarkMirror open(Shell shell, String place, Set<String> feeds) {
        try {
            if (!place.startsWith(S3)) return new DirectoryMirror(Path.of(place));
            if (!place.endsWith(JSON)) return new S3Mirror(target(shell, place), Optional.empty());
            if (feeds.size() > 1) {
                throw CommandException.usage(
                        "%s is one object, but there are %d feeds; choose s3://BUCKET/PREFIX"
                                .formatted(place, feeds.size()));
            }
            int slash = place.lastIndexOf('/');
            Key key = new Key(place.substring(slash + 1));
            return new S3Mirror(target(shell, place.substring(0, slash)), Optional.of(key));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--mirror: " + e.getMessage());
        }
    }

    private static ObjectTarget target(Shell shell, String address) {
        return ObjectTarget.of(
                address,
                options -> {
                    shell.environment("AWS_REGION").ifPresent(options::region);
                    shell.environment("AWS_ENDPOINT_URL_S3")
                            .or(() -> shell.environment("AWS_ENDPOINT_URL"))
                            .ifPresent(url -> options.endpoint(URI.create(url)));
                    shell.environment("AWS_ACCESS_KEY_ID")
                            .map(id -> credentials(shell, id))
                            .ifPresent(options::credentials);
                });
    }

    private static Credentials credentials(Shell shell, String id) {
        return new Credentials.Static(
                id,
                shell.environment("AWS_SECRET_ACCESS_KEY").orElse(""),
                shell.environment("AWS_SESSION_TOKEN").orElse(null));
    }

    /// Objects of a bucket: one for each feed, or one with a fixed key.
    private record S3Mirror(ObjectTarget target, Optional<Key> only) implements WatermarkMirror {
        @Override
        public String save(String feed, byte[] document) throws Exception {
            Key key = only.orElseGet(() -> new Key(feed + JSON));
            target.put(key, document, "application/json");
            return target.address(key);
        }
    }
}
