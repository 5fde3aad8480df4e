package dev.pawl.images;

import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.archive.Rejected;
import dev.pawl.images.archive.Survey;
import dev.pawl.images.archive.Terms;
import dev.pawl.images.source.Fetch;
import dev.pawl.images.source.Fetched;
import dev.pawl.images.source.Key;
import dev.pawl.images.source.Source;
import dev.pawl.images.source.SourceException;
import dev.pawl.images.source.Validator;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Uniqueness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Brings an object here, checks it and writes it down: the document's download machine.
///
/// The file has its name only when it is complete, and a row of the table only when it was found
/// good; whatever else is there belongs to a run that is not over, or is removed by its cleanup.
final class DownloadMachine {
    static final String NAME = "download-image";
    static final String QUEUE = "downloads";

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final Recovery CHECK =
            Recovery.retry().persists("the request").note("a check, safe to repeat");
    private static final Recovery DOWNLOAD =
            Recovery.resume()
                    .persists("a part file and its validator")
                    .note("goes on behind the part if the object is the same, else starts over");
    private static final Recovery VALIDATE =
            Recovery.retry()
                    .persists("the file, its checksum")
                    .note("a bad file is removed, the run aborts");
    private static final Recovery STORE =
            Recovery.retry()
                    .persists("the row, with this transition")
                    .note("writes the same row again");

    private final Premises premises;

    private DownloadMachine(Premises premises) {
        this.premises = premises;
    }

    static Machine<DownloadRequest, DownloadResponse> of(Premises premises) {
        DownloadMachine steps = new DownloadMachine(premises);
        return Machine.named(NAME, DownloadRequest.class, DownloadResponse.class)
                .step(
                        "check-exists",
                        steps::checkExists,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        "download",
                        steps::download,
                        s ->
                                s.retry(Retry.exponential(5).jitter())
                                        .timeout(TIMEOUT)
                                        .recovery(DOWNLOAD))
                .step("validate", steps::validate, s -> s.retry(Retry.fixed(2)).recovery(VALIDATE))
                .step(
                        "store-metadata",
                        steps::storeMetadata,
                        s -> s.retry(Retry.exponential(5).jitter()).recovery(STORE))
                .cleanup(steps::cleanUp)
                .unique(Uniqueness.QUEUE_BEHIND)
                .build();
    }

    private Outcome<DownloadResponse> checkExists(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadRequest wanted = a.request();
        Optional<Image> known =
                new Catalog(a::query).image(wanted.imageId()).filter(Image::isDownloaded);
        if (known.isPresent()
                && known.get().isPassedBy(wanted.policy())
                && Premises.isIntact(known.get().copy())) {
            Image.Copy copy = known.get().copy();
            if (!isAsPinned(wanted, copy.checksum())) return mismatch(a, copy.checksum());
            return a.finish(
                            new DownloadResponse(
                                    wanted.imageId(),
                                    copy.localPath(),
                                    copy.checksum(),
                                    copy.sizeBytes(),
                                    false,
                                    true))
                    .writing(Ledger.used(wanted.imageId(), a.now()));
        }
        String path = premises.file(wanted.imageId()).toString();
        return a.next().writing(Ledger.wanted(wanted, path, a.now()));
    }

    private Outcome<DownloadResponse> download(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException, InterruptedException {
        DownloadRequest wanted = a.request();
        Files.createDirectories(premises.files());
        Path target = premises.file(wanted.imageId());
        try (Source source = premises.sources().apply(wanted.source())) {
            Fetched file =
                    source.fetch(
                            Fetch.of(Key.of(wanted.s3Key()), target)
                                    .atMost(premises.limits().archiveBytes())
                                    .telling((bytes, total) -> tell(a, bytes, total.orElse(0))));
            String found = file.validator().map(Validator::text).orElse("");
            if (!found.equals(wanted.validator())) {
                return a.abort(
                        Fault.SOURCE.reason(
                                "%s of %s changed: expected %s, found %s; process it again"
                                        .formatted(
                                                wanted.s3Key(),
                                                wanted.source(),
                                                wanted.validator(),
                                                found)));
            }
            return a.next(
                    new DownloadResponse(
                            wanted.imageId(),
                            target.toString(),
                            file.sha256().hex(),
                            file.size(),
                            true,
                            false));
        } catch (SourceException e) {
            return SourceTrouble.answer(a, e);
        }
    }

    private Outcome<DownloadResponse> validate(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadRequest wanted = a.request();
        DownloadResponse file = a.response().orElseThrow();
        Terms terms = Terms.of(Policy.named(wanted.policy())).within(premises.limits());
        try {
            Survey survey =
                    archive(wanted).survey(terms, (read, _, _) -> tell(a, read, file.sizeBytes()));
            if (!survey.digest().equals(file.checksum())) return damaged(a, survey.digest());
            if (!isAsPinned(wanted, survey.digest())) return mismatch(a, survey.digest());
            return a.next(file);
        } catch (Rejected e) {
            // A file that the disk has changed says nothing about the archive.
            String found = Premises.checksum(Path.of(file.localPath()));
            return found.equals(file.checksum()) ? rejected(a, e) : damaged(a, found);
        }
    }

    private static Outcome<DownloadResponse> damaged(
            Attempt<DownloadRequest, DownloadResponse> a, String found) {
        DownloadResponse file = a.response().orElseThrow();
        return a.abort(
                Fault.DAMAGE.reason(
                        "%s has the checksum %s, and had %s when it was downloaded"
                                .formatted(file.localPath(), found, file.checksum())));
    }

    private static Outcome<DownloadResponse> rejected(
            Attempt<DownloadRequest, DownloadResponse> a, Rejected e) {
        Ledger.Rejection what =
                new Ledger.Rejection(
                        a.request().imageId(), a.request().policy(), a.id().toString());
        return a.abort(Fault.POLICY.reason(String.valueOf(e.getMessage())))
                .writing(Ledger.rejected(what, e, a.now()));
    }

    private Outcome<DownloadResponse> storeMetadata(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadResponse file = a.response().orElseThrow();
        premises.board().clear(file.imageId());
        String stamp = Premises.stamp(Path.of(file.localPath()));
        return a.next(file).writing(Ledger.downloaded(a.request(), file, stamp, a.now()));
    }

    /// Removes what the run has left, unless it is the file of an image that is complete.
    private Outcome<DownloadResponse> cleanUp(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        String image = a.request().imageId();
        premises.board().clear(image);
        premises.removeParts(image);
        if (new Catalog(a::query).image(image).filter(Image::isDownloaded).isEmpty()) {
            Files.deleteIfExists(premises.file(image));
        }
        String reason = Fault.reason(a.ending());
        return a.next().writing(Ledger.downloadFailed(image, reason));
    }

    private Archive archive(DownloadRequest wanted) {
        return Archive.of(premises.file(wanted.imageId()), premises.work()).named(wanted.s3Key());
    }

    private void tell(Attempt<DownloadRequest, DownloadResponse> a, long bytes, long total) {
        String phase = a.response().isEmpty() ? "download" : "validate";
        premises.board()
                .set(a.request().imageId(), phase, new ProgressBoard.Amounts(bytes, total, 0));
    }

    private static boolean isAsPinned(DownloadRequest wanted, String checksum) {
        return wanted.digest().isEmpty() || wanted.digest().equalsIgnoreCase(checksum);
    }

    private static Outcome<DownloadResponse> mismatch(
            Attempt<DownloadRequest, DownloadResponse> a, String found) {
        return a.abort(
                Fault.SOURCE.reason(
                        "%s of %s must have the digest %s, and has %s"
                                .formatted(
                                        a.request().s3Key(),
                                        a.request().source(),
                                        a.request().digest(),
                                        found)));
    }
}
