package dev.pawl.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The simple names of all types that documents may refer to: those of this repository, nested ones
/// too, those that it imports, and those of the JDK.
final class TypeNames {
    private static final List<String> JDK =
            List.of("java.lang", "java.util", "java.time", "java.io", "java.nio.file");

    private final Set<String> known = new HashSet<>();

    /// The names that each type of this repository declares.
    private final Map<String, Set<String>> members = new HashMap<>();

    /// Types that may inherit more.
    private final Set<String> heirs = new HashSet<>();

    TypeNames(List<Source> sources) {
        for (Source source : sources) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitClass(ClassTree type, Void nothing) {
                    add(type);
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

    private void add(ClassTree type) {
        String name = type.getSimpleName().toString();
        known.add(name);
        boolean inherits = type.getExtendsClause() != null || !type.getImplementsClause().isEmpty();
        if (inherits) heirs.add(name);
        Set<String> declared = members.computeIfAbsent(name, _ -> new HashSet<>());
        if (type.getKind() == Tree.Kind.ENUM) declared.addAll(List.of("values", "valueOf"));
        for (Tree member : type.getMembers()) {
            switch (member) {
                case MethodTree method -> declared.add(method.getName().toString());
                case VariableTree field -> declared.add(field.getName().toString());
                case ClassTree nested -> declared.add(nested.getSimpleName().toString());
                default -> {}
            }
        }
    }

    /// Returns whether a type has this member, or may have it: one from elsewhere, or an heir.
    boolean hasMember(String type, String member) {
        Set<String> declared = members.get(type);
        return declared == null || declared.contains(member) || heirs.contains(type);
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
