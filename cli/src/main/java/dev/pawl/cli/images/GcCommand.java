package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Store;
import dev.pawl.images.Images;
import dev.pawl.images.gc.ImageRetention;
import dev.pawl.images.gc.Inconsistency;
import dev.pawl.images.table.Catalog;
import dev.pawl.images.volume.VolumeException;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Finds and repairs inconsistencies between the database, volumes, files and runs.
@Command(
        name = "gc",
        description = {
            "Finds inconsistencies between the database, volumes, files and runs, and images that"
                    + " exceed a retention limit.",
            "Changes nothing without --apply. With it, each repair is a run that checks again"
                    + " before it acts."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images gc",
            "  pawl images gc --apply",
            "  pawl images gc --unused-for 30d --max-bytes 50G",
            "",
            "Exit codes:",
            "  0  nothing found, or everything repaired",
            "  1  inconsistencies found, or a repair failed"
        })
final class GcCommand implements Callable<Integer> {
    private final ImagesContext context;
    private final Shell shell;

    @Option(names = "--apply", description = "Repair inconsistencies and delete expired images.")
    boolean apply;

    @Mixin RetentionArguments retention = new RetentionArguments();

    GcCommand(ImagesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws Exception {
        ImageRetention kept = retention.retention();
        Images images = context.images();
        if (!apply) {
            List<Inconsistency> found = find(images, kept);
            print(found, Map.of());
            return found.isEmpty() ? ExitCode.OK : ExitCode.NO;
        }
        shell.location().require();
        return shell.shutdown.during(() -> apply(images, kept));
    }

    private int apply(Images images, ImageRetention kept)
            throws IOException, InterruptedException, VolumeException {
        try (ImagesSession session = ImagesSession.open(shell, images)) {
            List<Inconsistency> found = find(images, kept);
            Map<Inconsistency, Run> repairs = repair(images, session, found);
            print(found, repairs);
            boolean repaired =
                    repairs.size() == found.size()
                            && repairs.values().stream()
                                    .allMatch(run -> run.status() == RunStatus.COMPLETED);
            return repaired ? ExitCode.OK : ExitCode.NO;
        }
    }

    private List<Inconsistency> find(Images images, ImageRetention kept)
            throws IOException, VolumeException {
        StoreLocation location = shell.location();
        // Reports a store in which no image was ever processed.
        context.query(Catalog::images);
        try (Store store = location.reading()) {
            Catalog catalog = Catalog.of(store);
            List<Inconsistency> found =
                    new ArrayList<>(
                            images.inconsistencies(catalog, ImagesSession.live(store::runs)));
            found.addAll(images.expired(catalog, kept, shell.now()));
            return found;
        }
    }

    private Map<Inconsistency, Run> repair(
            Images images, ImagesSession session, List<Inconsistency> found)
            throws IOException, InterruptedException {
        Map<Inconsistency, Run> repairs = new LinkedHashMap<>();
        for (Inconsistency each : found) {
            Optional<Start<?>> start = context.query(catalog -> images.repair(catalog, each));
            if (start.isEmpty()) continue;
            RunId id = session.start(start.get());
            Optional<Run> end = session.await(shell, id);
            if (end.isEmpty()) return repairs;
            repairs.put(each, end.get());
        }
        return repairs;
    }

    private void print(List<Inconsistency> found, Map<Inconsistency, Run> repairs) {
        if (shell.json) {
            List<Map<String, Object>> json = new ArrayList<>();
            for (Inconsistency each : found) json.add(json(each, repairs));
            shell.json(json);
            return;
        }
        Table table = shell.table("CLASS", "SUBJECT", "DETAIL", "WHY", "REPAIR");
        for (Inconsistency each : found) {
            Run run = repairs.get(each);
            table.row(
                    each.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
                    HumanText.cut(each.subject(), 80),
                    each.detail(),
                    each.kind().cause(),
                    run == null
                            ? each.kind().repair()
                            : "%s: %s, run %s"
                                    .formatted(each.kind().repair(), run.status(), run.id()));
        }
        if (table.isEmpty()) {
            shell.say("No inconsistencies found.");
            return;
        }
        table.print(shell.out);
        if (!apply) shell.say("Nothing was changed. Use --apply to repair.");
    }

    private static Map<String, Object> json(Inconsistency each, Map<Inconsistency, Run> repairs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("class", each.kind());
        json.put("subject", each.subject());
        json.put("imageId", Objects.requireNonNullElse(each.imageId(), ""));
        json.put("deviceId", each.deviceId());
        json.put("detail", each.detail());
        json.put("repair", each.kind().repair());
        Run run = repairs.get(each);
        if (run != null) {
            json.put("run", run.id().toString());
            json.put("status", run.status());
        }
        return json;
    }
}
