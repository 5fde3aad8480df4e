package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.rules.PricingImpact;

/// What rules would do to prices, as a table.
final class ImpactTable {
    private ImpactTable() {}

    static int print(Shell shell, PricingImpact impact) {
        if (shell.json) return shell.json(impact);
        shell.table("STONES", "CHANGED", "DEARER", "CHEAPER", "TOTAL NOW", "TOTAL THEN")
                .row(
                        "%,d".formatted(impact.examined()),
                        "%,d".formatted(impact.changed()),
                        "%,d".formatted(impact.dearer()),
                        "%,d".formatted(impact.cheaper()),
                        StoneTable.dollars(impact.totalBeforeCents()),
                        StoneTable.dollars(impact.totalAfterCents()))
                .print(shell.out);
        impact.warnings().forEach(warning -> shell.say("note: " + warning));
        shell.say("Nothing was changed.");
        return ExitCode.OK;
    }
}
