/// Rules that every source and document of the repository follows.
///
/// Start with `TidyTest`. [Repository] finds the files; `SourceRules`, `PackageRules` and
/// `DocumentRules` say what is expected of them, `Exemptions` what was accepted all the same. Only
/// sources are read, nothing compiled: so this is checked before anything else is built.
@org.jspecify.annotations.NullMarked
package dev.pawl.tidy;
