package dev.pawl.images.source;

import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes sources of addresses.
public final class Sources {
    private static final Pattern S3 = Pattern.compile("s3://([^/]*)(?:/(.*))?");
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");

    private Sources() {}

    /// Returns the source at an address, with the usual options.
    public static Source of(String address) {
        return of(address, _ -> {});
    }

    /// Returns the source at `s3://BUCKET[/PREFIX]`, `http(s)://HOST/BASE/`, `file:/DIRECTORY` or
    /// in a directory.
    ///
    /// Nothing is asked of it yet.
    public static Source of(String address, Consumer<SourceOptions> settings) {
        SourceOptions options = new SourceOptions();
        settings.accept(options);
        Matcher s3 = S3.matcher(address);
        if (s3.matches()) return s3(address, s3, options);
        if (address.matches("https?://.*")) return http(address, options);
        if (address.startsWith("file:")) return file(address, options);
        if (address.isBlank() || SCHEME.matcher(address).matches()) throw unknown(address);
        return new FileSource(Path.of(address), options.timeouts());
    }

    private static Source s3(String address, Matcher parts, SourceOptions options) {
        String bucket = parts.group(1);
        if (!BUCKET.matcher(bucket).matches()) {
            throw new IllegalArgumentException(
                    "expected the name of a bucket, 3 to 63 of a-z, 0-9, '.' and '-', found '%s' in"
                                    .formatted(bucket)
                            + " "
                            + address);
        }
        String rest = parts.group(2) == null ? "" : parts.group(2).replaceFirst("/$", "");
        String prefix = rest.isEmpty() ? "" : new Key(rest).text() + "/";
        return new S3Source(bucket, prefix, options);
    }

    private static Source http(String address, SourceOptions options) {
        URI base;
        try {
            base = URI.create(address.endsWith("/") ? address : address + "/");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected http(s)://HOST/BASE/, found %s: %s"
                            .formatted(address, e.getMessage()),
                    e);
        }
        boolean isPlain =
                base.getHost() != null
                        && base.getRawUserInfo() == null
                        && base.getRawQuery() == null
                        && base.getRawFragment() == null;
        if (!isPlain) {
            throw new IllegalArgumentException(
                    "expected http(s)://HOST/BASE/ without user, query and fragment, found one of"
                            + " them, or no host");
        }
        return new HttpSource(base, options.timeouts());
    }

    private static Source file(String address, SourceOptions options) {
        try {
            return new FileSource(Path.of(URI.create(address)), options.timeouts());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected file:/DIRECTORY, found %s: %s".formatted(address, e.getMessage()), e);
        }
    }

    private static IllegalArgumentException unknown(String address) {
        return new IllegalArgumentException(
                "expected s3://BUCKET[/PREFIX], http(s)://HOST/BASE/, file:/DIRECTORY or a"
                        + " directory, found '%s'".formatted(address));
    }
}
