package dev.pawl.images.source;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// What a source is opened with, set in a lambda and frozen when it opens.
///
/// All but the timeouts is of S3 alone.
public final class SourceOptions {
    private @Nullable URI endpoint;
    private String region = "us-east-1";
    private @Nullable Boolean pathStyle;
    private Credentials credentials = new Credentials.Default();
    private Timeouts timeouts = Timeouts.DEFAULT;

    SourceOptions() {}

    /// Sets the address of a server other than that of AWS.
    public SourceOptions endpoint(URI address) {
        if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "expected an endpoint http(s)://HOST[:PORT], found " + address);
        }
        endpoint = address;
        return this;
    }

    /// Sets the region; `us-east-1` unless told.
    public SourceOptions region(String name) {
        region = name;
        return this;
    }

    /// Sets whether the bucket is in the path of a request, and not in the name of the host; it is
    /// when an endpoint is given, unless told.
    public SourceOptions pathStyle(boolean whether) {
        pathStyle = whether;
        return this;
    }

    /// Sets who asks; what the AWS SDK finds unless told.
    public SourceOptions credentials(Credentials who) {
        credentials = who;
        return this;
    }

    /// Sets how long to wait for a connection, and for the next byte.
    public SourceOptions timeouts(Timeouts atMost) {
        timeouts = atMost;
        return this;
    }

    @Nullable URI endpoint() {
        return endpoint;
    }

    String region() {
        return region;
    }

    boolean isPathStyle() {
        return pathStyle == null ? endpoint != null : pathStyle;
    }

    Credentials credentials() {
        return credentials;
    }

    Timeouts timeouts() {
        return timeouts;
    }
}
