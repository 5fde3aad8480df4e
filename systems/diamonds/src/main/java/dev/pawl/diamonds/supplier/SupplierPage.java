package dev.pawl.diamonds.supplier;

import java.util.List;

/// A page of stones, as the supplier ordered them.
///
/// A page may have fewer items than requested although more follow: only an empty page, or
/// `totalCount`, says that there are no more. While the stock moves an id can occur on two pages.
///
/// @param totalCount how many stones the query has, according to the supplier
public record SupplierPage(long totalCount, List<SupplierItem> items) {

    public SupplierPage {
        items = List.copyOf(items);
    }
}
