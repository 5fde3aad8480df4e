package dev.pawl.verification.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.pawl.verification.InternalPackages;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Assigns each package to a slice, and the public packages of the engine and of fetch to two:
/// facades, which use the internal packages of their module, and values, which those packages use.
final class EngineSlices implements SliceAssignment {
    private static final String ROOT = "dev.pawl.";
    private static final Set<String> APIS = Set.of("dev.pawl.engine", "dev.pawl.fetch");
    private static final String INTERNAL = "dev.pawl.engine.internal.";

    private final Map<JavaPackage, Set<String>> facades = new HashMap<>();

    static boolean isInternal(JavaClass type) {
        return type.getName().startsWith(INTERNAL);
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(ROOT)) return SliceIdentifier.ignore();
        String slice = name.substring(ROOT.length());
        if (!APIS.contains(name)) return SliceIdentifier.of(slice);
        Set<String> known = facades.computeIfAbsent(type.getPackage(), EngineSlices::facades);
        return SliceIdentifier.of(slice + (known.contains(top(type)) ? " facades" : " values"));
    }

    /// Returns the top-level types that use internal packages, also through other such types.
    private static Set<String> facades(JavaPackage api) {
        Set<String> found = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (JavaClass type : api.getClasses()) {
                if (!found.contains(top(type)) && usesInternals(type, found)) {
                    more |= found.add(top(type));
                }
            }
        }
        return found;
    }

    private static boolean usesInternals(JavaClass type, Set<String> facades) {
        for (Dependency each : type.getDirectDependenciesFromSelf()) {
            JavaClass target = each.getTargetClass().getBaseComponentType();
            if (isInternal(target) || facades.contains(top(target))) return true;
            String used = target.getPackageName();
            boolean own = used.startsWith(type.getPackageName() + ".");
            if (own && InternalPackages.contains(used)) return true;
        }
        return false;
    }

    private static String top(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @Override
    public String getDescription() {
        return "packages, with the facades of the engine and of fetch apart";
    }
}
