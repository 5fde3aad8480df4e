/// Cuts a supplier's stock into partitions of about the same size, by counting stones in ranges of
/// price per carat.
///
/// Start at [dev.pawl.diamonds.heatmap.Heatmap]. It is pure: what it knows of the stock comes from
/// a [dev.pawl.diamonds.heatmap.CountFunction]. `HeatmapScan` decides what to count next, and
/// `RangeGrouping` joins counted ranges to partitions.
///
/// What must stay true: the partitions are neighbours from 0 to infinity, so that no stone is left
/// out whatever the counts say; and there are never more counts than the limit.
@NullMarked
package dev.pawl.diamonds.heatmap;

import org.jspecify.annotations.NullMarked;
