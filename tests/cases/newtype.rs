//! Structs around one value as the types of columns.

use std::sync::Arc;

use tempest::Error;
use tempest::prelude::*;
use uuid::Uuid;

use crate::backend::Database;

#[derive(DbType, Debug, Clone, Copy, PartialEq)]
struct AuthorId(i64);

#[derive(DbType, Debug, Clone, PartialEq)]
struct Title {
    text: String,
}

#[derive(DbType, Debug, Clone, Copy, PartialEq)]
struct Token(Uuid);

#[derive(DbEnum, Debug, Clone, Copy, PartialEq)]
enum Genre {
    Prose,
    Verse,
}

#[derive(DbType, Debug, Clone, Copy, PartialEq)]
struct Shelf(Genre);

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "authors")]
struct Author {
    #[tempest(primary_key, auto)]
    id: AuthorId,
    token: Option<Token>,
}

#[derive(Model, Debug, Clone, PartialEq)]
#[tempest(table = "books")]
struct Book {
    #[tempest(primary_key, varchar = 40)]
    title: Title,
    #[tempest(references = Author::id)]
    author: AuthorId,
    shelf: Shelf,
}

fn title(text: &str) -> Title {
    Title { text: text.to_owned() }
}

pub(crate) async fn a_struct_around_a_value_is_stored_as_the_value(db: Arc<Database>) {
    db.engine.create_tables::<(Author, Book)>().await.unwrap();
    let token = Token(Uuid::from_bytes([7; 16]));
    let ada = insert!(Author { token }).returning().one(&db.engine).await.unwrap();
    assert_eq!(ada, Author { id: AuthorId(1), token: Some(token) });
    let bob = insert!(Author {}).returning().columns(Author::id).one(&db.engine).await.unwrap();
    let book = |text, author, genre| Book { title: title(text), author, shelf: Shelf(genre) };
    let books =
        [book("Notes", ada.id, Genre::Prose), book("Odes", bob, Genre::Verse), book("Nocturnes", bob, Genre::Verse)];
    Book::insert_many(books.clone()).execute(&db.engine).await.unwrap();

    let query = Book::select().where_(Book::title.starts_with("No")).order_by(Book::title.desc());
    assert_eq!(query.all(&db.engine).await.unwrap(), [books[0].clone(), books[2].clone()]);
    let query = Book::select().where_(Book::author.gt(AuthorId(1))).where_(Book::shelf.in_([Shelf(Genre::Verse)]));
    assert_eq!(query.count(&db.engine).await.unwrap(), 2);
    let query = Author::select().where_(Author::token.eq(token));
    assert_eq!(query.one(&db.engine).await.unwrap(), ada);
    let update = Book::update().set(Book::title, title("Essays")).where_(BookWhere {
        title: starts_with("Notes"),
        author: ada.id.into(),
        ..Default::default()
    });
    assert_eq!(update.execute(&db.engine).await.unwrap(), 1);

    let stranger = Book::insert(book("Lost", AuthorId(9), Genre::Prose)).execute(&db.engine).await.unwrap_err();
    assert!(matches!(stranger, Error::ForeignKeyViolation { .. }), "{stranger:?}");
    let stored = db.raw_cell("SELECT shelf FROM books WHERE title = 'Odes'").await;
    assert_eq!(stored.as_deref(), Some("verse"));
}
