package dev.pawl.cli.drawing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The lanes on one side of the column: short arrows are near it, and arrows in one lane share no
/// row.
final class Lanes {
    static final int GAP = 18;

    private static final double LETTER = 6.3;

    private final List<List<DiagramArrow>> lanes = new ArrayList<>();
    private final int first;

    /// Assigns arrows to lanes; the first lane is `room` further out than usual.
    Lanes(List<DiagramArrow> arrows, int room) {
        this.first = GAP + room;
        arrows.stream()
                .sorted(Comparator.comparingInt(arrow -> arrow.bottom() - arrow.top()))
                .forEach(this::add);
    }

    private void add(DiagramArrow arrow) {
        for (List<DiagramArrow> lane : lanes) {
            if (lane.stream().noneMatch(arrow::overlaps)) {
                lane.add(arrow);
                return;
            }
        }
        lanes.add(new ArrayList<>(List.of(arrow)));
    }

    List<DiagramArrow> arrows() {
        return lanes.stream().flatMap(List::stream).toList();
    }

    /// Returns how far from the column the lane of an arrow is.
    int distance(DiagramArrow arrow) {
        int distance = first;
        for (List<DiagramArrow> lane : lanes) {
            if (lane.contains(arrow)) return distance;
            distance += width(lane) + GAP;
        }
        throw new IllegalArgumentException("expected an arrow in a lane, found " + arrow);
    }

    /// Returns how wide all lanes are together.
    int width() {
        int sum = lanes.isEmpty() ? 0 : first;
        for (List<DiagramArrow> lane : lanes) sum += width(lane) + GAP;
        return sum;
    }

    static int width(String text) {
        return (int) Math.ceil(text.length() * LETTER);
    }

    private static int width(List<DiagramArrow> lane) {
        return lane.stream().mapToInt(arrow -> width(arrow.label()) + 4).max().orElse(0);
    }
}
