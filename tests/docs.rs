//! The README and the book: their code compiles and runs, and what they refer to is there. `build.rs` says how.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

#[allow(dead_code, unused_variables, clippy::all, reason = "examples show one thing each")]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The README and the book's pages: path and text.
fn all() -> Vec<(PathBuf, String)> {
    let mut pages = vec![root().join("README.md")];
    let book = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(book.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The targets of links: what stands between `](` and `)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

#[test]
fn links_lead_to_files_that_are_there() {
    let mut broken = Vec::new();
    for (path, text) in all() {
        for link in links(&text).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or_default();
            if !path.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed: Vec<&str> = links(&summary).collect();
    for (path, _) in all().iter().filter(|(path, _)| !path.ends_with("README.md") && !path.ends_with("SUMMARY.md")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(listed.contains(&name), "docs/SUMMARY.md does not list {name}");
    }
}

#[test]
fn the_translated_guide_has_the_code_of_the_original() {
    let code = |page: &str| {
        let text = fs::read_to_string(root().join("docs").join(page)).unwrap();
        let blocks = text.split("```").skip(1).step_by(2).filter(|block| block.starts_with("rust"));
        // Comments are translated; code is not.
        let lines = blocks.flat_map(str::lines).map(|line| line.split("//").next().unwrap_or("").trim_end().to_owned());
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(code("queue.md"), code("fila.md"));
}

#[test]
fn every_cargo_feature_is_a_row_of_the_crate_page() {
    let manifest = fs::read_to_string(root().join("tempest/Cargo.toml")).unwrap();
    let page = fs::read_to_string(root().join("tempest/src/docs/crate.md")).unwrap();
    let features = manifest.split_once("[features]").unwrap().1.split("\n\n").next().unwrap();
    for line in features.lines().filter(|line| line.contains('=')) {
        let feature = line.split('=').next().unwrap().trim();
        assert!(page.contains(&format!("| `{feature}`")), "tempest/src/docs/crate.md has no row for `{feature}`");
    }
}

#[test]
fn every_difference_between_the_databases_is_on_their_page() {
    let dialect = fs::read_to_string(root().join("tempest-dialects/src/dialect.rs")).unwrap();
    let page = fs::read_to_string(root().join("docs/databases.md")).unwrap();
    let methods = dialect.lines().filter_map(|line| line.strip_prefix("    fn "));
    let names: Vec<&str> = methods.filter_map(|method| method.split(['(', '<']).next()).collect();
    assert!(names.len() > 40);
    for name in names {
        assert!(page.contains(&format!("| `{name}` |")), "docs/databases.md does not tell about Dialect::{name}");
    }
}

#[test]
fn files_that_the_architecture_names_are_there() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let in_quotes = page.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = in_quotes.filter(|text| text.contains('/') && !text.contains([' ', '\n'])).collect();
    assert!(paths.len() > 30);
    for path in paths {
        assert!(root().join(path).exists(), "docs/architecture.md names {path}");
    }
}
