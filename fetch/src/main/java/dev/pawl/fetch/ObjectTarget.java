package dev.pawl.fetch;

import dev.pawl.fetch.s3.S3Storage;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A place in a bucket for small objects that are replaced as a whole. Thread-safe.
public final class ObjectTarget implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*?)/?)?");

    private final S3Storage storage;

    private ObjectTarget(S3Storage storage) {
        this.storage = storage;
    }

    /// Returns the place at `s3://BUCKET[/PREFIX]`. It sends no request yet.
    public static ObjectTarget of(String address, Consumer<SourceOptions> settings) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "expected s3://BUCKET[/PREFIX], found '%s'".formatted(address));
        }
        String rest = parts.group(2) == null ? "" : parts.group(2);
        String prefix = rest.isEmpty() ? "" : new Key(rest).text() + "/";
        SourceOptions options = new SourceOptions();
        settings.accept(options);
        return new ObjectTarget(new S3Storage(parts.group(1), prefix, options));
    }

    /// Creates or replaces an object. An error leaves the object as it was.
    public void put(Key key, byte[] content, String contentType) throws FetchException {
        storage.put(key, content, contentType);
    }

    /// Returns the address of an object.
    public String address(Key key) {
        return storage.address() + key.text();
    }

    @Override
    public void close() {
        storage.close();
    }
}
