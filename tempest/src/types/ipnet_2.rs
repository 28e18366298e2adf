//! IP networks, of the `ipnet` crate.

use std::net::IpAddr;

use ipnet::IpNet;

use super::{Cell, CellError, ColumnType, DbType, Element, Value};

impl DbType for IpNet {
    const COLUMN_TYPE: ColumnType = ColumnType::Inet;

    fn into_value(self) -> Value {
        Value::Text(self.to_string().into())
    }

    // Only PostgreSQL has a type for networks. An address is a network of its own.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let network = match cell {
            Cell::Inet(address, prefix) => Self::new(address, prefix).ok(),
            Cell::Text(text) => std::str::from_utf8(text).ok().and_then(|text| {
                let address = || text.parse::<IpAddr>().ok().map(Self::from);
                text.parse().ok().or_else(address)
            }),
            _ => None,
        };
        network.ok_or_else(|| CellError::mismatch("IpNet", cell))
    }
}

impl Element for IpNet {}
