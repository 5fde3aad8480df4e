package dev.pawl.tidy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Every source and document of the repository keeps the house rules.
class TidyTest {
    /// The rules themselves contain what they forbid.
    private static final String OWN = "tidy/src/test/java/dev/pawl/tidy/";

    private final Repository repository = Repository.find();

    @Test
    void theRepositoryIsTidy() throws IOException {
        List<Finding> findings = new ArrayList<>();
        List<Source> sources = sources();
        findings.addAll(
                sources.parallelStream()
                        .flatMap(source -> SourceRules.ALL.stream().map(rule -> rule.apply(source)))
                        .flatMap(List::stream)
                        .toList());
        findings.addAll(packages(sources));
        findings.addAll(words(sources));
        findings.addAll(words(repository.scripts()));
        findings.addAll(NameRules.unique(sources.stream().map(Source::name).toList()));
        findings.addAll(documents(new TypeNames(sources)));
        Exemptions exemptions =
                Exemptions.parse(read(repository.root().resolve("tidy/exceptions.txt")));

        List<Finding> left = exemptions.apply(findings);

        assertThat(sources).hasSizeGreaterThan(10);
        assertThat(left)
                .withFailMessage(() ->
                        left.stream()
                                .map(Finding::toString)
                                .collect(
                                        Collectors.joining(
                                                "\n", "%d findings\n".formatted(left.size()), "")))
                .isEmpty();
    }

    private List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path file : repository.javaFiles()) {
            sources.add(Source.parse(repository.name(file), read(file)));
        }
        return sources;
    }

    private static List<Finding> packages(List<Source> sources) {
        var files =
                sources.stream()
                        .collect(
                                groupingBy(
                                        Source::directory,
                                        TreeMap::new,
                                        mapping(
                                                source ->
                                                        source.name()
                                                                .substring(
                                                                        source.directory()
                                                                                .length()),
                                                toList())));
        List<Finding> findings = new ArrayList<>();
        files.forEach((directory, names) -> findings.addAll(PackageRules.check(directory, names)));
        return findings;
    }

    private static List<Finding> words(List<Source> sources) {
        return sources.stream()
                .filter(source -> !source.directory().equals(OWN))
                .flatMap(source -> WordRules.in(source.name(), source.lines()).stream())
                .toList();
    }

    private List<Finding> words(Iterable<Path> files) throws IOException {
        List<Finding> findings = new ArrayList<>();
        for (Path file : files) {
            findings.addAll(WordRules.in(repository.name(file), Files.readAllLines(file)));
        }
        return findings;
    }

    private List<Finding> documents(TypeNames types) throws IOException {
        List<String> examples = new ArrayList<>();
        for (Path file : repository.exampleFiles()) {
            examples.add(read(file));
        }
        List<Finding> findings = new ArrayList<>();
        for (Path file : repository.documents()) {
            String name = repository.name(file);
            String text = read(file);
            findings.addAll(DocumentRules.length(name, text));
            findings.addAll(WordRules.in(name, text.lines().toList()));
            findings.addAll(DocumentRules.columns(name, text));
            findings.addAll(DocumentRules.types(name, text, types::exists));
            findings.addAll(DocumentRules.members(name, text, types::hasMember));
            findings.addAll(
                    DocumentRules.links(
                            name, text, link -> Files.exists(repository.root().resolve(link))));
            findings.addAll(DocumentRules.code(name, text, examples));
        }
        return findings;
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }
}
