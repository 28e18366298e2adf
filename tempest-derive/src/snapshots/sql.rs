fn expression() {
    tempest::__private::Raw::new(
        ::core::convert::From::from([
            tempest::__private::RawPart::Value(tempest::__private::sql_value(&a)),
            tempest::__private::RawPart::Sql(" + "),
            tempest::__private::RawPart::Value(tempest::__private::sql_value(&r#type)),
            tempest::__private::RawPart::Sql(" || '{x}' "),
        ]),
    )
}
