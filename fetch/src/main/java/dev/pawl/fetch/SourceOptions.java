package dev.pawl.fetch;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The options of an [ObjectSource], set in a lambda and fixed when the source opens.
///
/// All but the limits apply to S3 only.
public final class SourceOptions {
    private @Nullable URI endpoint;
    private String region = "us-east-1";
    private @Nullable Boolean pathStyle;
    private Credentials credentials = new Credentials.Default();
    private FetchLimits limits = FetchLimits.DEFAULT;

    SourceOptions() {}

    /// Sets the address of a server other than AWS.
    public SourceOptions endpoint(URI address) {
        if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "expected an endpoint http(s)://HOST[:PORT], found " + address);
        }
        endpoint = address;
        return this;
    }

    /// Sets the region (default: `us-east-1`).
    public SourceOptions region(String name) {
        region = name;
        return this;
    }

    /// Sets whether the bucket is in the path of a request and not in the name of the host
    /// (default: only if an endpoint is set).
    public SourceOptions pathStyle(boolean isInPath) {
        pathStyle = isInPath;
        return this;
    }

    /// Sets the credentials (default: those that the AWS SDK finds).
    public SourceOptions credentials(Credentials chosen) {
        credentials = chosen;
        return this;
    }

    /// Sets the limits of time and size.
    public SourceOptions limits(FetchLimits chosen) {
        limits = chosen;
        return this;
    }

    public @Nullable URI endpoint() {
        return endpoint;
    }

    public String region() {
        return region;
    }

    public boolean isPathStyle() {
        return pathStyle == null ? endpoint != null : pathStyle;
    }

    public Credentials credentials() {
        return credentials;
    }

    public FetchLimits limits() {
        return limits;
    }
}
