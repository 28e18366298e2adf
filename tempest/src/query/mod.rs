#![doc = include_str!("../docs/query.md")]

mod conflict;
mod delete;
mod from_row;
mod insert;
mod join;
mod projection;
mod raw;
mod returning;
mod row_struct;
mod scope;
mod select;
mod state;
mod struct_columns;
mod terminal;
mod update;

pub use conflict::{DoUpdate, Excluded, excluded};
pub use delete::Delete;
pub use from_row::FromRow;
pub use insert::{Insert, InsertRow, Insertable, NewRow, RowPart};
pub use join::{Join, Left, Source, Sources, WholeRows};
pub use projection::{Nullable, Picked, Project, Projection, Whole, whole};
pub use raw::RawQuery;
pub use returning::Returning;
#[doc(hidden)]
pub use row_struct::{RowColumns, RowStruct, StructCells, decode_struct};
pub use scope::{Always, InScope, NeverNull, Nothing, Nth, NthOrNull, Outer, Place, Proposed, Upsert, Written};
pub use select::Select;
pub use state::{
    ConflictOn, Filtered, HasFilter, HasTable, IsLocked, KeyLocked, LockState, Locked, LockedOf, ManyRows, NoConflict,
    NoReturning, OnAny, OnConstraint, OnTarget, OneRow, ReturnedBy, RunsOn, Unfiltered, Unlocked, UpdateOnAny,
};
pub use struct_columns::{AllIn, AlwaysThere, FitsInto, OneIn, StructColumns};
#[doc(hidden)]
pub use struct_columns::{SelectedStruct, select_field, select_optional_part, select_part};

pub use update::Update;
