package dev.pawl.fetch;

import dev.pawl.fetch.file.FileStorage;
import dev.pawl.fetch.http.HttpStorage;
import dev.pawl.fetch.s3.S3Storage;
import dev.pawl.fetch.transfer.Download;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.ObjectOpener;
import dev.pawl.fetch.transfer.ObjectStorage;
import dev.pawl.fetch.transfer.TransferWatch;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A bucket, a web server or a directory that has objects by key.
///
/// It may be used by many threads at once. A thread that is interrupted in a call leaves it
/// promptly, whatever the other side does.
public final class ObjectSource implements AutoCloseable {
    private static final Pattern S3 = Pattern.compile("s3://([^/]*)(?:/(.*))?");
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");

    private final ObjectStorage storage;
    private final FetchLimits limits;

    private ObjectSource(ObjectStorage storage, FetchLimits limits) {
        this.storage = storage;
        this.limits = limits;
    }

    /// Returns the source at an address, with default options.
    public static ObjectSource of(String address) {
        return of(address, _ -> {});
    }

    /// Returns the source at `s3://BUCKET[/PREFIX]`, `http(s)://HOST/BASE/`, `file:/DIRECTORY` or
    /// in a directory.
    ///
    /// It sends no request yet.
    public static ObjectSource of(String address, Consumer<SourceOptions> settings) {
        SourceOptions options = new SourceOptions();
        settings.accept(options);
        return new ObjectSource(storage(address, options), options.limits());
    }

    private static ObjectStorage storage(String address, SourceOptions options) {
        Matcher s3 = S3.matcher(address);
        if (s3.matches()) return s3(address, s3, options);
        if (address.matches("https?://.*")) return http(address, options);
        if (address.startsWith("file:")) return file(address);
        if (address.isBlank() || SCHEME.matcher(address).matches()) throw unknown(address);
        return new FileStorage(Path.of(address));
    }

    private static ObjectStorage s3(String address, Matcher parts, SourceOptions options) {
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
        return new S3Storage(bucket, prefix, options);
    }

    private static ObjectStorage http(String address, SourceOptions options) {
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
            // The address is not repeated, because a user can come with a password.
            throw new IllegalArgumentException(
                    "expected http(s)://HOST/BASE/ without user, query and fragment, found one of"
                            + " them, or no host");
        }
        return new HttpStorage(base, options.limits());
    }

    private static ObjectStorage file(String address) {
        try {
            return new FileStorage(Path.of(URI.create(address)));
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

    /// Returns the address of the source, which contains no secret.
    public String address() {
        return storage.address();
    }

    /// Returns what the source knows about an object.
    public ObjectInfo find(Key key) throws FetchException, InterruptedException {
        return TransferWatch.over(storage.subject(key), limits.silence(), _ -> storage.find(key));
    }

    /// Returns the first page of the objects whose keys start with `prefix`.
    public ObjectPage list(String prefix) throws FetchException, InterruptedException {
        return list(prefix, "");
    }

    /// Returns the page of a list that follows another; `after` is [ObjectPage#next] of that one.
    public ObjectPage list(String prefix, String after)
            throws FetchException, InterruptedException {
        return TransferWatch.over(
                FetchSubject.ofList(address(), prefix),
                limits.silence(),
                timer -> storage.list(prefix, after, timer));
    }

    /// Fetches an object into a file.
    ///
    /// The file appears complete and on the disk, or not at all. Until then the content is in a
    /// partial file. After an interruption and after an error that [FetchException#isRetryable] the
    /// partial file stays if a strong validator identifies its content, and the next fetch resumes
    /// after it; after any other error nothing stays. A crash of the process or of the machine
    /// leaves nothing that a later fetch would trust wrongly.
    public Fetched fetch(Key key, Fetch fetch) throws FetchException, InterruptedException {
        ObjectOpener opener = new ObjectOpener(storage, key);
        return new Download(storage.subject(key), fetch, limits, opener).run().orElseThrow();
    }

    /// Releases connections.
    @Override
    public void close() {
        storage.close();
    }
}
