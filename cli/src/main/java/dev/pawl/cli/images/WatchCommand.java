package dev.pawl.cli.images;

import dev.pawl.cli.screen.Amounts;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Json;
import dev.pawl.engine.store.Store;
import dev.pawl.images.Catalog;
import dev.pawl.images.Fault;
import dev.pawl.images.Images;
import dev.pawl.images.ProcessRequest;
import dev.pawl.images.archive.Policy;
import dev.pawl.images.source.SourceException;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Processes what is new in a source, until it is stopped.
@Command(
        name = "watch",
        description = {
            "Looks again and again what a directory or a bucket has, and processes what is new or"
                    + " has changed.",
            "Meanwhile it is the engine of the store: `pawl images process --no-wait` in another"
                    + " terminal gives it work. Ctrl-C stops it; the next start goes on."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images watch --source ./downloads --policy standard",
            "  pawl images watch --source s3://images --prefix nightly/ --every 1m",
            "  pawl images watch --source ./downloads --once"
        })
final class WatchCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Shelf shelf;
    private final Shell shell;

    @Mixin SourceArguments from = new SourceArguments();

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Only keys that begin so (default: all).")
    String prefix = "";

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "How often to look, such as 10s or 5m (default: 10s).")
    String every = "10s";

    @Option(names = "--once", description = "Look once, process what is new, and end.")
    boolean once;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "What an archive may hold: strict or standard (default: strict).")
    String policy = "strict";

    WatchCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProcessRequest each =
                new ProcessRequest(
                        from.address(), "", policy(), "", "", Images.DEVICE_BYTES, true, "");
        Duration pause = pause();
        Images images = shelf.images();
        shell.ending.begin();
        try (Workplace workplace = Workplace.open(shell, images)) {
            Map<RunId, String> running = new LinkedHashMap<>();
            int failed = 0;
            boolean over = false;
            while (!over) {
                begin(images, workplace, each, running);
                Instant next = shell.now().plus(pause);
                do {
                    over = shell.ending.isWantedWithin(LOOK);
                    failed += settle(workplace, running);
                } while (!over && (once ? !running.isEmpty() : shell.now().isBefore(next)));
                over |= once;
            }
            int code = running.isEmpty() ? ExitCode.OK : ImagesExit.INTERRUPTED;
            return ended(once && failed > 0 ? ExitCode.NO : code);
        } finally {
            shell.ending.done();
        }
    }

    private int ended(int code) {
        shell.ending.want(code);
        return code;
    }

    private String policy() {
        try {
            Policy.named(policy);
            return policy;
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
    }

    private Duration pause() {
        try {
            return Amounts.time(every);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage("--every: " + e.getMessage());
        }
    }

    /// Starts what is new; a source that does not answer is asked again the next time.
    private void begin(
            Images images, Workplace workplace, ProcessRequest each, Map<RunId, String> running)
            throws InterruptedException {
        List<String> keys;
        try (Store store = shell.place().reading()) {
            keys = images.news(Catalog.of(store), each.source(), prefix);
        } catch (SourceException e) {
            shell.warn("%s does not answer: %s".formatted(each.source(), e.getMessage()));
            return;
        }
        for (String key : keys) {
            if (running.containsValue(key)) continue;
            RunId id = workplace.start(images.process(each.of(key)));
            running.put(id, key);
            tell(key, id, "begins", "");
        }
    }

    /// Takes note of runs that have ended, and returns how many of them came to nothing.
    private int settle(Workplace workplace, Map<RunId, String> running) {
        int failed = 0;
        for (Map.Entry<RunId, String> each : List.copyOf(running.entrySet())) {
            Run run = workplace.run(each.getKey());
            if (!run.status().isEnd()) continue;
            boolean done = run.status() == RunStatus.COMPLETED;
            String why = done ? "" : Fault.reason(Optional.ofNullable(run.condition().ending()));
            tell(each.getValue(), run.id(), done ? "is active" : "was given up", why);
            running.remove(run.id());
            if (!done) failed++;
        }
        return failed;
    }

    private void tell(String key, RunId id, String what, String why) {
        if (shell.json) {
            Map<String, String> json = new LinkedHashMap<>();
            json.put("key", key);
            json.put("run", id.toString());
            json.put("what", what);
            if (!why.isEmpty()) json.put("reason", why);
            shell.say(Json.line(json));
        } else {
            shell.say("%s  %s %s%s".formatted(id, key, what, why.isEmpty() ? "" : ": " + why));
        }
        shell.out.flush();
    }
}
