//! Makes a test of each page that a reader may copy code from: the README and the book. `docs.rs` includes them.
//!
//! A page becomes one async function with its Rust blocks in their order, so that a block goes on where the one before
//! ended. Each line stays where it is in the page, so that the compiler's messages give the page's own line.
//! `engine` is there: SQLite in memory, no tables. A block marked `no_run` is compiled and not run.

#![allow(clippy::expect_used, clippy::panic, reason = "a page that cannot be compiled stops the build")]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a page's function begins with: one line, in place of the page's heading.
const BEGIN: &str = "#[tokio::test] async fn runs() -> Result<(), Box<dyn std::error::Error>> { \
                     let engine: tempest::Engine = tempest::Engine::connect(\"sqlite::memory:\").await?;";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=../docs");
    let mut pages = vec![PathBuf::from("../README.md")];
    let book = fs::read_dir("../docs").expect("the book").map(|entry| entry.expect("a file").path());
    pages.extend(book.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages.sort();
    let mut modules = String::new();
    for page in pages {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(&page).expect("a page");
        let name = page.file_stem().expect("a name").to_string_lossy().to_lowercase();
        if let Some(program) = program(&page, &text) {
            let file = out.join(format!("{name}.md.rs"));
            fs::write(&file, program).expect("the folder can be written to");
            modules += &format!("mod {name} {{ include!({file:?}); }}\n");
        }
    }
    fs::write(out.join("pages.rs"), modules).expect("the folder can be written to");
}

/// The page's program, unless the page has no Rust.
fn program(page: &Path, text: &str) -> Option<String> {
    let mut program = String::new();
    let mut block = None;
    for (number, line) in text.lines().enumerate() {
        program += match (block, line.strip_prefix("```")) {
            _ if number == 0 => BEGIN,
            (None, Some(language)) => {
                block = Some(language);
                match language {
                    "rust,no_run" => "let _ = async {",
                    "rust" | "text" | "toml" | "sh" => "",
                    _ => panic!("{}:{}: `{language}` is no kind of block here", page.display(), number + 1),
                }
            }
            (Some(language), Some(_)) => {
                block = None;
                if language == "rust,no_run" { "Ok::<(), Box<dyn std::error::Error>>(()) };" } else { "" }
            }
            (Some("rust" | "rust,no_run"), None) => line,
            _ => "",
        };
        program.push('\n');
    }
    program += "let _ = &engine; Ok(()) }\n";
    text.contains("\n```rust").then_some(program)
}
