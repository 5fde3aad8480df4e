package dev.pawl.cli.machine;

import dev.pawl.cli.shell.ListPrinter;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ListDefinitions;
import dev.pawl.engine.control.ControlRequest.TallyRuns;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Lists machines.
@Command(
        name = "machines",
        description = "Lists the machines that the store knows, with their states and live runs.")
final class MachinesCommand implements Callable<Integer> {
    private final Shell shell;

    MachinesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Definition> definitions;
        Map<String, Long> live = new HashMap<>();
        try (Control control = shell.open()) {
            definitions = control.execute(new ListDefinitions());
            for (Tally tally : control.execute(new TallyRuns())) {
                live.merge(tally.machine().name(), tally.count(), Long::sum);
            }
        }
        return new ListPrinter<Definition>(shell, "No machine has been registered with this store.")
                .column("MACHINE", Definition::name)
                .column("VERSION", Definition::version)
                .column("FINGERPRINT", Definition::fingerprint)
                .column("LIVE RUNS", each -> live.getOrDefault(each.name(), 0L))
                .column("STATES", each -> String.join(" ", each.names()))
                .print(definitions, each -> json(each, live));
    }

    private static Map<String, Object> json(Definition definition, Map<String, Long> live) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", definition.name());
        json.put("version", definition.version());
        json.put("fingerprint", definition.fingerprint());
        json.put("liveRuns", live.getOrDefault(definition.name(), 0L));
        json.put("states", definition.names());
        json.put("definition", definition);
        return json;
    }
}
