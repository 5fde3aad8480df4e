package dev.pawl.verification.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.verification.Snippets;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What users can see is written down, and nothing else.
class SignaturesTest {
    @TempDir Path directory;

    @Test
    void aTypeIsShownWithItsVisibleMembers() throws IOException {
        String api =
                of(
                        """
                        package api;
                        import java.util.*;
                        import org.jspecify.annotations.Nullable;
                        public final class Door<T extends Comparable<T>> implements AutoCloseable {
                            public static final int WIDTH = 1;
                            private int hidden;
                            Door() {}
                            public static <S> Map<String, @Nullable S> keys(List<? extends S> all) { return null; }
                            public @Nullable T open(String key, int... turns) throws java.io.IOException { return null; }
                            @Override public void close() {}
                            @Override public String toString() { return ""; }
                            void inner() {}
                            class Hinge {}
                            public sealed interface Lock {}
                            public record Bolt(@Nullable String name, List<String> parts) implements Lock {
                                public Bolt { }
                                public int length() { return 1; }
                            }
                            public enum Side { LEFT, RIGHT }
                        }
                        """);

        assertThat(api)
                .isEqualTo(
                        """
                        final class api.Door<T extends Comparable<T>> implements AutoCloseable
                            @Nullable T open(String, int...) throws IOException
                            static <S> Map<String, @Nullable S> keys(List<? extends S>)
                            static int WIDTH
                            void close()

                        record api.Door.Bolt(@Nullable String name, List<String> parts) implements Door.Lock
                            int length()

                        sealed interface api.Door.Lock

                        enum api.Door.Side
                            LEFT
                            RIGHT
                        """);
    }

    @Test
    void aHiddenTypeIsNotShown() throws IOException {
        assertThat(of("package api; class Hidden { public static class Inner { public int a; } }"))
                .isEmpty();
    }

    @Test
    void aProtectedMemberIsShownIfItCanBeInherited() throws IOException {
        assertThat(of("package api; public class Open { private Open() {} protected void f() {} }"))
                .isEqualTo("class api.Open\n    protected void f()\n");
    }

    private String of(String source) throws IOException {
        return Signatures.of(Snippets.compile(directory, source));
    }
}
