package dev.pawl.diamonds.supplier;

import java.util.List;

/// The operations of the contract: the text of the query, and where its answer is.
enum SupplierOperation {
    LOGIN(
            """
            query ($username: String!, $password: String!) {
              authenticate {
                username_and_password(username: $username, password: $password) { token }
              }
            }
            """,
            "authenticate",
            "username_and_password"),

    COUNT(
            """
            query ($token: String!, $query: DiamondQuery) {
              as(token: $token) { diamonds_by_query_count(query: $query) }
            }
            """,
            "as",
            "diamonds_by_query_count"),

    PAGE(
            """
            query ($token: String!, $query: DiamondQuery,
                $offset: Int, $limit: Int, $order: DiamondOrder) {
              as(token: $token) {
                diamonds_by_query(query: $query, offset: $offset, limit: $limit, order: $order) {
                  total_count
                  items {
                    id price discount updated_at
                    diamond {
                      id video image availability supplierStockId
                      brown green milky eyeClean mine_of_origin
                      certificate {
                        id lab shape certNumber cut carats clarity polish symmetry color
                        width length depth girdle floInt floCol depthPercentage table
                      }
                    }
                  }
                }
              }
            }
            """,
            "as",
            "diamonds_by_query");

    private final String text;
    private final String root;
    private final String field;

    SupplierOperation(String text, String root, String field) {
        this.text = text;
        this.root = root;
        this.field = field;
    }

    String text() {
        return text;
    }

    /// Returns the fields from `data` to the answer.
    List<String> path() {
        return List.of(root, field);
    }

    /// Returns the name of the operation in the contract.
    String field() {
        return field;
    }
}
