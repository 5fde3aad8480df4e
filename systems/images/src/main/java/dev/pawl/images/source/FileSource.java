package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The files in a directory and below, and none outside of it whatever links there are.
final class FileSource implements Source, Origin {
    private final Path directory;
    private final Timeouts timeouts;

    FileSource(Path directory, Timeouts timeouts) {
        this.directory = directory.toAbsolutePath().normalize();
        this.timeouts = timeouts;
    }

    @Override
    public String address() {
        return "file:" + directory;
    }

    @Override
    public Found find(Key key) throws SourceException, InterruptedException {
        return Watch.over(subject(key), timeouts.silence(), _ -> look(key));
    }

    @Override
    public Fetched fetch(Fetch fetch) throws SourceException, InterruptedException {
        return Watch.over(
                subject(fetch.key()),
                timeouts.silence(),
                pulse -> new Download(this, address(), fetch, pulse).run());
    }

    @Override
    public Page list(String prefix, String after) throws SourceException, InterruptedException {
        Subject subject = new Subject(address(), "list of '%s'".formatted(prefix));
        return Watch.over(
                subject,
                timeouts.silence(),
                pulse -> {
                    // A large directory takes its time, and nobody is waited for.
                    pulse.working();
                    try {
                        return new FileListing(this, directory).page(prefix, after);
                    } catch (IOException e) {
                        throw failed(subject, e);
                    }
                });
    }

    @Override
    public Subject subject(Key key) {
        return Subject.of(address(), key);
    }

    @Override
    public Found look(Key key) throws SourceException {
        Subject subject = subject(key);
        try {
            return described(key, located(subject, key));
        } catch (IOException e) {
            throw failed(subject, e);
        }
    }

    private Found described(Key key, Path file) throws IOException, SourceException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw subject(key)
                    .error(Kind.REFUSED, "expected a regular file, found another thing; name one");
        }
        Validator validator =
                Validator.strong(
                        "size=%d modified=%s file=%s"
                                .formatted(
                                        attributes.size(),
                                        attributes.lastModifiedTime(),
                                        attributes.fileKey()));
        return new Found(
                key, OptionalLong.of(attributes.size()), Optional.of(validator), Optional.empty());
    }

    /// Returns where a key really leads, which is in the directory.
    private Path located(Subject subject, Key key) throws IOException, SourceException {
        if (key.text().indexOf('\\') >= 0) {
            throw subject.error(Kind.BAD_KEY, "expected a key of a file without '\\', found one");
        }
        Path top = directory.toRealPath();
        Path file;
        try {
            file = top.resolve(key.text()).toRealPath();
        } catch (InvalidPathException e) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected a name in the system's encoding, found %s; set the locale to UTF-8"
                            .formatted(e.getReason()),
                    e);
        }
        if (file.startsWith(top)) return file;
        throw subject.error(
                Kind.REFUSED, "expected a file below the directory, found a link that leads out");
    }

    private static SourceException failed(Subject subject, IOException error) {
        boolean isMissing =
                error instanceof NoSuchFileException
                        || (error instanceof FileSystemException fault
                                && "Not a directory".equals(fault.getReason()));
        if (isMissing) {
            return subject.error(
                    Kind.NOT_FOUND,
                    "expected a file, found none (%s); check directory and key".formatted(error),
                    error);
        }
        if (error instanceof AccessDeniedException) {
            return subject.error(
                    Kind.DENIED,
                    "expected a file to read, found %s; let this user read it".formatted(error),
                    error);
        }
        return subject.error(
                Kind.REFUSED,
                "expected a file to read, found %s; check it".formatted(error),
                error);
    }

    @Override
    public Body open(Found found, long offset) throws SourceException {
        Subject subject = subject(found.key());
        try {
            FileChannel file =
                    FileChannel.open(
                            located(subject, found.key()),
                            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            file.position(offset);
            return new FileBody(
                    this,
                    found,
                    new Body.Announced(offset, found.size(), found.validator(), true),
                    file);
        } catch (IOException e) {
            throw failed(subject, e);
        }
    }

    /// There is nothing to give back.
    @Override
    public void close() {}
}
