/// Security feeds: seven sources in one searchable, cross-linked database.
///
/// Start at [Feeds][dev.pawl.feeds.Feeds]: an orchestration with one provider per
/// [SourceKind][dev.pawl.feeds.SourceKind], on an engine of the caller.
/// [SourceLocations][dev.pawl.feeds.SourceLocations] remembers where documents come from,
/// [FeedSchedules][dev.pawl.feeds.FeedSchedules] loads them again on a schedule.
@NullMarked
package dev.pawl.feeds;

import org.jspecify.annotations.NullMarked;
