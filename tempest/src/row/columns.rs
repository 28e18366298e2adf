//! Where the columns are that a row type takes: found by their names in SQL that Tempest has not written.

use std::borrow::Cow;

use super::{Cell, Cells, DecodeError, Row};

/// The columns that a row type takes.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Columns {
    /// Those of these names, in whichever order, among others.
    Named {
        /// The table or struct, for errors.
        of: &'static str,
        /// The name of the column that is decoded at this place; nothing beyond the last one.
        name: fn(usize) -> Option<&'static str>,
    },
    /// So many and no more, whatever they are called.
    Counted(usize),
}

impl Columns {
    /// Decodes a row whose columns are found so.
    pub(crate) fn decode<T>(
        self,
        row: &Row<'_>,
        decode: impl FnOnce(&Row<'_>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        match self.places(row.cells)? {
            None => decode(row),
            Some(places) => decode(&Row::new(&Arranged { cells: row.cells, places })),
        }
    }

    /// Checks the columns of a result by their names.
    pub(crate) fn check(self, names: &[String]) -> Result<(), DecodeError> {
        self.places(&Header(names)).map(drop)
    }

    /// Where the columns are; nothing if the row has these and no others, in their order.
    fn places(self, cells: &dyn Cells) -> Result<Option<Vec<usize>>, DecodeError> {
        match self {
            Self::Counted(count) if is_wide(cells, count) => Ok(None),
            Self::Counted(count) => Err(DecodeError {
                table: "",
                column: "",
                position: 0,
                expected: "as many columns as values are asked for",
                found: format!("{} columns for {count} values", names(cells).count()),
            }),
            Self::Named { name, .. } if is_in_order(cells, name) => Ok(None),
            Self::Named { of, name } => {
                let found: Vec<_> = names(cells).collect();
                let asked = (0..).map_while(name).enumerate();
                let places = asked.map(|(position, column)| {
                    place(column, &found).map_err(|found| DecodeError {
                        table: of,
                        column,
                        position,
                        expected: "a column of this name",
                        found,
                    })
                });
                places.collect::<Result<_, _>>().map(Some)
            }
        }
    }
}

fn names(cells: &dyn Cells) -> impl Iterator<Item = Cow<'_, str>> {
    (0..).map_while(|index| cells.name(index))
}

fn is_wide(cells: &dyn Cells, count: usize) -> bool {
    cells.name(count).is_none() && (count == 0 || cells.name(count - 1).is_some())
}

fn is_in_order(cells: &dyn Cells, name: fn(usize) -> Option<&'static str>) -> bool {
    let mut index = 0;
    loop {
        match (name(index), cells.name(index)) {
            (Some(asked), Some(found)) if asked == found => index += 1,
            (None, None) => return true,
            _ => return false,
        }
    }
}

/// Where the column of this name is, or what is found in its place. Some databases tell a name as it was declared, and
/// PostgreSQL one without quotes in lower case.
#[cold]
fn place(asked: &str, found: &[Cow<'_, str>]) -> Result<usize, String> {
    let places = |same: fn(&str, &str) -> bool| {
        let mut places = found.iter().enumerate().filter(move |(_, name)| same(name, asked)).map(|(place, _)| place);
        (places.next(), places.next())
    };
    let exact = places(|name, asked| name == asked);
    match if exact.0.is_some() { exact } else { places(str::eq_ignore_ascii_case) } {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err("several: name each of them with AS".to_owned()),
        (None, _) if found.is_empty() => Err("no columns".to_owned()),
        (None, _) => {
            let list: Vec<_> = found.iter().map(|name| format!("`{name}`")).collect();
            Err(format!("only {}", list.join(", ")))
        }
    }
}

/// Names without a row.
struct Header<'a>(&'a [String]);

impl Cells for Header<'_> {
    fn cell(&self, _index: usize) -> Cell<'_> {
        Cell::Null
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.0.get(index).map(|name| Cow::Borrowed(name.as_str()))
    }
}

/// A row whose columns stand in another order.
struct Arranged<'a> {
    cells: &'a dyn Cells,
    places: Vec<usize>,
}

impl Cells for Arranged<'_> {
    fn cell(&self, index: usize) -> Cell<'_> {
        // A place that there is not is beyond the row, which says so.
        self.cells.cell(self.places.get(index).copied().unwrap_or(usize::MAX))
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.places.get(index).and_then(|place| self.cells.name(*place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Columns = Columns::Named { of: "users", name: |index| ["id", "name"].get(index).copied() };

    fn places(columns: Columns, names: &[&str]) -> Result<Option<Vec<usize>>, String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        columns.places(&Header(&names)).map_err(|error| error.to_string())
    }

    #[test]
    fn by_name() {
        assert_eq!(places(ASKED, &["id", "name"]), Ok(None));
        assert_eq!(places(ASKED, &["id", "name", "age"]), Ok(Some(vec![0, 1])));
        assert_eq!(places(ASKED, &["ID", "age", "Name", "NAME", "name"]), Ok(Some(vec![0, 4])));
        let message = |names| places(ASKED, names).unwrap_err();
        assert_eq!(
            message(&["id", "nom"]),
            "column `name` of `users`: expected a column of this name, found only `id`, `nom`"
        );
        assert_eq!(message(&[]), "column `id` of `users`: expected a column of this name, found no columns");
        let twice =
            "column `name` of `users`: expected a column of this name, found several: name each of them with AS";
        assert_eq!(message(&["id", "name", "name"]), twice);
        assert_eq!(message(&["id", "NAME", "Name"]), twice);
    }

    #[test]
    fn by_place() {
        assert_eq!(places(Columns::Counted(2), &["a", "a"]), Ok(None));
        assert_eq!(places(Columns::Counted(0), &[]), Ok(None));
        for names in [&["a"][..], &["a", "b", "c"], &[]] {
            let message = places(Columns::Counted(2), names).unwrap_err();
            assert!(message.ends_with(&format!("found {} columns for 2 values", names.len())), "{message}");
        }
    }
}
