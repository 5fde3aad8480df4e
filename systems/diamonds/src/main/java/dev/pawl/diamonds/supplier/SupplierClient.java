package dev.pawl.diamonds.supplier;

import dev.pawl.diamonds.supplier.AnswerReader.ValueReader;
import dev.pawl.diamonds.supplier.Reply.Answered;
import dev.pawl.diamonds.supplier.Reply.FieldRefused;
import dev.pawl.diamonds.supplier.Reply.TokenRefused;
import dev.pawl.diamonds.supplier.SupplierException.Kind;
import dev.pawl.diamonds.supplier.SupplierSession.SessionToken;
import dev.pawl.limiter.budget.Throttling;
import java.time.InstantSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A client of a supplier's GraphQL API: counts stones, and reads them page by page.
///
/// It logs in at the first request, again before its token ends, and once if the supplier refuses
/// the token. It does not retry anything else: each failure is a [SupplierException], whose kind
/// says what to do. Thread-safe.
public final class SupplierClient implements AutoCloseable {
    /// A field of items that not every supplier has.
    static final String OPTIONAL_FIELD = "updated_at";

    private static final JsonMapper MAPPER = new JsonMapper();

    private final SupplierAccess access;
    private final InstantSource clock;
    private final SupplierHttp http;
    private final SupplierSession session;

    /// Whether items are asked for their time of update, until the supplier refuses the field.
    private volatile boolean hasOptionalField = true;

    private SupplierClient(SupplierAccess access, SupplierLimits limits, InstantSource clock) {
        this.access = access;
        this.clock = clock;
        this.http = new SupplierHttp(access, limits);
        this.session = new SupplierSession(limits, clock);
    }

    /// Opens a client; nothing is sent before the first call.
    public static SupplierClient open(SupplierAccess access) {
        return open(access, SupplierLimits.STANDARD, InstantSource.system());
    }

    /// Opens a client with limits of its own.
    ///
    /// @param clock says when a token ends, and how long a `Retry-After` with a date is
    public static SupplierClient open(
            SupplierAccess access, SupplierLimits limits, InstantSource clock) {
        return new SupplierClient(access, limits, clock);
    }

    /// Logs in unless there is a token, to find out early whether the supplier can be used.
    public void login(SupplierGate gate) throws SupplierException, InterruptedException {
        session.token(() -> newToken(gate));
    }

    /// Returns how many stones a filter has.
    public long count(StoneFilter filter, SupplierGate gate)
            throws SupplierException, InterruptedException {
        ObjectNode variables = MAPPER.createObjectNode();
        variables.set("query", QueryVariables.of(filter));
        Request request = new Request(SupplierOperation.COUNT, variables, "");
        return withToken(request, gate, (parser, _) -> AnswerValues.count(parser));
    }

    /// Returns one page of the stones of a query.
    public SupplierPage page(PageQuery page, SupplierGate gate)
            throws SupplierException, InterruptedException {
        ObjectNode variables = MAPPER.createObjectNode();
        variables.set("query", QueryVariables.of(page.filter()));
        variables.put("offset", (int) page.offset());
        variables.put("limit", page.limit());
        variables.set("order", QueryVariables.of(page.order()));
        String where = " at offset %d".formatted(page.offset());
        Request request = new Request(SupplierOperation.PAGE, variables, where);
        return withToken(
                request, gate, (parser, body) -> AnswerValues.page(parser, body, page.limit()));
    }

    /// Ends requests that are running.
    @Override
    public void close() {
        http.close();
    }

    private <T> T withToken(Request request, SupplierGate gate, ValueReader<T> reader)
            throws SupplierException, InterruptedException {
        SessionToken token = session.token(() -> newToken(gate));
        boolean isRenewed = false;
        while (true) {
            boolean isWhole = hasOptionalField;
            switch (send(request.with(token, isWhole), gate, reader)) {
                case Answered<T>(T value) -> {
                    return value;
                }
                case FieldRefused<T>(String message) -> {
                    if (!isWhole) throw failure(request, Kind.BAD_ANSWER, message);
                    hasOptionalField = false;
                }
                case TokenRefused<T>(String message) -> {
                    if (isRenewed) throw failure(request, Kind.DENIED, message);
                    token = session.renewed(token, () -> newToken(gate));
                    isRenewed = true;
                }
            }
        }
    }

    private String newToken(SupplierGate gate) throws SupplierException, InterruptedException {
        ObjectNode variables = MAPPER.createObjectNode();
        variables.put("username", access.user());
        variables.put("password", access.password());
        Request request = new Request(SupplierOperation.LOGIN, variables, "");
        return switch (send(request, gate, (parser, _) -> AnswerValues.token(parser))) {
            case Answered<String>(String token) -> token;
            case FieldRefused<String>(String message) ->
                    throw failure(request, Kind.BAD_ANSWER, message);
            case TokenRefused<String>(String message) ->
                    throw failure(
                            request, Kind.DENIED, message + "; check the user and the password");
        };
    }

    /// Sends one request through the gate.
    private <T> Reply<T> send(Request request, SupplierGate gate, ValueReader<T> reader)
            throws SupplierException, InterruptedException {
        String subject = subject(request);
        try (SupplierGate.Passage passage = gate.enter(request.operation().field())) {
            try {
                HttpReply reply = http.post(request.body(), subject);
                Reply<T> answer =
                        new AnswerInterpreter(request.operation(), subject, clock.instant())
                                .interpret(reply, reader);
                passage.succeeded();
                return answer;
            } catch (SupplierException e) {
                SupplierException shown = withoutSecrets(e);
                if (shown.kind() == Kind.THROTTLED) passage.throttled(throttling(shown));
                throw shown;
            }
        }
    }

    private static Throttling throttling(SupplierException e) {
        return new Throttling(
                e.retryAfter().orElse(Throttling.DELAY), String.valueOf(e.getMessage()));
    }

    /// A supplier may repeat what it was sent in the text of an error.
    private SupplierException withoutSecrets(SupplierException e) {
        String message = String.valueOf(e.getMessage());
        String shown = withoutSecrets(message);
        return shown.equals(message) ? e : e.saying(shown);
    }

    private String withoutSecrets(String text) {
        return session.withoutToken(text).replace(access.password(), "…");
    }

    private SupplierException failure(Request request, Kind kind, String message) {
        return new SupplierException(
                kind, "%s: %s".formatted(subject(request), withoutSecrets(message)), null);
    }

    private String subject(Request request) {
        return "supplier %s, %s%s"
                .formatted(access.shown(), request.operation().field(), request.where());
    }

    /// An operation with its variables.
    ///
    /// @param where what the request is about, behind the name of the operation
    private record Request(
            SupplierOperation operation, String text, ObjectNode variables, String where) {

        Request(SupplierOperation operation, ObjectNode variables, String where) {
            this(operation, operation.text(), variables, where);
        }

        Request with(SessionToken token, boolean isWhole) {
            ObjectNode all = variables.deepCopy().put("token", token.value());
            String asked = isWhole ? text : text.replace(" " + OPTIONAL_FIELD, "");
            return new Request(operation, asked, all, where);
        }

        byte[] body() {
            ObjectNode document = MAPPER.createObjectNode();
            document.put("query", text);
            document.set("variables", variables);
            return MAPPER.writeValueAsBytes(document);
        }
    }
}
