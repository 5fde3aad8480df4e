package dev.pawl.orchestrator.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Providers start after what they depend on, and nothing impossible is registered.
final class DependenciesTest {
    private static final int SEEDS = 500;
    private static final Pattern CYCLE = Pattern.compile("a cycle, ([^;]+)");

    private final Dependencies feeds =
            Dependencies.of(needs("attack: capec", "cve:", "capec: cwe", "cwe:", "asvs: cwe cve"));

    @Test
    void eachStartsAfterItsDependenciesAndOtherwiseAsRegistered() {
        assertThat(feeds.startOrder()).containsExactly("cve", "cwe", "capec", "attack", "asvs");
        assertThat(Dependencies.of(needs("b:", "a:")).startOrder()).containsExactly("b", "a");
        assertThat(Dependencies.of(Map.of()).startOrder()).isEmpty();
    }

    @Test
    void aWaveDependsOnTheWavesBeforeIt() {
        assertThat(feeds.waves())
                .containsExactly(
                        List.of("cve", "cwe"), List.of("capec", "asvs"), List.of("attack"));
        assertThat(Dependencies.of(Map.of()).waves()).isEmpty();
    }

    @Test
    void isBlockedByWhatHasNotCompleted() {
        assertThat(feeds.blockedBy("asvs", Set.of("cve")::contains)).containsExactly("cwe");
        assertThat(feeds.blockedBy("asvs", _ -> false)).containsExactly("cwe", "cve");
        assertThat(feeds.blockedBy("asvs", _ -> true)).isEmpty();
        assertThat(feeds.blockedBy("cve", _ -> false)).isEmpty();
        assertThat(feeds.blockedBy("attack", Set.of("capec")::contains)).isEmpty();
    }

    @Test
    void knowsWhoDependsOnWhom() {
        assertThat(feeds.dependents("cwe")).containsExactly("capec", "asvs");
        assertThat(feeds.dependents("attack")).isEmpty();
    }

    @Test
    void saysWhichProvidersThereAreWhenAskedForAnother() {
        assertThatThrownBy(() -> feeds.dependents("ssg"))
                .hasMessage(
                        "expected one of the providers [attack, cve, capec, cwe, asvs], found ssg");
        assertThatThrownBy(() -> feeds.blockedBy("ssg", _ -> true))
                .hasMessageContaining("found ssg");
    }

    @Test
    void tellsAllFaultsAtOnce() {
        assertThatThrownBy(() ->
                        Dependencies.of(
                                needs(
                                        "x: b",
                                        "c: a",
                                        "a: b",
                                        "b: c d d",
                                        "d: d nobody",
                                        "p: q",
                                        "q: p c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expected dependencies that can be met, found: b names d 2 times;"
                                + " d depends on itself; d depends on nobody, which is not"
                                + " registered (registered: x, c, a, b, d, p, q);"
                                + " a cycle, c -> a -> b -> c; a cycle, p -> q -> p");
    }

    /// V11: no member of a cycle is left out without a word.
    @Test
    void namesTheWayRoundACycle() {
        assertThatThrownBy(() -> Dependencies.of(needs("a: b", "b: c", "c: a")))
                .hasMessageEndingWith("found: a cycle, a -> b -> c -> a");
    }

    @Test
    void laterChangesOfTheMapDoNotMatter() {
        Map<String, List<String>> needs = new HashMap<>(Map.of("a", new ArrayList<>()));
        Dependencies dependencies = Dependencies.of(needs);
        needs.put("b", List.of("a"));
        assertThat(dependencies.startOrder()).containsExactly("a");
    }

    @Test
    void agreesWithAPlainCheckOnRandomGraphs() {
        int[] orders = new int[2];
        Seeds.each(
                SEEDS,
                seed -> {
                    Map<String, List<String>> needs = graph(new SplittableRandom(seed));
                    boolean cyclic = needs.keySet().stream().anyMatch(id -> reaches(needs, id));
                    orders[cyclic ? 1 : 0]++;
                    if (cyclic) checkCycles(needs);
                    else checkOrders(needs);
                });
        System.out.println(
                "DependenciesTest: seeds 0 to %d, %d graphs with an order, %d with a cycle"
                        .formatted(SEEDS - 1, orders[0], orders[1]));
        assumeTrue(System.getProperty("pawl.seed") == null, "one seed has one kind of graph");
        assertThat(orders[0]).isPositive();
        assertThat(orders[1]).isPositive();
    }

    private static void checkOrders(Map<String, List<String>> needs) {
        Dependencies dependencies = Dependencies.of(needs);
        List<String> order = dependencies.startOrder();
        assertThat(order).containsExactlyInAnyOrderElementsOf(needs.keySet());
        Set<String> before = new HashSet<>();
        for (String id : order) {
            String first =
                    needs.keySet().stream()
                            .filter(other -> !before.contains(other))
                            .filter(other -> before.containsAll(needs.get(other)))
                            .findFirst()
                            .orElseThrow();
            assertThat(id).isEqualTo(first);
            before.add(id);
        }
        checkWaves(needs, dependencies.waves());
    }

    private static void checkWaves(Map<String, List<String>> needs, List<List<String>> waves) {
        Map<String, Integer> wave = new HashMap<>();
        for (int i = 0; i < waves.size(); i++) {
            for (String id : waves.get(i)) wave.put(id, i);
        }
        assertThat(wave.keySet()).isEqualTo(needs.keySet());
        needs.forEach((id, others) -> {
            int longest = others.stream().mapToInt(wave::get).max().orElse(-1);
            assertThat(wave.get(id)).isEqualTo(longest + 1);
        });
    }

    /// Every path that is told is one of the graph and comes round.
    private static void checkCycles(Map<String, List<String>> needs) {
        assertThatThrownBy(() -> Dependencies.of(needs))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(refused -> {
                    Matcher cycle = CYCLE.matcher(refused.getMessage());
                    assertThat(cycle.find()).isTrue();
                    do {
                        List<String> path = List.of(cycle.group(1).split(" -> "));
                        assertThat(path.getFirst()).isEqualTo(path.getLast());
                        assertThat(Set.copyOf(path)).hasSize(path.size() - 1);
                        for (int i = 1; i < path.size(); i++) {
                            assertThat(needs.get(path.get(i - 1))).contains(path.get(i));
                        }
                    } while (cycle.find());
                });
    }

    private static Map<String, List<String>> graph(SplittableRandom random) {
        int size = random.nextInt(1, 12);
        int chance = random.nextInt(1, 30);
        Map<String, List<String>> needs = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            List<String> others = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                if (i != j && random.nextInt(100) < chance) others.add("p" + j);
            }
            needs.put("p" + i, others);
        }
        return needs;
    }

    /// Returns whether a provider depends on itself by way of others.
    private static boolean reaches(Map<String, List<String>> needs, String id) {
        Set<String> seen = new HashSet<>();
        List<String> next = new ArrayList<>(needs.get(id));
        while (!next.isEmpty()) {
            String other = next.removeLast();
            if (other.equals(id)) return true;
            if (seen.add(other)) next.addAll(needs.get(other));
        }
        return false;
    }

    /// Reads "id: others", in this order.
    private static Map<String, List<String>> needs(String... lines) {
        Map<String, List<String>> needs = new LinkedHashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            String others = line.substring(colon + 1).strip();
            needs.put(
                    line.substring(0, colon),
                    others.isEmpty() ? List.of() : List.of(others.split(" ")));
        }
        return needs;
    }
}
