package dev.pawl.classes.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.classes.ClassWorld;
import dev.pawl.classes.observation.ChildRef;
import dev.pawl.classes.observation.ChildState;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.PodState;
import dev.pawl.classes.resource.ClassRuntimeStatus;
import dev.pawl.classes.resource.Phase;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Properties of the evaluator for generated inputs: total, idempotent, convergent, without
/// oscillation, and only changes of the table.
class EvaluatorPropertyTest {
    private static final int SEEDS = 300;
    private static final List<ManagedKind> KINDS = List.of(ManagedKind.values());
    private static final List<PodState.Cause> CAUSES = List.of(PodState.Cause.values());
    private static final String[] TEMPLATES = {"dev", "edge", "k8s_deployment", "knative", "none"};

    @Test
    void anyInputHasOneAnswerOnALegalPath() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ClassWorld world = world(random);
            for (int round = 0; round < 20; round++) {
                disturb(world, random);
                EvalInput input = world.input();
                EvalResult one = StateEvaluator.evaluate(input);
                assertThat(StateEvaluator.evaluate(input)).as("seed %d", seed).isEqualTo(one);
                assertLegal(input.runtime().status().phase(), one, seed);
                if (one.wakeAt() != null) {
                    assertThat(one.wakeAt()).as("seed %d", seed).isAfterOrEqualTo(input.now());
                }
                world.step();
            }
        }
    }

    @Test
    void aClassThatIsLeftAloneBecomesAvailableAndStaysQuiet() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ClassWorld world = world(random);
            if (!world.desired().errors().isEmpty()) continue;
            for (int round = 0; round < 15; round++) {
                disturb(world, random);
                world.step();
            }
            heal(world);
            for (int i = 0; i < 30; i++) {
                world.step();
                world.now = world.now.plusSeconds(30);
            }
            world.settle();
            assertThat(world.phase()).as("seed %d", seed).isEqualTo(Phase.AVAILABLE);
            ClassRuntimeStatus before = world.runtime.status();
            world.performed.clear();
            world.after(Duration.ofDays(1));
            assertThat(world.runtime.status()).as("seed %d", seed).isEqualTo(before);
            assertThat(world.performed).as("seed %d", seed).isEmpty();
        }
    }

    private static void assertLegal(Phase from, EvalResult result, int seed) {
        Phase at = from;
        for (Phase next : result.path()) {
            // A forged phase of deleting starts again.
            boolean isForged = at == Phase.DELETING && next == Phase.APPLYING;
            assertThat(at.mayBecome(next) || isForged)
                    .as("seed %d: %s to %s", seed, at, next)
                    .isTrue();
            at = next;
        }
        if (!result.path().isEmpty()) assertThat(result.output().phase()).isEqualTo(at);
    }

    private static ClassWorld world(SplittableRandom random) {
        String template = TEMPLATES[random.nextInt(TEMPLATES.length)];
        String more = random.nextBoolean() ? ",\"enforcement\":{\"mode\":\"enforce\"}" : "";
        ClassWorld world = new ClassWorld(ClassWorld.spec(template, 1 + random.nextInt(3), more));
        world.isReadyAtOnce = random.nextBoolean();
        return world;
    }

    private static void disturb(ClassWorld world, SplittableRandom random) {
        List<ChildRef> refs = List.copyOf(world.children.keySet());
        ChildRef any = refs.isEmpty() ? null : refs.get(random.nextInt(refs.size()));
        world.now = world.now.plusSeconds(random.nextInt(60));
        switch (random.nextInt(9)) {
            case 0 -> world.lost.add(KINDS.get(random.nextInt(KINDS.size())));
            case 1 -> world.lost.clear();
            case 2 -> world.pods.add(pod(random));
            case 3 -> world.pods.clear();
            case 4 -> {
                if (any != null) world.children.remove(any);
            }
            case 5 -> {
                if (any != null) world.scale(any, 2, random.nextInt(3));
            }
            case 6 -> {
                ChildRef stray = new ChildRef(KINDS.get(random.nextInt(KINDS.size())), "stray");
                String owner = random.nextBoolean() ? world.runtime.uid() : null;
                ChildState child = world.child(stray, owner, "", List.of());
                world.children.put(stray, child);
            }
            case 7 -> {
                if (any != null) world.applyErrors.put(any, ApplyError.conflict(any, ""));
            }
            default -> world.now = world.now.plusSeconds(random.nextInt(1200));
        }
    }

    private static PodState pod(SplittableRandom random) {
        PodState.Cause cause = CAUSES.get(random.nextInt(CAUSES.size()));
        return new PodState("pod", "orders", random.nextInt(9), new PodState.Problem(cause, "why"));
    }

    private static void heal(ClassWorld world) {
        world.lost.clear();
        world.pods.clear();
        world.applyErrors.clear();
        world.isReadyAtOnce = true;
        for (ChildRef ref : List.copyOf(world.children.keySet())) world.scale(ref, 1, 1);
    }
}
