package dev.pawl.classes.template;

import dev.pawl.classes.observation.ManagedKind;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Everything that a template is. A new template is a new value of this type and nothing else.
public record TemplateDescriptor(
        String id,
        List<String> aliases,
        List<ManagedKind> managed,
        List<ReadinessRule> readiness,
        FunctionNamer functionNamer,
        Function<String, Map.Entry<String, String>> labelSelector,
        boolean supportsDataGrid,
        Scoring scoring) {
    /// The label that every child carries, with the name of its class.
    public static final String OWNER = "oaas.io/owner";

    public TemplateDescriptor {
        aliases = List.copyOf(aliases);
        managed = List.copyOf(managed);
        readiness = List.copyOf(readiness);
    }

    /// Returns the label that selects the children of a class: `oaas.io/owner` and its name.
    public static Map.Entry<String, String> ownerLabel(String className) {
        return Map.entry(OWNER, ChildNames.of(className));
    }

    /// Returns whether children of this kind are rendered.
    public boolean manages(ManagedKind kind) {
        return managed.contains(kind);
    }

    /// Returns the kind that carries a function: the first one that has a readiness rule.
    public ManagedKind workload() {
        for (ManagedKind kind : managed) {
            if (!kind.isOfDataGrid() && rule(kind) != null) return kind;
        }
        throw new IllegalStateException(
                "expected a readiness rule for a kind of functions in template " + id);
    }

    /// Returns the rule of a kind, or null if it has none.
    public @Nullable ReadinessRule rule(ManagedKind kind) {
        for (int i = 0; i < readiness.size(); i++) {
            if (readiness.get(i).kind() == kind) return readiness.get(i);
        }
        return null;
    }

    /// Returns whether an id or alias means this template.
    public boolean isNamed(String name) {
        return id.equals(name) || aliases.contains(name);
    }

    /// Names the workload of a function by its index.
    @FunctionalInterface
    public interface FunctionNamer {
        String name(String className, int index, int total);
    }
}
