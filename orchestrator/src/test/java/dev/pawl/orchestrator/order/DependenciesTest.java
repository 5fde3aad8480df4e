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

/// Providers start after their dependencies, and invalid dependencies are refused.
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
    void isBlockedByDependenciesThatHaveNotCompleted() {
        assertThat(feeds.blockedBy("asvs", Set.of("cve")::contains)).containsExactly("cwe");
        assertThat(feeds.blockedBy("asvs", _ -> false)).containsExactly("cwe", "cve");
        assertThat(feeds.blockedBy("asvs", _ -> true)).isEmpty();
        assertThat(feeds.blockedBy("cve", _ -> false)).isEmpty();
        assertThat(feeds.blockedBy("attack", Set.of("capec")::contains)).isEmpty();
    }

    @Test
    void knowsTheDependents() {
        assertThat(feeds.dependents("cwe")).containsExactly("capec", "asvs");
        assertThat(feeds.dependents("attack")).isEmpty();
    }

    @Test
    void namesTheProvidersWhenAskedForAnUnknownOne() {
        assertThatThrownBy(() -> feeds.dependents("ssg"))
                .hasMessage(
                        "expected one of the providers [attack, cve, capec, cwe, asvs], found ssg");
        assertThatThrownBy(() -> feeds.blockedBy("ssg", _ -> true))
                .hasMessageContaining("found ssg");
    }

    @Test
    void reportsAllErrorsAtOnce() {
        assertThatThrownBy(() ->
                        Dependencies.of(
                                needs(
                                        "x: b",
                                        "c: a",
                                        "a: b",
                                        "b: c d d",
                                        "d: d missing",
                                        "p: q",
                                        "q: p c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "expected dependencies that can be satisfied, found: b names d 2 times;"
                                + " d depends on itself; d depends on missing, which is not"
                                + " registered (registered: x, c, a, b, d, p, q);"
                                + " a cycle, c -> a -> b -> c; a cycle, p -> q -> p");
    }

    /// V11: every member of a cycle is named.
    @Test
    void namesThePathOfACycle() {
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
        List<String> order = Dependencies.of(needs).startOrder();
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
    }

    /// Every reported path exists in the graph and is a cycle.
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

    /// Returns whether a provider depends on itself through others.
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
