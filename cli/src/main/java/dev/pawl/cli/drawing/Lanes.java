package dev.pawl.cli.drawing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The lanes on one side of the column: short ways near to it, and no two in one lane that share a
/// row.
final class Lanes {
    static final int GAP = 18;

    private static final double LETTER = 6.3;

    private final List<List<Way>> lanes = new ArrayList<>();
    private final int first;

    /// Lays ways into lanes, the first of them `room` beyond its usual place.
    Lanes(List<Way> ways, int room) {
        this.first = GAP + room;
        ways.stream()
                .sorted(Comparator.comparingInt(way -> way.bottom() - way.top()))
                .forEach(this::add);
    }

    private void add(Way way) {
        for (List<Way> lane : lanes) {
            if (lane.stream().noneMatch(way::overlaps)) {
                lane.add(way);
                return;
            }
        }
        lanes.add(new ArrayList<>(List.of(way)));
    }

    List<Way> ways() {
        return lanes.stream().flatMap(List::stream).toList();
    }

    /// Returns how far from the column the lane of a way is.
    int distance(Way way) {
        int distance = first;
        for (List<Way> lane : lanes) {
            if (lane.contains(way)) return distance;
            distance += width(lane) + GAP;
        }
        throw new IllegalArgumentException("not in a lane: " + way);
    }

    /// Returns how wide all lanes are together.
    int width() {
        int sum = lanes.isEmpty() ? 0 : first;
        for (List<Way> lane : lanes) sum += width(lane) + GAP;
        return sum;
    }

    static int width(String text) {
        return (int) Math.ceil(text.length() * LETTER);
    }

    private static int width(List<Way> lane) {
        return lane.stream().mapToInt(way -> width(way.label()) + 4).max().orElse(0);
    }
}
