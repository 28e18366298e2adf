//! The direction of imports that `docs/architecture.md` states, held against the sources.
//!
//! Paths are read from the tokens of each file, so comments, docs and strings do not count, and code under
//! `#[cfg(test)]` is left out: a test may use what the code beside it may not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// What one file names: its place below `src`, and each path in it, from the crate on where that is known.
struct Source {
    file: String,
    paths: Vec<Vec<String>>,
}

impl Source {
    fn parse(file: &str, text: &str) -> Self {
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut paths = Vec::new();
        collect(tokens, &[], &mut paths);
        let module = module_of(file);
        let paths = paths.into_iter().map(|path| absolute(path, &module)).collect();
        Self { file: file.to_owned(), paths }
    }

    /// Is the file one of these, each a file without its ending or a folder: `row` is `row.rs` and all of `row/`?
    fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|place| self.file.strip_prefix(place).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')))
    }

    /// The paths that name one of these modules of its own crate.
    fn names_module(&self, modules: &[&str]) -> Vec<String> {
        self.named(|path| path.len() > 1 && path[0] == "crate" && modules.contains(&path[1].as_str()))
    }

    /// The paths that name one of these crates, types or keywords anywhere.
    fn names_word(&self, words: &[&str]) -> Vec<String> {
        self.named(|path| path.iter().any(|segment| words.contains(&segment.as_str())))
    }

    fn named(&self, forbidden: impl Fn(&[String]) -> bool) -> Vec<String> {
        let lines = self.paths.iter().filter(|path| forbidden(path));
        lines.map(|path| format!("{} names {}", self.file, path.join("::"))).collect()
    }
}

/// The paths in the tokens, each of the names in a nested `use` with what stands before it.
fn collect(tokens: TokenStream, prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = prefix.to_vec();
    let mut colons = 0;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) => {
                if colons != 2 {
                    finish(&mut path, prefix, paths);
                }
                path.push(ident.to_string());
                colons = 0;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                colons += 1;
                if mark.spacing() == Spacing::Alone && colons != 2 {
                    colons = 0;
                }
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && colons == 2 => {
                collect(group.stream(), &path, paths);
                path = prefix.to_vec();
                colons = 0;
            }
            TokenTree::Group(group) => {
                finish(&mut path, prefix, paths);
                collect(group.stream(), &[], paths);
                colons = 0;
            }
            TokenTree::Punct(mark) if mark.as_char() == '#' && is_test_only(tokens.peek()) => {
                finish(&mut path, prefix, paths);
                skip_item(&mut tokens);
                colons = 0;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {
                finish(&mut path, prefix, paths);
                colons = 0;
            }
        }
    }
    finish(&mut path, prefix, paths);
}

fn finish(path: &mut Vec<String>, prefix: &[String], paths: &mut Vec<Vec<String>>) {
    if path.len() > prefix.len() {
        paths.push(std::mem::replace(path, prefix.to_vec()));
    }
}

fn is_test_only(attribute: Option<&TokenTree>) -> bool {
    attribute.is_some_and(|tokens| tokens.to_string().replace(' ', "") == "[cfg(test)]")
}

/// Goes past the attribute and the item behind it, which ends with its braces or a semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(mark) if mark.as_char() == ';' => return,
            _ => {}
        }
    }
}

/// The module that a file is: `query/select.rs` is `crate::query::select`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let names = path.split('/').filter(|name| *name != "lib").map(str::to_owned);
    std::iter::once("crate".to_owned()).chain(names).collect()
}

/// The path with its leading `super`s and `self` put in full.
fn absolute(path: Vec<String>, module: &[String]) -> Vec<String> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    if supers == 0 && path[0] != "self" {
        return path;
    }
    let kept = module.len().saturating_sub(supers).max(1);
    let rest = path.into_iter().skip(supers).filter(|name| name != "self");
    module[..kept].iter().cloned().chain(rest).collect()
}

/// All sources of a crate, in order, with its root's own names (`crate::Engine`) led back to their modules.
fn sources(of_crate: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of_crate).join("src");
    let mut files = Vec::new();
    list(&root, &mut files);
    files.sort();
    assert!(files.len() > 3, "{} holds the sources of {of_crate}", root.display());
    let parse = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        Source::parse(&file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"), &text)
    };
    let mut sources: Vec<Source> = files.iter().map(parse).collect();
    let reexports = reexports(&sources);
    for source in &mut sources {
        for path in &mut source.paths {
            if path.len() > 1
                && path[0] == "crate"
                && let Some(full) = reexports.get(&path[1])
            {
                path.splice(..2, full.iter().cloned());
            }
        }
    }
    sources
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_stem().is_some_and(|stem| stem != "tests")
        {
            files.push(path);
        }
    }
}

/// What `lib.rs` re-exports from the crate's own modules: the name, and the path behind it.
fn reexports(sources: &[Source]) -> BTreeMap<String, Vec<String>> {
    let lib = sources.iter().find(|source| source.file == "lib.rs").expect("a lib.rs");
    let is_module = |name: &str| sources.iter().any(|source| source.is_in(&[name]));
    let mut found = BTreeMap::new();
    for path in &lib.paths {
        let path: Vec<String> = path.iter().filter(|name| *name != "crate" && *name != "self").cloned().collect();
        if path.len() > 1 && is_module(&path[0]) {
            let full = std::iter::once("crate".to_owned()).chain(path.iter().cloned()).collect();
            found.insert(path[path.len() - 1].clone(), full);
        }
    }
    found
}

/// The sources of a crate in these places, each of which must be there.
fn sources_in(of_crate: &str, places: &[&str]) -> Vec<Source> {
    let all = sources(of_crate);
    for place in places {
        assert!(all.iter().any(|source| source.is_in(&[place])), "{of_crate} has no `{place}`: a rule holds nothing");
    }
    all.into_iter().filter(|source| source.is_in(places)).collect()
}

#[track_caller]
fn assert_none(rule: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{rule}\n  {}", found.join("\n  "));
}

const DRIVERS: [(&str, &[&str]); 3] = [
    (
        "driver/postgres",
        &["tokio_postgres", "deadpool_postgres", "tokio_postgres_rustls", "postgres_types", "postgres_protocol"],
    ),
    ("driver/sqlite", &["rusqlite", "libsqlite3_sys"]),
    ("driver/mysql", &["mysql_async", "mysql_common"]),
];

#[test]
fn a_driver_crate_is_named_by_its_driver_alone() {
    for (driver, crates) in DRIVERS {
        let outside = sources("tempest").into_iter().filter(|source| !source.is_in(&[driver]));
        assert_none(
            &format!("only {driver} may name {crates:?}"),
            outside.flat_map(|source| source.names_word(crates)).collect(),
        );
    }
}

#[test]
fn the_dialects_know_no_driver_and_no_input_or_output() {
    let mut crates = vec!["async", "await", "tokio", "deadpool"];
    crates.extend(DRIVERS.iter().flat_map(|(_, crates)| crates.iter()));
    let outside =
        |path: &[String]| path.len() > 1 && path[0] == "std" && ["fs", "io", "net"].contains(&path[1].as_str());
    let found = sources("tempest-dialects").into_iter().flat_map(|source| {
        let mut found = source.names_word(&crates);
        found.extend(source.named(outside));
        found
    });
    assert_none("tempest-dialects writes text and does nothing else", found.collect());
}

#[test]
fn rendering_asks_the_dialect_and_never_which_it_is() {
    let rendering = sources_in("tempest-dialects", &["render"]).into_iter();
    let found = rendering.flat_map(|source| source.names_word(&["Postgres", "Sqlite", "MySql", "MariaDb"])).collect();
    assert_none("a difference between databases is a method of Dialect", found);
}

#[test]
fn the_builder_does_not_know_the_drivers() {
    let builder = sources_in("tempest", &["model", "expr", "query"]).into_iter();
    assert_none(
        "model, expr and query go through the engine",
        builder.flat_map(|source| source.names_module(&["driver"])).collect(),
    );
}

#[test]
fn drivers_do_not_know_the_builder() {
    let drivers = sources_in("tempest", &["driver"]).into_iter();
    let found = drivers.flat_map(|source| source.names_module(&["model", "expr", "query", "prelude"])).collect();
    assert_none("a driver gets SQL text and parameters", found);
}

#[test]
fn the_engine_does_not_know_the_builders() {
    let engine = sources_in("tempest", &["engine"]).into_iter();
    let found = engine.flat_map(|source| source.names_module(&["expr", "query", "prelude"]));
    assert_none("an engine runs a statement, whoever built it", found.collect());
}

#[test]
fn values_and_errors_know_nothing_above_them() {
    let lowest = sources_in("tempest", &["row", "types", "error"]).into_iter();
    let found = lowest.flat_map(|source| source.names_module(&["query", "expr", "engine", "prelude"])).collect();
    assert_none("row, types and error are the lowest layer", found);
}

#[test]
fn private_is_for_generated_code_alone() {
    let others = sources("tempest").into_iter().filter(|source| !source.is_in(&["private", "lib"]));
    assert_none(
        "only what the derives emit may call __private",
        others
            .flat_map(|source| {
                let mut found = source.names_module(&["private", "__private"]);
                found.extend(source.names_word(&["__private"]));
                found.dedup();
                found
            })
            .collect(),
    );
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let source = Source::parse(
        "query/select.rs",
        r#"
        //! [`crate::driver`] in a doc is no import, nor is one in a comment:
        // crate::driver
        use crate::{driver::Connection, row::{self, Row}};
        use super::super::engine as e;
        const TEXT: &str = "crate::private";
        fn run(x: crate::types::Text) { super::scope::check(x?.row); wrap!(crate::model::Model) }
        #[cfg(test)]
        mod tests { use crate::error::Error; }
        "#,
    );
    let names = |module: &str| source.names_module(&[module]);
    assert_eq!(names("driver"), ["query/select.rs names crate::driver::Connection"]);
    assert_eq!(names("engine"), ["query/select.rs names crate::engine"]);
    assert_eq!(names("query"), ["query/select.rs names crate::query::scope::check"]);
    assert_eq!(names("row").len(), 2);
    assert_eq!(names("types").len(), 1);
    assert_eq!(names("model").len(), 1);
    assert_eq!(names("private"), [""; 0]);
    assert_eq!(names("error"), [""; 0]);
    assert!(source.is_in(&["query"]) && source.is_in(&["query/select"]) && !source.is_in(&["que"]));
}
