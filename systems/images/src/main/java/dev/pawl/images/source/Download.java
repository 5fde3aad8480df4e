package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// One fetch: looks, opens, copies, compares and publishes.
///
/// The object is looked at before it is asked for, so that its length and validator are said twice:
/// a server that is wrong in one of the two is found out.
final class Download {
    private static final int BUFFER_BYTES = 256 << 10;

    private final Origin origin;
    private final String source;
    private final Fetch fetch;
    private final Pulse pulse;
    private final Subject subject;

    Download(Origin origin, String source, Fetch fetch, Pulse pulse) {
        this.origin = origin;
        this.source = source;
        this.fetch = fetch;
        this.pulse = pulse;
        this.subject = origin.subject(fetch.key());
    }

    Fetched run() throws SourceException {
        try (PartFile part = PartFile.open(subject, fetch.target())) {
            boolean isKept = false;
            try {
                Fetched fetched = startingOverOnce(part);
                isKept = true;
                return fetched;
            } catch (SourceException e) {
                if (e.kind() == Kind.TRANSIENT) {
                    part.keep();
                    isKept = true;
                }
                throw e;
            } finally {
                if (!isKept) part.discard();
            }
        } catch (IOException e) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected to leave %s and its part in order, found %s; check the disk"
                            .formatted(fetch.target(), e),
                    e);
        }
    }

    private Fetched startingOverOnce(PartFile part) throws SourceException {
        try {
            return attempt(part);
        } catch (SourceException e) {
            if (!isCuredByAnother(e, part)) throw e;
            part.forget();
            return attempt(part);
        }
    }

    /// A digest may be wrong because of what was kept; nothing is kept the second time.
    private static boolean isCuredByAnother(SourceException error, PartFile part) {
        return error.kind() == Kind.CHANGED
                || (error.kind() == Kind.MISMATCH && part.isContinued());
    }

    private Fetched attempt(PartFile part) throws SourceException {
        pulse.waiting();
        Found found = origin.look(fetch.key());
        requireAllowed(found.size().orElse(0));
        PartNote wanted = note(found);
        long offset = wanted == null ? 0 : part.kept(wanted);
        pulse.waiting();
        try (Body body = origin.open(found, offset)) {
            Body.Announced announced = body.announced();
            requireSame(found, announced);
            OptionalLong total = announced.total().isPresent() ? announced.total() : found.size();
            requireAllowed(total.orElse(0));
            requireEnd(found, announced, total);
            pulse.working();
            long left = total.orElse(0) - announced.from();
            boolean isNoted = announced.validator().equals(found.strong());
            MessageDigest digest = part.begin(announced.from(), left, isNoted ? wanted : null);
            long size = copy(body, part, digest, total);
            body.confirm();
            Sha256 sha256 = Sha256.of(digest);
            requireDigest(found, sha256);
            part.publish();
            return new Fetched(
                    fetch.target(), size, sha256, announced.validator(), announced.from());
        }
    }

    /// Returns what a part of this object would be noted as, if it can be told from others.
    private @Nullable PartNote note(Found found) {
        Optional<Validator> validator = found.strong();
        if (validator.isEmpty() || found.size().isEmpty()) return null;
        String text = validator.get().text();
        return new PartNote(
                source, fetch.key().text(), text, found.size().getAsLong(), /* synced= */ 0);
    }

    private long copy(Body body, PartFile part, MessageDigest digest, OptionalLong total)
            throws SourceException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long at = body.announced().from();
        while (true) {
            pulse.waiting();
            int read = body.read(buffer);
            pulse.working();
            if (read < 0) break;
            long left = total.orElse(at + read) - at;
            if (read > left) throw wrongLength(body, total.orElse(0), "more");
            at += read;
            requireAllowed(at);
            digest.update(buffer, 0, read);
            part.write(buffer, read, left);
            fetch.progress().at(at, total);
            if (Thread.currentThread().isInterrupted()) {
                throw subject.error(Kind.TRANSIENT, "interrupted after %d bytes".formatted(at));
            }
            letOthersRun();
        }
        if (total.isPresent() && at != total.getAsLong()) {
            throw wrongLength(body, total.getAsLong(), String.valueOf(at));
        }
        return at;
    }

    /// A change explains it better than the network, if the body knows of one.
    private SourceException wrongLength(Body body, long expected, String found)
            throws SourceException {
        body.confirm();
        return lengthDiffers(expected, found);
    }

    /// Computing digests keeps the carrier of a virtual thread busy for as long as bytes come fast.
    @SuppressWarnings("ThreadPriorityCheck")
    private static void letOthersRun() {
        Thread.yield();
    }

    private void requireAllowed(long bytes) throws SourceException {
        if (bytes > fetch.bytesMax()) {
            throw subject.error(
                    Kind.TOO_LARGE,
                    "expected at most %d bytes, found %d; raise the limit or use a smaller object"
                            .formatted(fetch.bytesMax(), bytes));
        }
    }

    private void requireSame(Found found, Body.Announced announced) throws SourceException {
        Optional<Validator> before = found.strong();
        Optional<Validator> now = announced.validator().filter(Validator::isStrong);
        if (before.isPresent() && now.isPresent() && !before.equals(now)) {
            throw subject.error(
                    Kind.CHANGED,
                    "expected the content %s, found %s; try again when nobody changes it"
                            .formatted(before.get().text(), now.get().text()));
        }
        boolean isLong = found.size().isPresent() && announced.total().isPresent();
        if (isLong && !found.size().equals(announced.total())) {
            String length = String.valueOf(announced.total().getAsLong());
            if (before.equals(now) && now.isPresent()) {
                throw lengthDiffers(found.size().getAsLong(), length);
            }
            throw subject.error(
                    Kind.CHANGED,
                    "expected %d bytes, found %s; try again when nobody changes it"
                            .formatted(found.size().getAsLong(), length));
        }
    }

    /// Without a length, a mark at the end or a digest, a body that was cut looks like a whole one.
    private void requireEnd(Found found, Body.Announced announced, OptionalLong total)
            throws SourceException {
        boolean isSure =
                total.isPresent()
                        || announced.hasEnd()
                        || fetch.expected().isPresent()
                        || found.checksum().isPresent();
        if (!isSure) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected a length or a body in chunks, found neither, so that a cut could not"
                            + " be told from the end; say the SHA-256 to expect");
        }
    }

    private SourceException lengthDiffers(long expected, String found) {
        return subject.error(
                Kind.TRANSIENT,
                "expected %d bytes, found %s; try again".formatted(expected, found));
    }

    private void requireDigest(Found found, Sha256 sha256) throws SourceException {
        requireDigest("the caller", fetch.expected(), sha256);
        requireDigest("the source", found.checksum(), sha256);
    }

    private void requireDigest(String whose, Optional<Sha256> expected, Sha256 sha256)
            throws SourceException {
        if (expected.isPresent() && !expected.get().equals(sha256)) {
            throw subject.error(
                    Kind.MISMATCH,
                    "expected the SHA-256 %s of %s, found %s; the object or the digest is wrong"
                            .formatted(expected.get(), whose, sha256));
        }
    }
}
