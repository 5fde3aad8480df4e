package dev.pawl.trials.cluster;

import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Compares the database at the end with what is expected; every difference is a line.
final class DatabaseChecks {
    private static final String EFFECTS =
            "select run, step, fence, started, ended from effect order by place";

    private final Map<String, Run> runs = new TreeMap<>();
    private final List<Effect> effects = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private long refusals;

    private DatabaseChecks() {}

    /// Reads everything.
    static DatabaseChecks read(Store store, String url) throws SQLException {
        DatabaseChecks checks = new DatabaseChecks();
        Page page = Page.oldest(Page.LIMIT_MAX);
        while (true) {
            List<Run> some = store.runs(Filter.ALL, page);
            some.forEach(run -> checks.runs.put(run.id().toString(), run));
            if (some.size() < page.limit()) break;
            page = page.after(some.getLast().id());
        }
        store.verify().forEach(line -> checks.wrong.add("verify: " + line));
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            checks.readRows(statement);
        }
        return checks;
    }

    private void readRows(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(EFFECTS)) {
            while (row.next()) {
                effects.add(
                        new Effect(
                                row.getString(1),
                                row.getString(2),
                                row.getLong(3),
                                row.getLong(4),
                                row.getLong(5)));
            }
        }
        try (ResultSet row = statement.executeQuery("select what from violation")) {
            while (row.next()) wrong.add(row.getString(1));
        }
        // The external system may refuse only attempts that were given up.
        try (ResultSet row =
                statement.executeQuery("select run, fence from refusal where version <= fence")) {
            while (row.next()) {
                wrong.add(
                        "run %d refused at its fence %d".formatted(row.getLong(1), row.getLong(2)));
            }
        }
        try (ResultSet row = statement.executeQuery("select count(*) from refusal")) {
            row.next();
            refusals = row.getLong(1);
        }
    }

    List<String> wrong() {
        return wrong;
    }

    String summary() {
        return "%d runs, %d effects, %d refused outside"
                .formatted(runs.size(), effects.size(), refusals);
    }

    /// Checks that every run ended as expected, with its effects once each and in order.
    void checkRuns() {
        Map<String, List<Effect>> byRun = byRun();
        for (Run run : runs.values()) {
            List<String> expected = Workload.EFFECTS.get(run.machine());
            if (run.status() != RunStatus.COMPLETED) wrong.add("not completed: " + run);
            List<Effect> found = byRun.getOrDefault(run.id().toString(), List.of());
            List<String> steps = found.stream().map(Effect::step).toList();
            if (!steps.equals(expected)) {
                wrong.add("%s: expected %s, found %s".formatted(run, expected, found));
            }
            Payload response = run.data().response();
            String trail = response == null ? "" : response.text().replace("\"", "");
            if (!trail.equals(String.join(" ", expected))) {
                wrong.add("%s ended with '%s'".formatted(run, trail));
            }
            for (int i = 1; i < found.size(); i++) {
                if (found.get(i).fence() <= found.get(i - 1).fence()) {
                    wrong.add("a zombie wrote: " + found);
                }
            }
        }
        if (byRun.size() != runs.size()) {
            wrong.add("%d runs have effects, of %d".formatted(byRun.size(), runs.size()));
        }
    }

    /// Checks that every acknowledged start exists, and every number has one run.
    void checkStarts(List<String> acknowledged, int count) {
        Map<String, String> ids = new HashMap<>();
        for (String line : acknowledged) {
            if (line.equals(NodeMain.DONE)) continue;
            String[] words = line.split(" ", -1);
            if (!runs.containsKey(words[1])) wrong.add("acknowledged and lost: " + line);
            String before = ids.put(words[0], words[1]);
            boolean attaches = Workload.machineOf(Integer.parseInt(words[0])).equals("unique");
            if (before != null && !before.equals(words[1]) && !attaches) {
                wrong.add("number %s was started as %s too".formatted(line, before));
            }
        }
        if (ids.size() != count) wrong.add("%d of %d were started".formatted(ids.size(), count));
        Map<String, Integer> byIdempotency = new HashMap<>();
        for (Run run : runs.values()) {
            String same = run.machine() + " " + run.origin().idempotency();
            boolean twice = byIdempotency.merge(same, 1, Integer::sum) > 1;
            if (twice && run.origin().idempotency() != null) wrong.add("two runs of " + same);
        }
        for (int i = 0; i < count; i++) {
            String name = Workload.machineOf(i);
            boolean there = byIdempotency.containsKey(name + " n" + i);
            if (!there && !name.equals("unique")) wrong.add("number %d has no run".formatted(i));
        }
        long parents = count(run -> run.machine().equals("parent"));
        long leaves = count(run -> run.machine().equals("leaf"));
        if (leaves != 2 * parents) wrong.add("%d parents have %d".formatted(parents, leaves));
    }

    /// Checks that no two runs of a unique machine were live with the same key at the same time.
    void checkUnique() {
        Map<String, List<Run>> byKey =
                runs.values().stream()
                        .filter(run -> run.machine().equals("unique"))
                        .collect(Collectors.groupingBy(Run::key));
        for (List<Run> same : byKey.values()) {
            List<Run> ordered =
                    same.stream()
                            .sorted(Comparator.comparing(run -> run.timing().created()))
                            .toList();
            for (int i = 1; i < ordered.size(); i++) {
                Run before = ordered.get(i - 1);
                Instant ended = before.timing().ended();
                if (ended == null || ended.isAfter(ordered.get(i).timing().created())) {
                    wrong.add("two at once: %s and %s".formatted(before, ordered.get(i)));
                }
            }
        }
    }

    /// Checks that the attempts with a recorded effect never exceeded the limit at the same time.
    void checkLimits() {
        sweep(of("narrow"), 1, Workload.NARROW, "narrow");
        sweep(of("pooled"), Workload.POOL_SHARE, Workload.POOL, "pooled");
        Map<String, List<Effect>> byKey =
                of("keyed").stream()
                        .collect(Collectors.groupingBy(effect -> runs.get(effect.run()).key()));
        byKey.forEach((key, some) -> sweep(some, 1, 1, "keyed " + key));
    }

    /// Checks that there are no more starts than the rate allows over the whole time; the delay
    /// between an admission and its body varies, so the windows at both ends do not count.
    void checkRate(int rate) {
        List<Long> starts = of("rated").stream().map(Effect::started).sorted().toList();
        if (starts.isEmpty()) return;
        long windows =
                (starts.getLast() - starts.getFirst()) / (Workload.RATE_WINDOW.toNanos() / 1_000);
        if (starts.size() > rate * (windows + 3)) {
            wrong.add("%d started in %d windows of %d".formatted(starts.size(), windows, rate));
        }
    }

    /// Checks that every fire of the schedule happened once.
    void checkSchedule() {
        List<Instant> fires =
                runs.values().stream()
                        .filter(run -> run.machine().equals(Workload.TICK))
                        .map(run -> String.valueOf(run.origin().idempotency()))
                        .map(text -> Instant.parse(text.substring(text.lastIndexOf(' ') + 1)))
                        .sorted()
                        .toList();
        for (int i = 1; i < fires.size(); i++) {
            Duration apart = Duration.between(fires.get(i - 1), fires.get(i));
            if (!apart.equals(Workload.TICK_EVERY)) {
                wrong.add("fires %s and %s".formatted(fires.get(i - 1), fires.get(i)));
            }
        }
        if (fires.isEmpty()) wrong.add("the schedule never fired");
    }

    private void sweep(List<Effect> some, int weight, int limit, String lane) {
        record Edge(long at, int change) {}
        List<Edge> edges = new ArrayList<>();
        for (Effect effect : some) {
            edges.add(new Edge(effect.started(), weight));
            edges.add(new Edge(effect.ended(), -weight));
        }
        edges.sort(Comparator.comparingLong(Edge::at).thenComparingInt(Edge::change));
        int held = 0;
        for (Edge edge : edges) {
            held += edge.change();
            if (held > limit) wrong.add("%d at once in %s at %d".formatted(held, lane, edge.at()));
        }
    }

    private List<Effect> of(String machine) {
        Set<String> ids = new HashSet<>();
        runs.forEach((id, run) -> {
            if (run.machine().equals(machine)) ids.add(id);
        });
        return effects.stream().filter(effect -> ids.contains(effect.run())).toList();
    }

    private Map<String, List<Effect>> byRun() {
        return effects.stream().collect(Collectors.groupingBy(Effect::run));
    }

    private long count(Function<Run, Boolean> which) {
        return runs.values().stream().filter(which::apply).count();
    }

    /// A row that a step wrote in the transaction of its transition.
    record Effect(String run, String step, long fence, long started, long ended) {}
}
