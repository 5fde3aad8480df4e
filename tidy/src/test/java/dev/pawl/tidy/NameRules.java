package dev.pawl.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One name for one thing: no two top-level types of the shipped modules have the same simple name.
final class NameRules {
    private static final Set<String> NOT_SHIPPED =
            Set.of("benchmarks", "examples", "servers", "tidy", "trials", "verification");
    private static final Set<String> DESCRIPTORS = Set.of("package-info", "module-info");

    private NameRules() {}

    static List<Finding> unique(List<String> files) {
        Map<String, List<String>> byName = new TreeMap<>();
        for (String file : files) {
            String simple = file.replaceFirst(".*/", "").replaceFirst("\\.java$", "");
            if (isShipped(file) && !DESCRIPTORS.contains(simple)) {
                byName.computeIfAbsent(simple, _ -> new ArrayList<>()).add(file);
            }
        }
        List<Finding> findings = new ArrayList<>();
        byName.forEach((simple, where) -> {
            if (where.size() > 1) {
                findings.add(
                        new Finding(
                                "unique-name",
                                simple,
                                "%d types have this name: %s"
                                        .formatted(where.size(), String.join(", ", where))));
            }
        });
        return findings;
    }

    private static boolean isShipped(String file) {
        boolean isMain = file.contains("/src/main/java/");
        return isMain && NOT_SHIPPED.stream().noneMatch(module -> file.startsWith(module + "/"));
    }
}
