/// Security feeds: seven sources in one searchable, cross-linked base.
///
/// Start at [Feeds][dev.pawl.feeds.Feeds]: an orchestration of one provider for each
/// [SourceKind][dev.pawl.feeds.SourceKind], on an engine of the caller's.
/// [Places][dev.pawl.feeds.Places] says where documents come from,
/// [Timetable][dev.pawl.feeds.Timetable] when they are looked at again.
@NullMarked
package dev.pawl.feeds;

import org.jspecify.annotations.NullMarked;
