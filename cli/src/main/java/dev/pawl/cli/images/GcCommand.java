package dev.pawl.cli.images;

import dev.pawl.cli.screen.Table;
import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.store.Store;
import dev.pawl.images.Catalog;
import dev.pawl.images.Images;
import dev.pawl.images.Mismatch;
import dev.pawl.images.Retention;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Compares what the tables say with volumes, files and runs, and puts it right.
@Command(
        name = "gc",
        description = {
            "Lists what tables, volumes, files and runs do not say alike, by class, and what a"
                    + " retention does not keep.",
            "Nothing is changed without --apply; then each repair is a run of its own, which looks"
                    + " again before it acts."
        },
        footer = {
            "",
            "Examples:",
            "  pawl images gc",
            "  pawl images gc --apply",
            "  pawl images gc --unused-for 30d --max-bytes 50G",
            "",
            "Exit codes:",
            "  0  nothing was found, or all of it was repaired",
            "  1  something was found, or could not be repaired"
        })
final class GcCommand implements Callable<Integer> {
    private final Shelf shelf;
    private final Shell shell;

    @Option(names = "--apply", description = "Repair what is found.")
    boolean apply;

    @Mixin RetentionArguments retention = new RetentionArguments();

    GcCommand(Shelf shelf) {
        this.shelf = shelf;
        this.shell = shelf.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException, VolumeException {
        Retention kept = retention.retention();
        Images images = shelf.images();
        if (!apply) {
            List<Mismatch> found = look(images, kept);
            tell(found, Map.of());
            return found.isEmpty() ? ExitCode.OK : ExitCode.NO;
        }
        shell.place().require();
        shell.ending.begin();
        try (Workplace workplace = Workplace.open(shell, images)) {
            List<Mismatch> found = look(images, kept);
            Map<Mismatch, Run> repairs = repair(images, workplace, found);
            tell(found, repairs);
            boolean whole =
                    repairs.size() == found.size()
                            && repairs.values().stream()
                                    .allMatch(run -> run.status() == RunStatus.COMPLETED);
            shell.ending.want(whole ? ExitCode.OK : ExitCode.NO);
            return whole ? ExitCode.OK : ExitCode.NO;
        } finally {
            shell.ending.done();
        }
    }

    private List<Mismatch> look(Images images, Retention kept) throws IOException, VolumeException {
        Place place = shell.place();
        // Where no image ever was, this says so.
        shelf.ask(Catalog::images);
        try (Store store = place.reading()) {
            Catalog catalog = Catalog.of(store);
            List<Mismatch> found =
                    new ArrayList<>(images.mismatches(catalog, Workplace.live(store::runs)));
            found.addAll(images.expired(catalog, kept, shell.now()));
            return found;
        }
    }

    private Map<Mismatch, Run> repair(Images images, Workplace workplace, List<Mismatch> found)
            throws IOException, InterruptedException {
        Map<Mismatch, Run> repairs = new LinkedHashMap<>();
        for (Mismatch wrong : found) {
            Optional<Start<?>> start = shelf.ask(catalog -> images.repair(catalog, wrong));
            if (start.isEmpty()) continue;
            RunId id = workplace.start(start.get());
            Optional<Run> end = workplace.await(shell, id);
            if (end.isEmpty()) return repairs;
            repairs.put(wrong, end.get());
        }
        return repairs;
    }

    private void tell(List<Mismatch> found, Map<Mismatch, Run> repairs) {
        if (shell.json) {
            List<Map<String, Object>> json = new ArrayList<>();
            for (Mismatch wrong : found) json.add(json(wrong, repairs));
            shell.json(json);
            return;
        }
        Table table = shell.table("CLASS", "SUBJECT", "DETAIL", "WHY", "REPAIR");
        for (Mismatch wrong : found) {
            Run run = repairs.get(wrong);
            table.row(
                    wrong.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
                    Words.cut(wrong.subject(), 80),
                    wrong.detail(),
                    wrong.kind().words(),
                    run == null
                            ? wrong.kind().repair()
                            : "%s: %s, run %s"
                                    .formatted(wrong.kind().repair(), run.status(), run.id()));
        }
        if (table.isEmpty()) {
            shell.say("Tables, volumes, files and runs say the same.");
            return;
        }
        table.print(shell.out);
        if (!apply) shell.say("Nothing was done. Add --apply to do it.");
    }

    private static Map<String, Object> json(Mismatch wrong, Map<Mismatch, Run> repairs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("class", wrong.kind());
        json.put("subject", wrong.subject());
        json.put("imageId", wrong.imageId());
        json.put("deviceId", wrong.deviceId());
        json.put("detail", wrong.detail());
        json.put("repair", wrong.kind().repair());
        Run run = repairs.get(wrong);
        if (run != null) {
            json.put("run", run.id().toString());
            json.put("status", run.status());
        }
        return json;
    }
}
