/// The client of a supplier's GraphQL API; the wire contract is in the README of this module.
///
/// Start at [dev.pawl.diamonds.supplier.SupplierClient]. A call passes the caller's
/// [dev.pawl.diamonds.supplier.SupplierGate], gets a token from `SupplierSession`, is sent by
/// `SupplierHttp`, and its answer is read by `AnswerReader`, `PageReader` and `ItemReader`.
///
/// What must stay true: values travel in variables and never in the text of a query; a failure is a
/// [dev.pawl.diamonds.supplier.SupplierException] and contains neither the password nor a token;
/// the supplier is not trusted, so its answers are bounded in bytes and in time; the payload of an
/// item is byte for byte what the supplier sent.
@NullMarked
package dev.pawl.diamonds.supplier;

import org.jspecify.annotations.NullMarked;
