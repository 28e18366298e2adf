//! The tables.

use std::fmt::Write;

use crate::run::{CaseMeasured, Cell, Measured};

/// Time, heap and memory of one database, as Markdown.
pub(crate) fn markdown(measured: &Measured) -> String {
    let mut text = format!("## {} {}\n\n", measured.database, measured.version);
    text += "Time of one operation; where it is a bare number, as a multiple of the time to its left in the same round.\n\n";
    table(&mut text, measured, time);
    text += "\nHeap allocations of one operation, and what they ask for.\n\n";
    table(&mut text, measured, |_, cell| format!("{} ({})", cell.allocations, bytes(cell.allocated)));
    for case in &measured.cases {
        let growth = measured.peers.iter().zip(&case.cells);
        let growth = growth.filter_map(|(peer, cell)| Some(format!("{peer} {}", bytes(cell.growth? * 1024))));
        let growth: Vec<String> = growth.collect();
        if !growth.is_empty() {
            let _ = write!(text, "\nResident memory grows in `{}`: {}.\n", case.case, growth.join(", "));
        }
    }
    let lacks = lacks(measured);
    if !lacks.is_empty() {
        let _ = write!(text, "\nNot measured:\n\n{lacks}");
    }
    text
}

/// That the cases work, and who does not do which.
pub(crate) fn quick(measured: &Measured) -> String {
    let peers = measured.peers.join(", ");
    format!(
        "{} {}: {} cases work ({peers}).\n{}",
        measured.database,
        measured.version,
        measured.cases.len(),
        lacks(measured)
    )
}

fn table(text: &mut String, measured: &Measured, cell: impl Fn(&CaseMeasured, &Cell) -> String) {
    let _ = writeln!(text, "| case | {} |", measured.peers.join(" | "));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(measured.peers.len()));
    for case in &measured.cases {
        let cells = case.cells.iter().map(|it| if it.lacks.is_some() { "–".to_owned() } else { cell(case, it) });
        let _ = writeln!(text, "| {} | {} |", case.case, cells.collect::<Vec<_>>().join(" | "));
    }
}

fn time(case: &CaseMeasured, cell: &Cell) -> String {
    if std::ptr::eq(cell, &raw const case.cells[case.baseline]) { duration(cell.nanos) } else { ratio(cell.ratio) }
}

fn ratio(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.2}") } else { format!("{ratio:.1}") }
}

fn duration(nanos: f64) -> String {
    match nanos {
        ..1_000.0 => format!("{nanos:.0} ns"),
        ..100_000.0 => format!("{:.1} µs", nanos / 1e3),
        ..1_000_000.0 => format!("{:.0} µs", nanos / 1e3),
        ..1_000_000_000.0 => format!("{:.1} ms", nanos / 1e6),
        _ => format!("{:.2} s", nanos / 1e9),
    }
}

fn bytes(bytes: u64) -> String {
    let kibibytes = bytes as f64 / 1024.0;
    match kibibytes {
        ..10.0 => format!("{kibibytes:.2} KiB"),
        ..1024.0 => format!("{kibibytes:.0} KiB"),
        _ => format!("{:.1} MiB", kibibytes / 1024.0),
    }
}

/// Who does not do what, and why: a line for each peer and reason.
fn lacks(measured: &Measured) -> String {
    let mut text = String::new();
    for (number, peer) in measured.peers.iter().enumerate() {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for case in &measured.cases {
            let Some(why) = &case.cells[number].lacks else { continue };
            match reasons.iter_mut().find(|(reason, _)| reason == why) {
                Some((_, cases)) => cases.push(&case.case),
                None => reasons.push((why, vec![&case.case])),
            }
        }
        for (why, cases) in reasons {
            let _ = writeln!(text, "- {peer}: {} ({why})", cases.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{bytes, duration, ratio};

    #[test]
    fn numbers_have_the_unit_that_keeps_them_short() {
        assert_eq!(duration(412.4), "412 ns");
        assert_eq!(duration(15_900.0), "15.9 µs");
        assert_eq!(duration(609_400.0), "609 µs");
        assert_eq!(duration(6_424_000.0), "6.4 ms");
        assert_eq!(duration(1_250_000_000.0), "1.25 s");
        assert_eq!(bytes(2_120), "2.07 KiB");
        assert_eq!(bytes(715_776), "699 KiB");
        assert_eq!(bytes(7_787_520), "7.4 MiB");
        assert_eq!(ratio(1.038), "1.04");
        assert_eq!(ratio(54.31), "54.3");
    }
}
