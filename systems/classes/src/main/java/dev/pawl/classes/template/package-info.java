/// How a class becomes children of the cluster.
///
/// A [TemplateDescriptor][dev.pawl.classes.template.TemplateDescriptor] is all that a template is:
/// its kinds, names, selector, readiness rules and scoring.
/// [Templates][dev.pawl.classes.template.Templates] has those of the product and chooses one;
/// [TemplateRenderer][dev.pawl.classes.template.TemplateRenderer] makes the
/// [DesiredState][dev.pawl.classes.template.DesiredState] of a class with it.
///
/// Must stay true: rendering is a pure function, and equal inputs give equal bytes, because a child
/// whose hash differs is applied again.
@NullMarked
package dev.pawl.classes.template;

import org.jspecify.annotations.NullMarked;
