package dev.pawl.cli.classes.display;

import dev.pawl.classes.client.ChildNode;
import dev.pawl.classes.client.ClassDetails;
import dev.pawl.classes.client.ClassDetails.EventLine;
import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.FunctionStatus;
import dev.pawl.classes.resource.StatusCondition;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.Shell;
import java.time.Instant;
import java.util.List;

/// The page of one class.
public final class ClassPage {
    private static final int EVENTS = 5;

    private final Shell shell;
    private final ClassDetails details;
    private final ClassRuntime runtime;
    private final Instant now;

    public ClassPage(Shell shell, ClassDetails details) {
        this.shell = shell;
        this.details = details;
        this.runtime = details.runtime();
        this.now = shell.now();
    }

    /// Prints it.
    ///
    /// @param causes why the class is as it is, the nearest first
    public void print(List<String> causes) {
        shell.say(
                "%s in %s is %s; generation %d, template %s"
                        .formatted(
                                shell.paint.bold(runtime.key().name()),
                                runtime.key().namespace(),
                                ClassCauses.phase(shell.paint, runtime),
                                runtime.generation(),
                                HumanText.orDash(runtime.status().workload().template())));
        shell.say(Table.oneLine(causes.getFirst()));
        conditions();
        functions();
        children();
        for (String line : new RecommendationChart(runtime, now).lines()) shell.say(line);
        events();
    }

    private void conditions() {
        if (runtime.status().conditions().isEmpty()) return;
        shell.say("");
        Table table = shell.table("CONDITION", "STATUS", "REASON", "SINCE", "MESSAGE");
        for (StatusCondition each : runtime.status().conditions()) {
            table.row(
                    each.type(),
                    each.status(),
                    each.reason(),
                    HumanText.ago(each.lastTransitionTime(), now),
                    each.message());
        }
        table.print(shell.out);
    }

    private void functions() {
        if (runtime.status().functions().isEmpty()) return;
        shell.say("");
        Table table = shell.table("FUNCTION", "READY", "URL", "REASON");
        for (FunctionStatus each : runtime.status().functions()) {
            String url = each.endpoint().observedUrl();
            FunctionStatus.Readiness readiness = each.readiness();
            table.row(
                    each.functionKey(),
                    readiness.ready() ? "yes" : "no",
                    HumanText.orDash(url == null ? each.endpoint().predictedUrl() : url),
                    readiness.ready() || readiness.message() == null
                            ? HumanText.orDash(readiness.ready() ? null : readiness.reason())
                            : readiness.message());
        }
        table.print(shell.out);
    }

    private void children() {
        shell.say("");
        if (details.children().isEmpty()) {
            shell.say("It has no children.");
            return;
        }
        shell.say(shell.paint.bold("CHILDREN"));
        tree(details.children(), "");
    }

    private void tree(List<ChildNode> nodes, String indent) {
        for (int i = 0; i < nodes.size(); i++) {
            ChildNode node = nodes.get(i);
            boolean isLast = i == nodes.size() - 1;
            String state = node.state().isEmpty() ? "" : "  " + node.state();
            shell.say(
                    "%s%s %s %s%s"
                            .formatted(
                                    indent,
                                    isLast ? "└─" : "├─",
                                    node.kind(),
                                    node.name(),
                                    node.isReady()
                                            ? shell.paint.faint(state)
                                            : shell.paint.yellow(state)));
            tree(node.children(), indent + (isLast ? "   " : "│  "));
        }
    }

    private void events() {
        List<EventLine> events = details.events();
        if (events.isEmpty()) return;
        shell.say("");
        Table table = shell.table("EVENT", "AGE", "MESSAGE");
        for (EventLine each : events.subList(Math.max(0, events.size() - EVENTS), events.size())) {
            table.row(
                    each.isWarning() ? shell.paint.yellow(each.reason()) : each.reason(),
                    HumanText.ago(each.at(), now),
                    each.message());
        }
        table.print(shell.out);
    }
}
