package dev.pawl.cli.classes;

import dev.pawl.classes.client.ClassDetails;
import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.classes.context.LeaseOption;
import dev.pawl.cli.classes.display.ClassCauses;
import dev.pawl.controller.ObjectKey;
import picocli.CommandLine.Mixin;

/// A class and why it is as it is: what several commands ask.
final class ClassQuestion {
    @Mixin ClassArgument argument = new ClassArgument();
    @Mixin ClusterOption cluster = new ClusterOption();
    @Mixin LeaseOption lease = new LeaseOption();

    ClassCauses ask(ClassesContext context) {
        ObjectKey key = argument.key();
        return context.ask(
                cluster,
                client -> {
                    ClassDetails details =
                            client.details(key)
                                    .orElseThrow(() -> ClassesContext.unknown(key, client));
                    return new ClassCauses(
                            details,
                            client.leader(lease.settings()).orElse(null),
                            context.recordedIfAny(log -> log.object(key)).orElse(null));
                });
    }
}
