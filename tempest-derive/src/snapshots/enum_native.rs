const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::DbType for JobStatus {
        const COLUMN_TYPE: __tempest::ColumnType = __tempest::ColumnType::Enum(
            &__tempest::EnumDef::native("job_state", &["QUEUED", "IN_FLIGHT"]),
        );
        fn into_value(self) -> __tempest::Value {
            __tempest::Value::Enum(
                match self {
                    Self::Queued => "QUEUED",
                    Self::InFlight => "IN_FLIGHT",
                },
            )
        }
        fn from_cell(
            cell: __tempest::Cell<'_>,
        ) -> __tempest::Result<Self, __tempest::CellError> {
            match __tempest::enum_label(cell, "JobStatus")? {
                "QUEUED" => __tempest::Ok(Self::Queued),
                "IN_FLIGHT" => __tempest::Ok(Self::InFlight),
                other => __tempest::Err(__tempest::unknown_label("JobStatus", other)),
            }
        }
    }
    #[automatically_derived]
    impl __tempest::Element for JobStatus {}
};
