extension IntegrityCheck {
    /// Looks for rows of conversations that contradict each other.
    func checkConversations(
        _ database: Database, _ report: inout Report
    ) throws(ServerError) {
        let queries: [(StaticString, String)] = [
            (
                """
                SELECT m.account, hex(m.conversation) FROM conversation_members m
                LEFT JOIN conversations c ON c.id = m.conversation
                LEFT JOIN accounts a ON a.account = m.account
                WHERE c.id IS NULL OR m.change > coalesce(a.photo_sequence, m.change)
                """, "a member of no conversation, or changed in the future"
            ),
            (
                """
                SELECT m.author, hex(m.id) FROM messages m
                LEFT JOIN conversations c ON c.id = m.conversation
                WHERE c.id IS NULL OR m.sequence > c.sequence OR m.posted > m.sequence
                    OR m.photos != (SELECT count(*) FROM message_photos p
                        WHERE p.conversation = m.conversation AND p.posted = m.posted)
                """, "a message without its conversation or with other photos than it counts"
            ),
            (
                """
                SELECT p.owner, p.name FROM message_photos p LEFT JOIN messages m
                    ON m.conversation = p.conversation AND m.posted = p.posted
                WHERE m.posted IS NULL OR m.author != p.owner
                """, "a shared photo without a message of its owner"
            ),
        ]
        for (sql, words) in queries {
            let rows = try database.all(sql) { "account \($0.int64(0)): \($0.text(1) ?? "")" }
            for row in rows { report.add("\(row): \(words)") }
        }
    }
}
