fn expression() {
    tempest::__private::Raw::new(
        ::core::convert::From::from([
            tempest::__private::RawPart::Sql("SELECT min FROM t WHERE a "),
            tempest::__private::RawPart::List {
                values: tempest::__private::sql_values(&b),
                negated: false,
            },
            tempest::__private::RawPart::Sql(" AND a.c "),
            tempest::__private::RawPart::List {
                values: tempest::__private::sql_values(&d),
                negated: true,
            },
        ]),
    )
}
