package dev.pawl.images.machine;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.Key;
import dev.pawl.fetch.ObjectInfo;
import dev.pawl.fetch.ObjectSource;
import dev.pawl.fetch.Validator;
import dev.pawl.images.request.ActivateRequest;
import dev.pawl.images.request.ActivateResponse;
import dev.pawl.images.request.DownloadRequest;
import dev.pawl.images.request.DownloadResponse;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.request.ProcessResponse;
import dev.pawl.images.request.UnpackRequest;
import dev.pawl.images.request.UnpackResponse;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.table.Image;
import dev.pawl.images.table.ImageIds;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Join;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Retry;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.List;
import java.util.Optional;

/// Downloads, unpacks and activates one object: three machines, one after the other, each with the
/// response of the one before.
public final class ProcessMachine {
    public static final String NAME = "process-image";

    private final ImageContext context;
    private final Machine<DownloadRequest, DownloadResponse> download;
    private final Machine<UnpackRequest, UnpackResponse> unpack;
    private final Machine<ActivateRequest, ActivateResponse> activate;

    public ProcessMachine(ImageContext context) {
        this.context = context;
        download = DownloadMachine.of(context);
        unpack = UnpackMachine.of(context);
        activate = ActivateMachine.of(context);
    }

    /// Returns the three machines that it runs.
    public List<Machine<?, ?>> parts() {
        return List.of(download, unpack, activate);
    }

    public Start<DownloadRequest> downloading(DownloadRequest request) {
        return download.start(request).key(request.imageId()).queue(DownloadMachine.QUEUE);
    }

    public Start<ActivateRequest> activating(ActivateRequest request) {
        return activate.start(request).key(request.snapshotName());
    }

    public Machine<ProcessRequest, ProcessResponse> machine() {
        return Machine.named(NAME, ProcessRequest.class, ProcessResponse.class)
                .step(
                        State.RESOLVE,
                        this::resolve,
                        s ->
                                s.retry(Retry.exponential(5).jitter())
                                        .recovery(
                                                Recovery.repeatBody()
                                                        .crashes(ImageContext.CRASHES_MAX)
                                                        .note("asks the source which image it is")))
                .await(State.DOWNLOADING, w -> w.children(Join.all(), State.UNPACK))
                .step(State.UNPACK, this::unpack)
                .await(State.UNPACKING, w -> w.children(Join.all(), State.ACTIVATE))
                .step(State.ACTIVATE, this::activate)
                .await(State.ACTIVATING, w -> w.children(Join.all(), State.ANSWER))
                .step(State.ANSWER, this::answer)
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<ProcessResponse> resolve(Attempt<ProcessRequest, ProcessResponse> a)
            throws InterruptedException {
        ProcessRequest request = a.request();
        Optional<Image> known =
                new Catalog(a::query)
                        .imageAt(request.source(), request.s3Key())
                        .filter(_ -> !request.refresh());
        if (known.isPresent()) {
            return startDownload(a, known.get().imageId(), known.get().origin().validator());
        }
        try (ObjectSource source = context.sources().apply(request.source())) {
            ObjectInfo found = source.find(Key.of(request.s3Key()));
            Optional<String> validator = found.validator().map(Validator::text);
            String id = ImageIds.image(request.source(), request.s3Key(), validator);
            return startDownload(a, id, validator);
        } catch (FetchException e) {
            return SourceFailures.answer(a, e);
        }
    }

    private Outcome<ProcessResponse> startDownload(
            Attempt<ProcessRequest, ProcessResponse> a, String image, Optional<String> validator) {
        ProcessRequest request = a.request();
        return a.next()
                .starting(
                        downloading(
                                DownloadRequest.of(image, request.source(), request.s3Key())
                                        .validator(validator.orElse(null))
                                        .digest(request.digest())
                                        .policy(request.policy())));
    }

    private Outcome<ProcessResponse> unpack(Attempt<ProcessRequest, ProcessResponse> a) {
        Optional<DownloadResponse> file = answerOf(a, download);
        if (file.isEmpty()) return failed(a, download);
        String image = file.get().imageId();
        UnpackRequest request =
                UnpackRequest.of(image, file.get().localPath(), file.get().checksum())
                        .policy(a.request().policy())
                        .deviceSize(a.request().deviceSize())
                        .override(a.request().override());
        return a.next().starting(unpack.start(request).key(image).queue(UnpackMachine.QUEUE));
    }

    private Outcome<ProcessResponse> activate(Attempt<ProcessRequest, ProcessResponse> a) {
        Optional<UnpackResponse> volume = answerOf(a, unpack);
        if (volume.isEmpty()) return failed(a, unpack);
        UnpackResponse unpacked = volume.get();
        ActivateRequest request =
                ActivateRequest.of(unpacked.imageId(), unpacked.deviceId(), unpacked.deviceName())
                        .override(a.request().override());
        String chosen = a.request().snapshotName();
        return a.next()
                .starting(activating(chosen == null ? request : request.snapshotName(chosen)));
    }

    private Outcome<ProcessResponse> answer(Attempt<ProcessRequest, ProcessResponse> a) {
        Optional<ActivateResponse> snapshot = answerOf(a, activate);
        if (snapshot.isEmpty()) return failed(a, activate);
        return a.next(
                new ProcessResponse(
                        snapshot.get().imageId(),
                        answerOf(a, download).orElseThrow(),
                        answerOf(a, unpack).orElseThrow(),
                        snapshot.get(),
                        new ProcessResponse.Runs(
                                a.id().toString(),
                                child(a, download).id().toString(),
                                child(a, unpack).id().toString(),
                                child(a, activate).id().toString())));
    }

    private static <R> Optional<R> answerOf(
            Attempt<ProcessRequest, ProcessResponse> a, Machine<?, R> machine) {
        Run child = child(a, machine);
        return child.status() == RunStatus.COMPLETED ? a.result(child, machine) : Optional.empty();
    }

    /// Ends as the child did, with the reason of the child.
    private static Outcome<ProcessResponse> failed(
            Attempt<ProcessRequest, ProcessResponse> a, Machine<?, ?> machine) {
        Run child = child(a, machine);
        String reason = ImageFailure.reason(Optional.ofNullable(child.condition().ending()));
        return child.status() == RunStatus.ABORTED ? a.abort(reason) : a.fail(reason);
    }

    private static Run child(Attempt<?, ?> a, Machine<?, ?> machine) {
        return a.children().stream()
                .filter(run -> run.machine().equals(machine.name()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "expected a child of machine %s, found none"
                                        .formatted(machine.name())));
    }

    /// The states of a run.
    enum State {
        RESOLVE,
        DOWNLOADING,
        UNPACK,
        UNPACKING,
        ACTIVATE,
        ACTIVATING,
        ANSWER
    }
}
