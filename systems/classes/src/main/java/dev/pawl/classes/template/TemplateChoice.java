package dev.pawl.classes.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The template of a class and why it was chosen; null if none can be, with the reason.
public record TemplateChoice(@Nullable TemplateDescriptor descriptor, List<String> explanation) {
    public TemplateChoice {
        explanation = List.copyOf(explanation);
    }
}
