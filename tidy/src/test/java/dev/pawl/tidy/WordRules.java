package dev.pawl.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Words that no text and no name contains, each with the plain word that replaces it.
///
/// A name counts as the words that it is made of, so that a test's name is read like a sentence.
/// `begin` as a word of SQL is allowed: alone in its line or string, or before `immediate`.
final class WordRules {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final List<Ban> BANS =
            List.of(
                    new Ban("unless told", "default:"),
                    new Ban("told|tells?|telling", "reports, notifies, shows, says"),
                    new Ban(
                            "(some|any|every|no)body|(some|any|every)one|no one|whoever|whomever",
                            "the subject: the engine, the caller, a node"),
                    new Ban("he|his|him", "the subject: the engine, the caller, a node"),
                    new Ban("anew", "again"),
                    new Ban("begins|began|begun|beginnings?", "starts, started, the start"),
                    new Ban(
                            "(?<![-$]|[$]\\x20)begin(?!\\s*$|\"| immediate\\b| delete\\b)",
                            "start"),
                    new Ban("for ever", "forever"),
                    new Ban("(go(es)?|went|going|gone) on", "continues, resumes"),
                    new Ban("cuts? off", "interrupted, truncated"),
                    new Ban("life|lives", "process, lifetime, run"),
                    new Ban("bites?", "batch"),
                    new Ban("(takes?|taken|taking|took) up", "recovers, resumes"),
                    new Ban("(puts?|putting|sets?|setting) aside", "quarantines, excludes"),
                    new Ban(
                            "(closes?|closed|ends?|ended|stops?|stopped|left) in order(?! to)",
                            "gracefully"),
                    new Ban("no word|words? from", "no message, an answer"),
                    new Ban("troubled|troubles?", "error, failure"),
                    new Ban("for want of", "because it lacks"),
                    new Ban("alike", "the same, consistent"),
                    new Ban("comes? to nothing|came to nothing", "fails, has no effect"),
                    new Ban("what (became|becomes|come|came) of", "the result of"));

    private WordRules() {}

    static List<Finding> in(String name, List<String> lines) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String words = HUMP.matcher(lines.get(i)).replaceAll(" ").replace('_', ' ');
            for (Ban ban : BANS) {
                Matcher found = ban.pattern().matcher(words);
                if (found.find()) {
                    findings.add(
                            new Finding(
                                    "words",
                                    name,
                                    "line %d: '%s': say %s"
                                            .formatted(i + 1, found.group(), ban.replacement())));
                }
            }
        }
        return findings;
    }

    private record Ban(Pattern pattern, String replacement) {
        Ban(String regex, String replacement) {
            this(
                    Pattern.compile(
                            "\\b(?:" + regex.replace(" ", "\\s+") + ")\\b",
                            Pattern.CASE_INSENSITIVE),
                    replacement);
        }
    }
}
