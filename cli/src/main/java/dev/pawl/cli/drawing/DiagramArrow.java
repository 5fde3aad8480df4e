package dev.pawl.cli.drawing;

/// An arrow from one row of the column to another, with all its labels.
record DiagramArrow(int from, int to, String label) {
    boolean isStraight() {
        return to == from + 1;
    }

    boolean isBack() {
        return to <= from;
    }

    int top() {
        return Math.min(from, to);
    }

    int bottom() {
        return Math.max(from, to);
    }

    boolean overlaps(DiagramArrow other) {
        return top() <= other.bottom() && other.top() <= bottom();
    }
}
