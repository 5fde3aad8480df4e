package dev.pawl.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// One Java file: its name in the repository, its text and its syntax tree.
record Source(String name, String text, CompilationUnitTree unit, SourcePositions positions) {

    /// Parses `text`, which need not compile but must be Java.
    static Source parse(String name, String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task =
                (JavacTask)
                        compiler.getTask(
                                null,
                                null,
                                _ -> {},
                                List.of("-proc:none"),
                                null,
                                List.of(new Text(text)));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            return new Source(name, text, unit, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        return text.lines().toList();
    }

    boolean isTest() {
        return name.contains("/src/test/");
    }

    String directory() {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    /// Returns the number of the line where `tree` starts, counted from 1.
    long firstLine(Tree tree) {
        return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
    }

    /// Returns the number of the line where `tree` ends.
    long lastLine(Tree tree) {
        return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String text) {
            super(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
