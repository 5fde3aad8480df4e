package dev.pawl.verification.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Assigns each package to a slice, and the engine's public package to two: facades, which use the
/// internal packages of the engine, and values, which those packages use.
final class EngineSlices implements SliceAssignment {
    private static final String ROOT = "dev.pawl.";
    private static final String API = "dev.pawl.engine";
    private static final String INTERNAL = "dev.pawl.engine.internal.";

    private final Map<JavaPackage, Set<String>> facades = new HashMap<>();

    static boolean isInternal(JavaClass type) {
        return type.getName().startsWith(INTERNAL);
    }

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(ROOT)) return SliceIdentifier.ignore();
        if (!name.equals(API)) return SliceIdentifier.of(name.substring(ROOT.length()));
        Set<String> known = facades.computeIfAbsent(type.getPackage(), EngineSlices::facades);
        return SliceIdentifier.of(known.contains(top(type)) ? "engine facades" : "engine values");
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
        }
        return false;
    }

    private static String top(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @Override
    public String getDescription() {
        return "packages, with the facades of the engine apart";
    }
}
