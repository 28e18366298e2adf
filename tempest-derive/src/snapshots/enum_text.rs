const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tempest::DbType for JobStatus {
        const COLUMN_TYPE: __tempest::ColumnType = __tempest::ColumnType::Enum(
            &__tempest::EnumDef::text("job_status", &["queued", "in_flight", "done!"]),
        );
        fn into_value(self) -> __tempest::Value {
            __tempest::Value::Enum(
                match self {
                    Self::Queued => "queued",
                    Self::InFlight => "in_flight",
                    Self::Done => "done!",
                },
            )
        }
        fn from_cell(
            cell: __tempest::Cell<'_>,
        ) -> __tempest::Result<Self, __tempest::CellError> {
            match __tempest::enum_label(cell, "JobStatus")? {
                "queued" => __tempest::Ok(Self::Queued),
                "in_flight" => __tempest::Ok(Self::InFlight),
                "done!" => __tempest::Ok(Self::Done),
                other => __tempest::Err(__tempest::unknown_label("JobStatus", other)),
            }
        }
    }
    #[automatically_derived]
    impl __tempest::Element for JobStatus {}
};
