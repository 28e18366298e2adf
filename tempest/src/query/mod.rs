#![doc = include_str!("../docs/query.md")]

mod conflict;
mod delete;
mod insert;
mod join;
mod projection;
mod returning;
mod scope;
mod select;
mod state;
mod terminal;
mod update;

pub use conflict::{DoUpdate, Excluded, excluded};
pub use delete::Delete;
pub use insert::{Insert, InsertRow, Insertable, NewRow};
pub use join::{Join, Left, Source, Sources, WholeRows};
pub use projection::{Nullable, Picked, Project, Projection, Whole, whole};
pub use returning::Returning;
pub use scope::{Always, InScope, NeverNull, Nothing, Nth, NthOrNull, Outer, Place, Proposed, Upsert, Written};
pub use select::Select;
pub use state::{
    ConflictOn, Filtered, HasFilter, HasTable, IsLocked, KeyLocked, LockState, Locked, LockedOf, ManyRows, NoConflict,
    NoReturning, OnAny, OnConstraint, OnTarget, OneRow, ReturnedBy, RunsOn, Unfiltered, Unlocked, UpdateOnAny,
};

pub use update::Update;
