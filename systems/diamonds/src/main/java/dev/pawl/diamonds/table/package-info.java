/// The tables of raw and canonical stones, and how rows are written in bulk.
///
/// Start with `DiamondSchema`. A stone has one number, given when its first payload is stored and
/// kept for ever; all tables refer to it. Only `diamond_raw` has an index on text, so a stone costs
/// one row and one index entry there and one row in `diamond_stones`.
///
/// `diamond_pages` is the manifest of what each run fetched: which stones a page contained, and
/// which of them must be consolidated. Claims, progress and the last run that saw a stone are facts
/// about pages, so no stone's row is rewritten for them. What must stay true: a payload, the
/// manifest of its page and the cursor of the partition are written in one commit.
@NullMarked
package dev.pawl.diamonds.table;

import org.jspecify.annotations.NullMarked;
