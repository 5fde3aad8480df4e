package dev.pawl.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The simple names of all types that documents may refer to: those of this repository, nested ones
/// too, those that it imports, and those of the JDK.
final class TypeNames {
    private static final List<String> JDK =
            List.of("java.lang", "java.util", "java.time", "java.io", "java.nio.file");

    private final Set<String> known = new HashSet<>();

    TypeNames(List<Source> sources) {
        for (Source source : sources) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitClass(ClassTree type, Void nothing) {
                    known.add(type.getSimpleName().toString());
                    return super.visitClass(type, null);
                }

                @Override
                public Void visitImport(ImportTree tree, Void nothing) {
                    known.add(tree.getQualifiedIdentifier().toString().replaceFirst(".*\\.", ""));
                    return super.visitImport(tree, null);
                }
            }.scan(source.unit(), null);
        }
    }

    boolean exists(String name) {
        return known.contains(name) || JDK.stream().anyMatch(each -> isClass(each + "." + name));
    }

    private static boolean isClass(String name) {
        try {
            return Class.forName(name, false, null) != null;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }
}
