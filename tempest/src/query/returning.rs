//! `RETURNING`.

use std::marker::PhantomData;

/// A statement whose changed rows come back as `P`.
#[derive(Debug)]
pub struct Returning<P>(PhantomData<fn() -> P>);
