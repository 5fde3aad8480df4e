package dev.pawl.images.machine;

import dev.pawl.fetch.Fetch;
import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Fetched;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectSource;
import dev.pawl.fetch.Validator;
import dev.pawl.images.archive.Archive;
import dev.pawl.images.archive.ArchiveSurvey;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.DownloadResponse;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageTables;
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

/// Downloads an object, checks it and records it: the document's download machine.
///
/// A file gets its final name only when it is complete, and its row only when it passed the check.
/// Any other file belongs to a live run or is removed by the cleanup of its run.
public final class DownloadMachine {
    public static final String NAME = "download-image";
    public static final String QUEUE = "downloads";

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final Recovery CHECK =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the request")
                    .note("a check, safe to repeat");
    private static final Recovery DOWNLOAD =
            Recovery.resumeBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("a part file and its validator")
                    .note("continues after the part if the object is unchanged, else starts over");
    private static final Recovery VALIDATE =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the file, its checksum")
                    .note("a bad file is deleted and the run aborts");
    private static final Recovery STORE =
            Recovery.repeatBody()
                    .crashes(ImageContext.CRASHES_MAX)
                    .persists("the row, with this transition")
                    .note("writes the same row again");

    private final ImageContext context;

    private DownloadMachine(ImageContext context) {
        this.context = context;
    }

    public static Machine<DownloadRequest, DownloadResponse> of(ImageContext context) {
        DownloadMachine steps = new DownloadMachine(context);
        return Machine.named(NAME, DownloadRequest.class, DownloadResponse.class)
                .step(
                        State.CHECK_EXISTS,
                        steps::checkExists,
                        s -> s.retry(Retry.exponential(3)).recovery(CHECK).finishes())
                .step(
                        State.DOWNLOAD,
                        steps::download,
                        s ->
                                s.retry(Retry.exponential(5).jitter())
                                        .timeout(TIMEOUT)
                                        .recovery(DOWNLOAD))
                .step(
                        State.VALIDATE,
                        steps::validate,
                        s -> s.retry(Retry.fixed(2)).recovery(VALIDATE))
                .step(
                        State.STORE_METADATA,
                        steps::storeMetadata,
                        s -> s.retry(Retry.exponential(5).jitter()).recovery(STORE))
                .cleanup(steps::cleanUp)
                .unique(Uniqueness.QUEUE_BEHIND)
                .build();
    }

    private Outcome<DownloadResponse> checkExists(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadRequest request = a.request();
        Optional<Image> known =
                new Catalog(a::query).image(request.imageId()).filter(Image::isDownloaded);
        if (known.isPresent()
                && known.get().passes(request.policy())
                && ImageContext.isIntact(known.get().copy())) {
            Image.Copy copy = known.get().copy();
            if (!hasDigest(request, copy.checksum())) return mismatch(a, copy.checksum());
            return a.finish(
                            new DownloadResponse(
                                    request.imageId(),
                                    copy.localPath(),
                                    copy.checksum(),
                                    copy.sizeBytes(),
                                    false,
                                    true))
                    .writing(ImageTables.used(request.imageId(), a.now()));
        }
        String path = context.file(request.imageId()).toString();
        return a.next().writing(ImageTables.requested(request, path, a.now()));
    }

    private Outcome<DownloadResponse> download(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException, InterruptedException {
        DownloadRequest request = a.request();
        Files.createDirectories(context.files());
        Path target = context.file(request.imageId());
        try (ObjectSource source = context.sources().apply(request.source())) {
            Fetched file =
                    source.fetch(
                            Key.of(request.s3Key()),
                            Fetch.to(target)
                                    .atMost(context.limits().archiveBytes())
                                    .reportingTo((bytes, total) ->
                                            showProgress(a, bytes, total.orElse(0))));
            Optional<String> found = file.validator().map(Validator::text);
            if (!found.equals(Optional.ofNullable(request.validator()))) {
                return a.abort(
                        ImageFailure.SOURCE.reason(
                                "%s of %s changed: expected version %s, found %s; process it again"
                                        .formatted(
                                                request.s3Key(),
                                                request.source(),
                                                request.validator(),
                                                found.orElse(null))));
            }
            return a.next(
                    new DownloadResponse(
                            request.imageId(),
                            target.toString(),
                            file.sha256().hex(),
                            file.size(),
                            true,
                            false));
        } catch (FetchException e) {
            return SourceFailures.answer(a, e);
        }
    }

    private Outcome<DownloadResponse> validate(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadRequest request = a.request();
        DownloadResponse file = a.response().orElseThrow();
        ArchiveTerms terms =
                ArchiveTerms.of(ArchivePolicy.named(request.policy())).within(context.limits());
        try {
            ArchiveSurvey survey =
                    archive(request)
                            .survey(terms, (read, _, _) -> showProgress(a, read, file.sizeBytes()));
            if (!survey.digest().equals(file.checksum())) return damaged(a, survey.digest());
            if (!hasDigest(request, survey.digest())) return mismatch(a, survey.digest());
            return a.next(file);
        } catch (ArchiveRejectedException e) {
            // If the file changed on disk, its content says nothing about the archive.
            String found = ImageContext.checksum(Path.of(file.localPath()));
            return found.equals(file.checksum()) ? rejected(a, e) : damaged(a, found);
        }
    }

    private static Outcome<DownloadResponse> damaged(
            Attempt<DownloadRequest, DownloadResponse> a, String found) {
        DownloadResponse file = a.response().orElseThrow();
        return a.abort(
                ImageFailure.DAMAGE.reason(
                        "%s is damaged: expected the checksum %s as downloaded, found %s"
                                .formatted(file.localPath(), file.checksum(), found)));
    }

    private static Outcome<DownloadResponse> rejected(
            Attempt<DownloadRequest, DownloadResponse> a, ArchiveRejectedException e) {
        ImageTables.Rejection rejection =
                new ImageTables.Rejection(
                        a.request().imageId(), a.request().policy(), a.id().toString());
        return a.abort(ImageFailure.POLICY.reason(String.valueOf(e.getMessage())))
                .writing(ImageTables.rejected(rejection, e, a.now()));
    }

    private Outcome<DownloadResponse> storeMetadata(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        DownloadResponse file = a.response().orElseThrow();
        context.progress().clear(file.imageId());
        String stamp = ImageContext.stamp(Path.of(file.localPath()));
        return a.next(file).writing(ImageTables.downloaded(a.request(), file, stamp, a.now()));
    }

    /// Removes what the run has left, but never the file of a complete image.
    private Outcome<DownloadResponse> cleanUp(Attempt<DownloadRequest, DownloadResponse> a)
            throws IOException {
        String image = a.request().imageId();
        context.progress().clear(image);
        context.removeParts(image);
        if (new Catalog(a::query).image(image).filter(Image::isDownloaded).isEmpty()) {
            Files.deleteIfExists(context.file(image));
        }
        String reason = ImageFailure.reason(a.ending());
        return a.next().writing(ImageTables.downloadFailed(image, reason));
    }

    private Archive archive(DownloadRequest request) {
        return Archive.of(context.file(request.imageId()), context.work()).named(request.s3Key());
    }

    private void showProgress(
            Attempt<DownloadRequest, DownloadResponse> a, long bytes, long total) {
        String phase = a.response().isEmpty() ? "download" : "validate";
        context.progress()
                .set(a.request().imageId(), phase, new ProgressBoard.Amounts(bytes, total, 0));
    }

    private static boolean hasDigest(DownloadRequest request, String checksum) {
        String digest = request.digest();
        return digest == null || digest.equalsIgnoreCase(checksum);
    }

    private static Outcome<DownloadResponse> mismatch(
            Attempt<DownloadRequest, DownloadResponse> a, String found) {
        return a.abort(
                ImageFailure.SOURCE.reason(
                        "%s of %s must have the digest %s, found %s"
                                .formatted(
                                        a.request().s3Key(),
                                        a.request().source(),
                                        a.request().digest(),
                                        found)));
    }

    /// The states of a run.
    enum State {
        CHECK_EXISTS,
        DOWNLOAD,
        VALIDATE,
        STORE_METADATA
    }
}
