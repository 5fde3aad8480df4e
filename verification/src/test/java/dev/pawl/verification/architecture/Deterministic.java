package dev.pawl.verification.architecture;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Neither asks the machine for time, threads or chance, nor blocks outside the host.
///
/// A simulated host controls only what goes through it: one hidden clock or one hidden wait, and a
/// seed no longer determines what happens.
final class Deterministic extends ArchCondition<JavaClass> {
    private static final Predicate<String> FORBIDDEN_CALL =
            anyOf(
                    "java.time.*.now",
                    "java.time.Clock.system*",
                    "java.time.Clock.tick*",
                    "java.time.InstantSource.system",
                    "java.lang.System.nanoTime",
                    "java.lang.System.currentTimeMillis",
                    "java.lang.Thread.<init>",
                    "java.lang.Thread.of*",
                    "java.lang.Thread.start*",
                    "java.lang.Thread.sleep",
                    "java.lang.Thread.join",
                    "java.lang.Thread.yield",
                    "java.lang.Thread.onSpinWait",
                    "java.lang.Thread$Builder*",
                    "java.lang.Object.wait",
                    "java.lang.Object.notify*",
                    "java.lang.Math.random",
                    "java.util.UUID.randomUUID",
                    "java.util.Random.<init>",
                    "java.util.random.RandomGenerator.getDefault",
                    "java.util.random.RandomGenerator.of",
                    "java.security.SecureRandom.*");

    private static final Predicate<String> FORBIDDEN_TYPE =
            anyOf("java.util.concurrent.*", "java.util.Timer", "java.util.TimerTask");

    // These neither block nor start anything.
    private static final Predicate<String> HARMLESS_TYPE =
            anyOf(
                    "java.util.concurrent.atomic.*",
                    "java.util.concurrent.Concurrent*",
                    "java.util.concurrent.CopyOnWrite*",
                    "java.util.concurrent.Callable",
                    "java.util.concurrent.TimeUnit",
                    "java.util.concurrent.TimeoutException",
                    "java.util.concurrent.CancellationException");

    Deterministic() {
        super("take time, threads, waiting and chance from the Host");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            String target = access.getTargetOwner().getName() + "." + access.getTarget().getName();
            if (FORBIDDEN_CALL.test(target)) {
                events.add(violation(type, access.getDescription()));
            }
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            String target = dependency.getTargetClass().getName();
            if (FORBIDDEN_TYPE.test(target) && !HARMLESS_TYPE.test(target)) {
                events.add(violation(type, dependency.getDescription()));
            }
        }
    }

    private static ConditionEvent violation(JavaClass type, String what) {
        return SimpleConditionEvent.violated(type, what);
    }

    /// Returns whether a name is one of `names`, in which `*` stands for anything.
    private static Predicate<String> anyOf(String... names) {
        return Arrays.stream(names)
                .map(name -> Pattern.quote(name).replace("*", "\\E.*\\Q"))
                .collect(collectingAndThen(joining("|"), Pattern::compile))
                .asMatchPredicate();
    }
}
