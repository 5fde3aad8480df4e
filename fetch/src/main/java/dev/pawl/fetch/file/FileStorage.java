package dev.pawl.fetch.file;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectPage;
import dev.pawl.fetch.Validator;
import dev.pawl.fetch.transfer.ContentBody;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.ObjectStorage;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.io.IOException;
import java.nio.ByteBuffer;
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

/// The files in a directory and below; a link that leads out of it is refused.
public final class FileStorage implements ObjectStorage {
    private final Path directory;

    public FileStorage(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    @Override
    public String address() {
        return "file:" + directory;
    }

    @Override
    public ObjectPage list(String prefix, String after, IdleTimer timer) throws FetchException {
        // Reading a large directory takes time, and that is not silence of another side.
        timer.working();
        try {
            return new FileListing(this, directory).page(prefix, after);
        } catch (IOException e) {
            throw failed(FetchSubject.ofList(address(), prefix), e);
        }
    }

    @Override
    public ObjectInfo find(Key key) throws FetchException {
        FetchSubject subject = subject(key);
        try {
            return described(key, located(subject, key));
        } catch (IOException e) {
            throw failed(subject, e);
        }
    }

    private ObjectInfo described(Key key, Path file) throws IOException, FetchException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw subject(key)
                    .error(
                            Kind.REFUSED,
                            "expected a regular file, found something else; name a file");
        }
        Validator validator =
                Validator.strong(
                        "size=%d modified=%s file=%s"
                                .formatted(
                                        attributes.size(),
                                        attributes.lastModifiedTime(),
                                        attributes.fileKey()));
        return new ObjectInfo(
                key, OptionalLong.of(attributes.size()), Optional.of(validator), Optional.empty());
    }

    /// Returns the path of a key with all links resolved, which is in the directory.
    private Path located(FetchSubject subject, Key key) throws IOException, FetchException {
        if (key.text().indexOf('\\') >= 0) {
            throw subject.error(
                    Kind.BAD_KEY, "expected a key without '\\', found one; rename the file");
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
                Kind.REFUSED,
                "expected a file in the directory, found a link that leads out; copy the file");
    }

    private static FetchException failed(FetchSubject subject, IOException error) {
        boolean isMissing =
                error instanceof NoSuchFileException
                        || (error instanceof FileSystemException fault
                                && "Not a directory".equals(fault.getReason()));
        if (isMissing) {
            return subject.error(
                    Kind.NOT_FOUND,
                    "expected a file, found none (%s); check the directory and the key"
                            .formatted(error),
                    error);
        }
        if (error instanceof AccessDeniedException) {
            return subject.error(
                    Kind.DENIED,
                    "expected a readable file, found %s; give this user read permission"
                            .formatted(error),
                    error);
        }
        return subject.error(
                Kind.REFUSED,
                "expected a readable file, found %s; check it".formatted(error),
                error);
    }

    @Override
    public ContentBody open(ObjectInfo found, long offset) throws FetchException {
        FetchSubject subject = subject(found.key());
        try {
            FileChannel file =
                    FileChannel.open(
                            located(subject, found.key()),
                            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            file.position(offset);
            return new FileBody(
                    new Announced(offset, found.size(), found.validator(), true), found, file);
        } catch (IOException e) {
            throw failed(subject, e);
        }
    }

    /// There is nothing to release.
    @Override
    public void close() {}

    /// The content of a file.
    private final class FileBody implements ContentBody {
        private final Announced announced;
        private final ObjectInfo found;
        private final FileChannel file;

        FileBody(Announced announced, ObjectInfo found, FileChannel file) {
            this.announced = announced;
            this.found = found;
            this.file = file;
        }

        @Override
        public Announced announced() {
            return announced;
        }

        @Override
        public int read(byte[] buffer) throws FetchException {
            try {
                return file.read(ByteBuffer.wrap(buffer));
            } catch (IOException e) {
                throw subject(found.key())
                        .error(
                                Kind.TRANSIENT,
                                "expected to read the file, found %s; check its disk".formatted(e),
                                e);
            }
        }

        /// A file may be written while it is read.
        @Override
        public void confirm() throws FetchException {
            Optional<Validator> now = find(found.key()).validator();
            if (!now.equals(found.validator())) {
                throw subject(found.key())
                        .error(
                                Kind.CHANGED,
                                "expected the file %s after reading it, found %s; try again when it"
                                                .formatted(found.validator(), now)
                                        + " is no longer written");
            }
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                throw new IllegalStateException("cannot close a file after reading it", e);
            }
        }
    }
}
