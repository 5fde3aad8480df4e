package dev.pawl.feeds.base;

import dev.pawl.orchestrator.Asking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds shortest chains of links, from both ends towards the middle.
final class Paths {
    private static final int STEPS_MAX = 8;
    private static final int ITEMS_MAX = 50_000;
    private static final int ASKED_AT_ONCE = 100;
    private static final String MARKS = String.join(", ", Collections.nCopies(ASKED_AT_ONCE, "?"));

    private final Asking asking;

    Paths(Asking asking) {
        this.asking = asking;
    }

    List<Knowledge.Step> shortest(String from, String to) {
        if (from.equals(to)) return List.of();
        Side near = new Side(from);
        Side far = new Side(to);
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            boolean nearer = near.edge.size() <= far.edge.size();
            Side side = nearer ? near : far;
            Side other = nearer ? far : near;
            if (side.edge.isEmpty() || side.steps.size() > ITEMS_MAX) return List.of();
            List<String> met = grow(side, other);
            if (!met.isEmpty()) return chain(near, far, Collections.min(met));
        }
        return List.of();
    }

    /// Goes one step further on a side; returns where it met the other.
    private List<String> grow(Side side, Side other) {
        List<String> met = new ArrayList<>();
        Map<String, Knowledge.Step> found = new LinkedHashMap<>();
        List<String> edge = new ArrayList<>(side.edge);
        for (int at = 0; at < edge.size(); at += ASKED_AT_ONCE) {
            for (Knowledge.Step step : steps(edge, at)) {
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

    private List<Knowledge.Step> steps(List<String> edge, int at) {
        Object[] asked = new Object[ASKED_AT_ONCE];
        for (int i = 0; i < ASKED_AT_ONCE; i++) {
            asked[i] = edge.get(Math.min(at + i, edge.size() - 1));
        }
        List<Knowledge.Step> steps = new ArrayList<>();
        steps.addAll(
                asking.query(
                        "select from_urn, relation, to_urn from feed_links where from_urn in ("
                                + MARKS
                                + ") order by to_urn",
                        row -> new Knowledge.Step(row.text(1), row.text(2), true, row.text(3)),
                        asked));
        steps.addAll(
                asking.query(
                        "select to_urn, relation, from_urn from feed_links where to_urn in ("
                                + MARKS
                                + ") order by from_urn",
                        row -> new Knowledge.Step(row.text(1), row.text(2), false, row.text(3)),
                        asked));
        return steps;
    }

    private static List<Knowledge.Step> chain(Side near, Side far, String middle) {
        List<Knowledge.Step> all = new ArrayList<>(near.back(middle).reversed());
        for (Knowledge.Step step : far.back(middle)) {
            all.add(new Knowledge.Step(step.to(), step.relation(), !step.forward(), step.from()));
        }
        return all;
    }

    /// One end, with what it has reached and by which step, and where it goes on.
    private static final class Side {
        private final String start;
        private final Map<String, Knowledge.Step> steps = new HashMap<>();
        private final Deque<String> edge = new ArrayDeque<>();

        Side(String urn) {
            start = urn;
            edge.add(urn);
        }

        boolean reaches(String urn) {
            return urn.equals(start) || steps.containsKey(urn);
        }

        /// Returns the steps that led to an item, the last first.
        List<Knowledge.Step> back(String from) {
            List<Knowledge.Step> way = new ArrayList<>();
            Knowledge.Step step = steps.get(from);
            while (step != null) {
                way.add(step);
                step = steps.get(step.from());
            }
            return way;
        }
    }
}
