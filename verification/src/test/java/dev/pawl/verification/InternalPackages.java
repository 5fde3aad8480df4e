package dev.pawl.verification;

import java.util.Set;

/// The packages whose public types are shared inside their module and are no part of its API.
public final class InternalPackages {
    private static final Set<String> ALL =
            Set.of(
                    "dev.pawl.fetch.file",
                    "dev.pawl.fetch.http",
                    "dev.pawl.fetch.s3",
                    "dev.pawl.fetch.transfer",
                    "dev.pawl.orchestrator.conductor",
                    "dev.pawl.orchestrator.context",
                    "dev.pawl.orchestrator.execution",
                    "dev.pawl.orchestrator.tables",
                    "dev.pawl.pipeline.consolidation",
                    "dev.pawl.pipeline.context",
                    "dev.pawl.pipeline.page",
                    "dev.pawl.store.format",
                    "dev.pawl.store.postgres",
                    "dev.pawl.store.sql",
                    "dev.pawl.store.sqlite",
                    "dev.pawl.store.threads");

    private InternalPackages() {}

    /// Returns whether a package, such as `dev.pawl.store.sql`, is internal.
    public static boolean contains(String name) {
        return ALL.contains(name);
    }

    /// Returns whether classes in the package `from` may use those in the package `to`: an internal
    /// package is open to its own module, `dev.pawl.store` and what is below it.
    public static boolean areOpenTo(String to, String from) {
        return !contains(to) || root(to).equals(root(from));
    }

    private static String root(String name) {
        return name.replaceFirst("^(dev\\.pawl\\.\\w+).*", "$1");
    }
}
