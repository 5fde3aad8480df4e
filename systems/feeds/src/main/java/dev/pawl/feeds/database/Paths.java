package dev.pawl.feeds.database;

import dev.pawl.orchestrator.provider.TableQuery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds shortest paths of links, from both ends towards the middle.
final class Paths {
    private static final int STEPS_MAX = 8;
    private static final int ITEMS_MAX = 50_000;
    private static final int QUERY_SIZE = 100;
    private static final String PLACEHOLDERS =
            String.join(", ", Collections.nCopies(QUERY_SIZE, "?"));

    private final TableQuery tables;

    Paths(TableQuery tables) {
        this.tables = tables;
    }

    List<ItemQueries.Step> shortest(String from, String to) {
        if (from.equals(to)) return List.of();
        Side near = new Side(from);
        Side far = new Side(to);
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            boolean nearer = near.edge.size() <= far.edge.size();
            Side side = nearer ? near : far;
            Side other = nearer ? far : near;
            if (side.edge.isEmpty() || side.steps.size() > ITEMS_MAX) return List.of();
            List<String> met = grow(side, other);
            if (!met.isEmpty()) return path(near, far, Collections.min(met));
        }
        return List.of();
    }

    /// Extends a side by one step; returns the items where it meets the other side.
    private List<String> grow(Side side, Side other) {
        List<String> met = new ArrayList<>();
        Map<String, ItemQueries.Step> found = new LinkedHashMap<>();
        List<String> edge = new ArrayList<>(side.edge);
        for (int at = 0; at < edge.size(); at += QUERY_SIZE) {
            for (ItemQueries.Step step : steps(edge, at)) {
                if (!side.reaches(step.to())) found.putIfAbsent(step.to(), step);
            }
        }
        side.edge.clear();
        found.forEach((urn, step) -> {
            side.steps.put(urn, step);
            side.edge.add(urn);
            if (other.reaches(urn)) met.add(urn);
        });
        return met;
    }

    private List<ItemQueries.Step> steps(List<String> edge, int at) {
        Object[] parameters = new Object[QUERY_SIZE];
        for (int i = 0; i < QUERY_SIZE; i++) {
            parameters[i] = edge.get(Math.min(at + i, edge.size() - 1));
        }
        List<ItemQueries.Step> steps = new ArrayList<>();
        steps.addAll(
                tables.query(
                        "select from_urn, relation, to_urn from feed_links where from_urn in ("
                                + PLACEHOLDERS
                                + ") order by to_urn",
                        row -> new ItemQueries.Step(row.text(1), row.text(2), true, row.text(3)),
                        parameters));
        steps.addAll(
                tables.query(
                        "select to_urn, relation, from_urn from feed_links where to_urn in ("
                                + PLACEHOLDERS
                                + ") order by from_urn",
                        row -> new ItemQueries.Step(row.text(1), row.text(2), false, row.text(3)),
                        parameters));
        return steps;
    }

    private static List<ItemQueries.Step> path(Side near, Side far, String middle) {
        List<ItemQueries.Step> all = new ArrayList<>(near.back(middle).reversed());
        for (ItemQueries.Step step : far.back(middle)) {
            all.add(new ItemQueries.Step(step.to(), step.relation(), !step.forward(), step.from()));
        }
        return all;
    }

    /// One end of the search: the reached items with the step to each, and the items to extend.
    private static final class Side {
        private final String start;
        private final Map<String, ItemQueries.Step> steps = new HashMap<>();
        private final Deque<String> edge = new ArrayDeque<>();

        Side(String urn) {
            start = urn;
            edge.add(urn);
        }

        boolean reaches(String urn) {
            return urn.equals(start) || steps.containsKey(urn);
        }

        /// Returns the steps that led to an item, the last first.
        List<ItemQueries.Step> back(String from) {
            List<ItemQueries.Step> path = new ArrayList<>();
            ItemQueries.Step step = steps.get(from);
            while (step != null) {
                path.add(step);
                step = steps.get(step.from());
            }
            return path;
        }
    }
}
