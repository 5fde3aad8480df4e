package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.pricing.ExchangeRate;
import dev.pawl.diamonds.rules.RateTable;
import dev.pawl.diamonds.table.StoreQuery;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The currency of a supplier, and the rate that its first run needs.
public final class CurrencyOptions {
    @Option(
            names = "--currency",
            paramLabel = "CODE",
            description =
                    "Currency of the supplier's prices, such as EUR; remembered for later runs"
                            + " (default: USD).")
    @Nullable String currency;

    @Option(
            names = "--exchange-rate",
            paramLabel = "RATE",
            description =
                    "US dollars for one unit of that currency, in effect from now on; later rates"
                            + " are added with `pawl diamonds rates add`.")
    @Nullable BigDecimal rate;

    /// Returns the currency as given, or else the remembered one.
    public @Nullable String orRemembered(@Nullable SupplierPlace before) {
        if (currency != null || before == null) return currency;
        return before.currency();
    }

    /// Returns the order to add the given rate, if one was given. Throws if the currency of the
    /// supplier needs a rate and there is none.
    public Optional<DiamondOrder> order(Shell shell, SupplierPlace place, StoreQuery tables) {
        String code = place.currency() == null ? ExchangeRate.BASE : place.currency();
        BigDecimal given = rate;
        if (given != null) {
            try {
                ExchangeRate added = new ExchangeRate(code, given, shell.now());
                ByOptions by = new ByOptions();
                return Optional.of(
                        DiamondOrder.add(added, by.by().actor(), "given with --exchange-rate"));
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(String.valueOf(e.getMessage()));
            }
        }
        if (code.equals(ExchangeRate.BASE)) return Optional.empty();
        boolean isKnown =
                RateTable.all(tables).stream()
                        .anyMatch(each ->
                                each.currency().equals(code) && !each.from().isAfter(shell.now()));
        if (isKnown) return Optional.empty();
        throw CommandException.usage(
                ("no exchange rate of %s is in effect: pass --exchange-rate RATE, the US dollars"
                                + " for one %s, such as 1.0850")
                        .formatted(code, code));
    }
}
