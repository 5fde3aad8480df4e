package dev.pawl.diamonds.heatmap;

/// Counts the stones of a range at the supplier.
///
/// @param <X> how it fails
public interface CountFunction<X extends Exception> {

    /// Returns how many stones have a price per carat in this range.
    long count(PriceRange range) throws X, InterruptedException;
}
