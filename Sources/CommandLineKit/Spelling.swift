/// Finds the word that somebody meant to type.
enum Spelling {
    /// The candidate with the fewest slips from `word` (letters missing,
    /// added, wrong or swapped); nil when none is near: more than a third of
    /// the letters wrong.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let ranked = candidates.map { (distance: distance(word, $0), candidate: $0) }
        return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.candidate
    }

    /// Damerau and Levenshtein's distance, each stretch edited once.
    static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        guard !a.isEmpty, !b.isEmpty else { return a.count + b.count }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                let same = a[i - 1] == b[j - 1]
                var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    best = min(best, beforeLast[j - 2] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
