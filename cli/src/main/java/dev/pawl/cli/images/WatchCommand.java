package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Json;
import dev.pawl.engine.store.Store;
import dev.pawl.fetch.FetchException;
import dev.pawl.images.Images;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.images.request.ProcessRequest;
import dev.pawl.images.table.Catalog;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Processes new and changed objects of a source until it is stopped.
@Command(
        name = "watch",
        description = {
            "Watches a directory or a bucket and processes every new or changed image.",
            "Also executes runs that `pawl images process --no-wait` submits from another terminal."
                    + " Ctrl-C stops it; the next start resumes unfinished runs."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images watch --source ./downloads --policy standard",
            "  pawl images watch --source s3://images --prefix nightly/ --every 1m",
            "  pawl images watch --source ./downloads --once"
        })
final class WatchCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(200);

    private final ImagesContext context;
    private final Shell shell;

    @Mixin SourceArguments from = new SourceArguments();

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Process only keys that start with this text (default: all).")
    String prefix = "";

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "Interval between checks, such as 10s or 5m (default: 10s).")
    Duration every = Duration.ofSeconds(10);

    @Option(names = "--once", description = "Check once, process what is new, and exit.")
    boolean once;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Rules that archives must follow: strict or standard (default: strict).")
    String policy = "strict";

    WatchCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String source = from.address();
        checkPolicy();
        Images images = context.images();
        return shell.shutdown.during(() -> watch(images, source));
    }

    private int watch(Images images, String source) throws IOException, InterruptedException {
        try (ImagesSession session = ImagesSession.open(shell, images)) {
            Map<RunId, String> running = new LinkedHashMap<>();
            int failed = 0;
            boolean over = false;
            while (!over) {
                startNew(images, session, source, running);
                Instant next = shell.now().plus(every);
                do {
                    over = shell.shutdown.isRequestedWithin(POLL);
                    failed += settle(session, running);
                } while (!over && (once ? !running.isEmpty() : shell.now().isBefore(next)));
                over |= once;
            }
            int code = running.isEmpty() ? ExitCode.OK : ImagesExit.INTERRUPTED;
            return once && failed > 0 ? ExitCode.NO : code;
        }
    }

    private ProcessRequest request(String source, String key) {
        return ProcessRequest.of(source, key).policy(policy).refresh(true);
    }

    private void checkPolicy() {
        try {
            ArchivePolicy.named(policy);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    /// Starts a run for each new object; if the source does not answer, the next check tries again.
    private void startNew(
            Images images, ImagesSession session, String source, Map<RunId, String> running)
            throws InterruptedException {
        List<String> keys;
        try (Store store = shell.location().reading()) {
            keys = images.unprocessed(Catalog.of(store), source, prefix);
        } catch (FetchException e) {
            shell.warn("%s does not answer; trying again: %s".formatted(source, e.getMessage()));
            return;
        }
        for (String key : keys) {
            if (running.containsValue(key)) continue;
            RunId id = session.start(images.process(request(source, key)));
            running.put(id, key);
            report(key, id, "started", null);
        }
    }

    /// Reports the runs that have ended, and returns how many of them failed.
    private int settle(ImagesSession session, Map<RunId, String> running) {
        int failed = 0;
        for (Map.Entry<RunId, String> each : List.copyOf(running.entrySet())) {
            Run run = session.run(each.getKey());
            if (!run.status().isEnd()) continue;
            boolean done = run.status() == RunStatus.COMPLETED;
            String reason =
                    done
                            ? null
                            : ImageFailure.reason(Optional.ofNullable(run.condition().ending()));
            report(each.getValue(), run.id(), done ? "is active" : "failed", reason);
            running.remove(run.id());
            if (!done) failed++;
        }
        return failed;
    }

    private void report(String key, RunId id, String event, @Nullable String reason) {
        if (shell.json) {
            Map<String, String> json = new LinkedHashMap<>();
            json.put("key", key);
            json.put("run", id.toString());
            json.put("what", event);
            if (reason != null) json.put("reason", reason);
            shell.say(Json.line(json));
        } else {
            shell.say("%s  %s %s%s".formatted(id, key, event, reason == null ? "" : ": " + reason));
        }
        shell.out.flush();
    }
}
