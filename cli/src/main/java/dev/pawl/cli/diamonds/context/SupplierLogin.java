package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.supplier.SupplierAccess;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Who logs in at the supplier: options, or else the environment. A simulator accepts any user, so
/// a supplier on loopback needs neither.
public final class SupplierLogin {
    private static final String USER = "PAWL_SUPPLIER_USER";
    private static final String PASSWORD = "PAWL_SUPPLIER_PASSWORD";
    private static final String LOCAL = "pawl";
    private static final Pattern LOOPBACK =
            Pattern.compile("https?://(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1])(:\\d+)?(/.*)?");

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "User at the supplier (default: $" + USER + ").")
    @Nullable String user;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description =
                    "Password at the supplier (default: $"
                            + PASSWORD
                            + "). Prefer the variable: other users can see options.")
    @Nullable String password;

    SupplierAccess access(Shell shell, String url) {
        // An address that is none needs no login.
        var _ = checked(url, LOCAL, LOCAL);
        boolean isLocal = LOOPBACK.matcher(url).matches();
        String name = value(shell, user, USER, isLocal);
        String secret = value(shell, password, PASSWORD, isLocal);
        if (name.isEmpty() || secret.isEmpty()) {
            throw CommandException.usage(
                    "the supplier %s needs a user and a password: set %s and %s, or pass --user and"
                                    .formatted(url, USER, PASSWORD)
                            + " --password");
        }
        return checked(url, name, secret);
    }

    private static SupplierAccess checked(String url, String name, String secret) {
        try {
            return SupplierAccess.of(url, name, secret);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private static String value(
            Shell shell, @Nullable String option, String variable, boolean isLocal) {
        return Optional.ofNullable(option)
                .or(() -> shell.environment(variable))
                .orElse(isLocal ? LOCAL : "");
    }
}
