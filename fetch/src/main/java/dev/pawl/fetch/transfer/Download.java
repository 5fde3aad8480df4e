package dev.pawl.fetch.transfer;

import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.FetchLimits;
import dev.pawl.fetch.Fetched;
import dev.pawl.fetch.Sha256;
import dev.pawl.fetch.transfer.ContentBody.Announced;
import dev.pawl.fetch.transfer.TransferWatch.IdleTimer;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalLong;

/// One fetch: opens the content, copies it into a partial file, checks it and publishes it.
public final class Download {
    private static final int BUFFER_BYTES = 256 << 10;

    private final FetchSubject subject;
    private final Fetch fetch;
    private final FetchLimits limits;
    private final ContentOpener opener;

    public Download(FetchSubject subject, Fetch fetch, FetchLimits limits, ContentOpener opener) {
        this.subject = subject;
        this.fetch = fetch;
        this.limits = limits;
        this.opener = opener;
    }

    /// Returns the published file, or empty if the caller has its content already.
    public Optional<Fetched> run() throws FetchException, InterruptedException {
        try (PartFile part = watched(_ -> PartFile.open(subject, fetch, limits))) {
            boolean isKept = false;
            try {
                Optional<Fetched> fetched = startingOverOnce(part);
                isKept = fetched.isPresent();
                fetch.gate().succeeded();
                return fetched;
            } catch (FetchException e) {
                isKept = e.isRetryable();
                if (isKept) part.keep();
                throw e;
            } catch (InterruptedException e) {
                isKept = true;
                part.keep();
                throw e;
            } finally {
                if (!isKept) part.discard();
            }
        } catch (IOException e) {
            throw subject.error(
                    Kind.UNWRITABLE,
                    "expected to keep or remove the partial file of %s, found %s; check the disk"
                            .formatted(fetch.target(), e),
                    e);
        }
    }

    private <T> T watched(TransferWatch.Task<T> task) throws FetchException, InterruptedException {
        return TransferWatch.over(subject, limits.silence(), task);
    }

    private Optional<Fetched> startingOverOnce(PartFile part)
            throws FetchException, InterruptedException {
        try {
            return attempt(part);
        } catch (FetchException e) {
            if (!isWorthStartingOver(e, part)) throw e;
            part.forget();
            return attempt(part);
        }
    }

    /// A wrong digest can come from the bytes of an earlier fetch; the second attempt has none.
    private static boolean isWorthStartingOver(FetchException error, PartFile part) {
        return error.kind() == Kind.CHANGED || (error.kind() == Kind.MISMATCH && part.isResumed());
    }

    /// The gate is called on the thread of the caller, which its implementation may depend on.
    private Optional<Fetched> attempt(PartFile part) throws FetchException, InterruptedException {
        fetch.gate().pass();
        return watched(timer -> {
            Optional<ContentOpener.Opened> opened = opener.open(part, timer);
            if (opened.isEmpty()) return Optional.empty();
            try (ContentOpener.Opened content = opened.get()) {
                timer.working();
                return Optional.of(receive(content, part, timer));
            }
        });
    }

    private Fetched receive(ContentOpener.Opened content, PartFile part, IdleTimer timer)
            throws FetchException {
        Announced announced = content.announced();
        part.requireAllowed(announced.total().orElse(0));
        requireEnd(content);
        long left = announced.total().orElse(0) - announced.from();
        MessageDigest digest = part.start(announced.from(), left, content.note());
        long size = copy(content, part, digest, timer);
        content.body().confirm();
        Sha256 sha256 = Sha256.of(digest);
        requireDigest("the caller", fetch.expected(), sha256);
        requireDigest("the source", content.checksum(), sha256);
        opener.accept(part);
        part.publish();
        return new Fetched(fetch.target(), size, sha256, announced.validator(), announced.from());
    }

    private long copy(
            ContentOpener.Opened content, PartFile part, MessageDigest digest, IdleTimer timer)
            throws FetchException {
        OptionalLong total = content.announced().total();
        byte[] buffer = new byte[BUFFER_BYTES];
        long at = content.announced().from();
        while (true) {
            timer.waiting();
            int read = content.body().read(buffer);
            timer.working();
            if (read < 0) break;
            long left = total.orElse(at + read) - at;
            if (read > left) throw wrongLength(content, total.orElse(0), "more");
            at += read;
            part.requireAllowed(at);
            digest.update(buffer, 0, read);
            part.write(buffer, read, left);
            fetch.progress().at(at, total);
            if (Thread.currentThread().isInterrupted()) {
                throw subject.error(Kind.TRANSIENT, "interrupted after %d bytes".formatted(at));
            }
            yieldToOthers();
        }
        if (total.isPresent() && at != total.getAsLong()) {
            throw wrongLength(content, total.getAsLong(), String.valueOf(at));
        }
        return at;
    }

    /// Computing digests occupies the carrier of a virtual thread for as long as bytes arrive fast.
    @SuppressWarnings("ThreadPriorityCheck")
    private static void yieldToOthers() {
        Thread.yield();
    }

    /// If the body knows of a change, that explains the length better than the network does.
    private FetchException wrongLength(ContentOpener.Opened content, long expected, String found)
            throws FetchException {
        content.body().confirm();
        return wrongLength(subject, expected, found);
    }

    public static FetchException wrongLength(FetchSubject subject, long expected, String found) {
        return subject.error(
                Kind.TRANSIENT,
                "expected %d bytes, found %s; try again".formatted(expected, found));
    }

    /// Without a length, an end mark or a digest, a truncated body looks complete.
    private void requireEnd(ContentOpener.Opened content) throws FetchException {
        boolean isDetectable =
                content.announced().total().isPresent()
                        || content.announced().hasEnd()
                        || fetch.expected().isPresent()
                        || content.checksum().isPresent();
        if (!isDetectable) {
            throw subject.error(
                    Kind.REFUSED,
                    "expected a length or a chunked body, found neither, so a truncated body would"
                            + " go unnoticed; pass the SHA-256 to expect");
        }
    }

    private void requireDigest(String origin, Optional<Sha256> expected, Sha256 found)
            throws FetchException {
        if (expected.isPresent() && !expected.get().equals(found)) {
            throw subject.error(
                    Kind.MISMATCH,
                    "expected the SHA-256 %s of %s, found %s; the content or the digest is wrong"
                            .formatted(expected.get(), origin, found));
        }
    }
}
