public import Carousel
internal import CSecret
import Dispatch

/// The desktop's Secret Service, by libsecret: a keyring of the user's login
/// as a rule.
///
/// The desktop asks the user to unlock it where it is locked. A call that
/// nobody answers ends after a minute, and the token goes into a file.
public struct SecretService: SecretKeeping {
    /// Seconds that a call takes at most, the user's typing included.
    private let patience: Int

    public init() { patience = 60 }

    init(patience: Int) { self.patience = patience }

    public func secret(of library: String) throws(ServerProblem) -> String? {
        let names = Names(library)
        return try bounded { cancellable, error in
            guard
                let secret = secret_password_lookupv_sync(
                    names.schema, names.attributes, cancellable, error)
            else { return nil }
            defer { secret_password_free(secret) }
            return String(cString: secret)
        }
    }

    public func keep(
        _ secret: String, of library: String, label: String
    ) throws(ServerProblem) {
        let names = Names(library)
        try bounded { cancellable, error in
            _ = secret_password_storev_sync(
                names.schema, names.attributes, SECRET_COLLECTION_DEFAULT, label, secret,
                cancellable, error)
        }
    }

    public func forget(_ library: String) throws(ServerProblem) {
        let names = Names(library)
        try bounded { cancellable, error in
            // False when there was none, without an error.
            _ = secret_password_clearv_sync(
                names.schema, names.attributes, cancellable, error)
        }
    }

    /// Runs a call of libsecret, ends it when it takes too long, and throws its
    /// error.
    private func bounded<Value>(
        _ body: (
            UnsafeMutablePointer<GCancellable>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> Value
    ) throws(ServerProblem) -> Value {
        let cancellable = g_cancellable_new()
        let address = UInt(bitPattern: cancellable)
        let end = DispatchWorkItem {
            g_cancellable_cancel(UnsafeMutablePointer<GCancellable>(bitPattern: address))
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience), execute: end)
        var error: UnsafeMutablePointer<GError>?
        let value = body(cancellable, &error)
        end.cancel()
        // It may have begun: the object is freed behind it.
        end.notify(queue: .global()) {
            g_object_unref(UnsafeMutableRawPointer(bitPattern: address))
        }
        guard let error else { return value }
        defer { g_error_free(error) }
        throw .noTokenStore("the Secret Service: \(String(cString: error.pointee.message))")
    }
}

/// By what the secret of a library is found: what kind it is, and whose.
private struct Names: ~Copyable {
    let schema: UnsafeMutablePointer<SecretSchema>
    let attributes: OpaquePointer

    init(_ library: String) {
        let types = Self.table()
        Self.insert("library", pointer: nil, into: types)
        schema = secret_schema_newv("org.carousel.Token", SECRET_SCHEMA_NONE, types)
        g_hash_table_unref(types)
        attributes = Self.table()
        Self.insert("library", pointer: g_strdup(library), into: attributes)
    }

    deinit {
        g_hash_table_unref(attributes)
        secret_schema_unref(schema)
    }

    /// From strings to strings, or to the numbers of types.
    private static func table() -> OpaquePointer {
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    }

    /// - Parameter pointer: freed with the table; nil stands for the type of
    ///   strings, whose number is 0.
    private static func insert(
        _ key: String, pointer: UnsafeMutablePointer<CChar>?, into table: OpaquePointer
    ) {
        g_hash_table_insert(table, g_strdup(key), pointer)
    }
}
