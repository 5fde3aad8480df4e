package dev.pawl.images;

import dev.pawl.images.source.Found;
import dev.pawl.images.source.Key;
import dev.pawl.images.source.Source;
import dev.pawl.images.source.SourceException;
import dev.pawl.images.source.Validator;
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

/// Brings one object all the way: three machines, one after the other, each with the answer of the
/// one before.
final class ProcessMachine {
    static final String NAME = "process-image";

    private final Premises premises;
    private final Machine<DownloadRequest, DownloadResponse> download;
    private final Machine<UnpackRequest, UnpackResponse> unpack;
    private final Machine<ActivateRequest, ActivateResponse> activate;

    ProcessMachine(Premises premises) {
        this.premises = premises;
        download = DownloadMachine.of(premises);
        unpack = UnpackMachine.of(premises);
        activate = ActivateMachine.of(premises);
    }

    /// Returns the three machines that it starts.
    List<Machine<?, ?>> parts() {
        return List.of(download, unpack, activate);
    }

    Start<DownloadRequest> downloading(DownloadRequest request) {
        return download.start(request).key(request.imageId()).queue(DownloadMachine.QUEUE);
    }

    Start<ActivateRequest> activating(ActivateRequest request) {
        return activate.start(request).key(request.snapshotName());
    }

    Machine<ProcessRequest, ProcessResponse> machine() {
        return Machine.named(NAME, ProcessRequest.class, ProcessResponse.class)
                .step(
                        "resolve",
                        this::resolve,
                        s ->
                                s.retry(Retry.exponential(5).jitter())
                                        .recovery(Recovery.retry().note("asks which image it is")))
                .await("downloading", w -> w.children(Join.all(), "unpack"))
                .step("unpack", this::unpack)
                .await("unpacking", w -> w.children(Join.all(), "activate"))
                .step("activate", this::activate)
                .await("activating", w -> w.children(Join.all(), "answer"))
                .step("answer", this::answer)
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<ProcessResponse> resolve(Attempt<ProcessRequest, ProcessResponse> a)
            throws InterruptedException {
        ProcessRequest wanted = a.request();
        Optional<Image> known =
                new Catalog(a::query)
                        .imageAt(wanted.source(), wanted.s3Key())
                        .filter(_ -> !wanted.refresh());
        if (known.isPresent()) {
            String validator = known.get().origin().validator().orElse("");
            return downloading(a, known.get().imageId(), validator);
        }
        try (Source source = premises.sources().apply(wanted.source())) {
            Found found = source.find(Key.of(wanted.s3Key()));
            String validator = found.validator().map(Validator::text).orElse("");
            String id = ImageIds.image(wanted.source(), wanted.s3Key(), validator);
            return downloading(a, id, validator);
        } catch (SourceException e) {
            return SourceTrouble.answer(a, e);
        }
    }

    private Outcome<ProcessResponse> downloading(
            Attempt<ProcessRequest, ProcessResponse> a, String image, String validator) {
        ProcessRequest wanted = a.request();
        DownloadRequest request =
                new DownloadRequest(
                        wanted.s3Key(),
                        image,
                        wanted.source(),
                        validator,
                        wanted.digest(),
                        wanted.policy());
        return a.next().starting(downloading(request));
    }

    private Outcome<ProcessResponse> unpack(Attempt<ProcessRequest, ProcessResponse> a) {
        Optional<DownloadResponse> file = answerOf(a, download);
        if (file.isEmpty()) return failed(a, download);
        UnpackRequest request =
                new UnpackRequest(
                        file.get().imageId(),
                        file.get().localPath(),
                        file.get().checksum(),
                        a.request().policy(),
                        a.request().deviceSize(),
                        a.request().override());
        return a.next()
                .starting(unpack.start(request).key(request.imageId()).queue(UnpackMachine.QUEUE));
    }

    private Outcome<ProcessResponse> activate(Attempt<ProcessRequest, ProcessResponse> a) {
        Optional<UnpackResponse> volume = answerOf(a, unpack);
        if (volume.isEmpty()) return failed(a, unpack);
        String image = volume.get().imageId();
        String chosen = a.request().snapshotName();
        ActivateRequest request =
                new ActivateRequest(
                        image,
                        volume.get().deviceId(),
                        volume.get().deviceName(),
                        chosen.isEmpty() ? ImageIds.snapshot(image) : chosen,
                        a.request().override());
        return a.next().starting(activating(request));
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

    /// Ends as the child did, for the child's reason.
    private static Outcome<ProcessResponse> failed(
            Attempt<ProcessRequest, ProcessResponse> a, Machine<?, ?> machine) {
        Run child = child(a, machine);
        String reason = Fault.reason(Optional.ofNullable(child.condition().ending()));
        return child.status() == RunStatus.ABORTED ? a.abort(reason) : a.fail(reason);
    }

    private static Run child(Attempt<?, ?> a, Machine<?, ?> machine) {
        return a.children().stream()
                .filter(run -> run.machine().equals(machine.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no run of " + machine.name()));
    }
}
