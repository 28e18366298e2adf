//! IP addresses.

use std::net::IpAddr;

use super::{Cell, CellError, ColumnType, DbType, Element, Value};

/// How many bits the address has.
fn bits(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// The address, with its network's bits if it is not alone.
pub(super) fn text(address: IpAddr, prefix: u8) -> String {
    if prefix == bits(address) { address.to_string() } else { format!("{address}/{prefix}") }
}

impl DbType for IpAddr {
    const COLUMN_TYPE: ColumnType = ColumnType::Inet;

    fn into_value(self) -> Value {
        Value::Text(self.to_string().into())
    }

    // Only PostgreSQL has a type for addresses. One with a network is more than an address.
    fn from_cell(cell: Cell<'_>) -> Result<Self, CellError> {
        let address = match cell {
            Cell::Inet(address, prefix) if prefix == bits(address) => Some(address),
            Cell::Text(text) => std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()),
            _ => None,
        };
        address.ok_or_else(|| CellError::mismatch("IpAddr", cell))
    }
}

impl Element for IpAddr {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_no_address() {
        let address = IpAddr::from([10, 0, 0, 1]);
        assert_eq!(IpAddr::from_cell(Cell::Inet(address, 32)), Ok(address));
        let error = IpAddr::from_cell(Cell::Inet(address, 8)).unwrap_err();
        assert_eq!(error.found, "the address 10.0.0.1/8");
        assert_eq!(IpAddr::from_cell(Cell::Text(b"::1")), Ok(IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])));
        assert!(IpAddr::from_cell(Cell::Text(b"10.0.0.1/8")).is_err());
    }
}
