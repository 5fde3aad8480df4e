/// The rules that archives must follow, and how a violation is reported.
///
/// Start at [ArchiveTerms]: an [ArchivePolicy] and [ArchiveLimits]. [PathRules] checks paths. Code
/// that reads an archive throws an [ArchiveViolation], which names an [ArchiveRule];
/// [ArchiveRejectedException] adds the name of the archive and is what callers see.
///
/// What must stay true: text from an archive reaches messages only as [EscapedText], and a rule
/// does not depend on how the archive is stored.
@NullMarked
package dev.pawl.images.archive.rule;

import org.jspecify.annotations.NullMarked;
