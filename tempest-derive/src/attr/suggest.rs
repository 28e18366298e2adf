//! What the user may have meant.

/// Words that other libraries use for an option, and ours.
const SYNONYMS: [(&str, &str); 31] = [
    ("pk", "primary_key"),
    ("id", "primary_key"),
    ("key", "primary_key"),
    ("primary", "primary_key"),
    ("rename", "column"),
    ("name", "column"),
    ("column_name", "column"),
    ("db_name", "column"),
    ("rename_all", "naming"),
    ("case", "naming"),
    ("auto_increment", "auto"),
    ("autoincrement", "auto"),
    ("identity", "auto"),
    ("serial", "auto"),
    ("generated", "auto"),
    ("table_name", "table"),
    ("default_value", "default"),
    ("default_expr", "default"),
    ("updated_at", "on_update"),
    ("foreign_key", "references"),
    ("belongs_to", "references"),
    ("fk", "references"),
    ("length", "varchar"),
    ("max_length", "varchar"),
    ("size", "varchar"),
    ("indexed", "index"),
    ("unique_index", "unique"),
    ("filter", "where"),
    ("ignore", "skip"),
    ("transient", "skip"),
    ("nested", "flatten"),
];

/// "did you mean …" for a word close to a valid one, else the list of valid ones.
pub(crate) fn expected_one_of(word: &str, valid: &[&str]) -> String {
    match nearest(word, valid) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", list(valid)),
    }
}

/// The valid word that was meant, if it is close enough to be sure.
pub(crate) fn nearest<'a>(word: &str, valid: &[&'a str]) -> Option<&'a str> {
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, ours)| *ours);
    if let Some(ours) = valid.iter().find(|ours| Some(**ours) == synonym) {
        return Some(ours);
    }
    let plain = |word: &str| word.to_lowercase().replace(['_', '-'], "");
    let allowed = word.chars().count() / 3;
    valid
        .iter()
        .map(|candidate| (distance(&plain(word), &plain(candidate)), *candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= allowed)
        .map(|(_, candidate)| candidate)
}

/// Words in backticks, separated by commas.
pub(crate) fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// How many letters must be added, taken away, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut rows = vec![(0..=right.len()).collect::<Vec<_>>()];
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(a != b);
            let mut best = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}
