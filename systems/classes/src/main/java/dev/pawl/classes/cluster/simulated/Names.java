package dev.pawl.classes.cluster.simulated;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ClusterException.Cause;
import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The names of objects: what the server accepts and what it makes up.
final class Names {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int LENGTH_MAX = 253;
    private static final int LABEL_LENGTH_MAX = 63;
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    /// A Service becomes a name of the domain name system.
    private static final Set<ResourceKind> LABELS = Set.of(ResourceKind.SERVICE);

    private Names() {}

    /// Returns random letters for the end of a name.
    static String suffix(RandomGenerator random) {
        StringBuilder suffix = new StringBuilder();
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            suffix.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return suffix.toString();
    }

    /// Sets the name of an object that has only the start of one.
    static void generate(ObjectNode metadata, RandomGenerator random) {
        String start = metadata.path("generateName").asString("");
        if (!metadata.has("name") && !start.isEmpty()) {
            metadata.put("name", start + suffix(random));
        }
    }

    static void requireValid(ObjectRef ref) {
        String name = ref.name();
        boolean isLabel = LABELS.contains(ref.kind());
        int max = isLabel ? LABEL_LENGTH_MAX : LENGTH_MAX;
        Pattern pattern = isLabel ? LABEL : SUBDOMAIN;
        if (name.length() <= max && pattern.matcher(name).matches()) return;
        Cause cause =
                new Cause(
                        "metadata.name",
                        "Invalid value: \"%s\": expected at most %d characters that match %s"
                                .formatted(name, max, pattern));
        throw new ClusterException.Invalid(
                "expected a valid name of a %s, found '%s'".formatted(ref.kind(), name),
                List.of(cause));
    }

    static String describe(List<Cause> causes) {
        return causes.stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .collect(Collectors.joining("; "));
    }
}
