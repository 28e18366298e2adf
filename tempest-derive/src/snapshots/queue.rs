const _: () = {
    use ::tempest::__private as __tempest;
    #[automatically_derived]
    #[allow(non_upper_case_globals, dead_code)]
    impl Outbound {
        /// The column `id`.
        pub const id: __tempest::Column<Self, Uuid, __tempest::At<0>> = __tempest::Column::NEW;
        /// The column `consumer`.
        const consumer: __tempest::Column<Self, String, __tempest::At<1>> = __tempest::Column::NEW;
        /// The column `idempotency_key`.
        const idempotency_key: __tempest::Column<
            Self,
            Option<String>,
            __tempest::At<2>,
        > = __tempest::Column::NEW;
        /// The column `status`.
        const status: __tempest::Column<Self, Status, __tempest::At<3>> = __tempest::Column::NEW;
        /// The column `attempts`.
        const attempts: __tempest::Column<Self, i32, __tempest::At<4>> = __tempest::Column::NEW;
        /// The column `next_attempt_at`.
        const next_attempt_at: __tempest::Column<
            Self,
            OffsetDateTime,
            __tempest::At<5>,
        > = __tempest::Column::NEW;
        /// When the row was changed.
        const updated_at: __tempest::Column<
            Self,
            Option<OffsetDateTime>,
            __tempest::At<6>,
        > = __tempest::Column::NEW;
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl Outbound {
        #[doc(hidden)]
        const __TEMPEST: __tempest::Parts<Self> = __tempest::Parts {
            table: &__tempest::TableDef::new(
                    "outbound_messages",
                    &[
                        __tempest::column::<Uuid>("id", "id"),
                        __tempest::varchar::<String>("consumer", "consumer", 40),
                        __tempest::column::<
                            Option<String>,
                        >("idempotency_key", "idempotency_key"),
                        __tempest::column::<Status>("status", "status"),
                        __tempest::column::<i32>("attempts", "attempts")
                            .default(|| __tempest::default_value(Self::attempts, 0)),
                        __tempest::column::<
                            OffsetDateTime,
                        >("next_attempt_at", "next_attempt_at")
                            .default(|| __tempest::default_value(
                                Self::next_attempt_at,
                                __tempest::now(),
                            )),
                        __tempest::column::<
                            Option<OffsetDateTime>,
                        >("updated_at", "updated_at")
                            .on_update(|| __tempest::default_value(
                                Self::updated_at,
                                __tempest::now(),
                            )),
                    ],
                )
                .quoted([
                    "\"id\", \"consumer\", \"idempotency_key\", \"status\", \"attempts\", \"next_attempt_at\", \"updated_at\"",
                    "`id`, `consumer`, `idempotency_key`, `status`, `attempts`, `next_attempt_at`, `updated_at`",
                ])
                .primary_key(&[0])
                .unique(
                    &[
                        __tempest::IndexDef::new("outbound_idempotency", &[1, 2])
                            .predicate(|| __tempest::predicate::<
                                Self,
                                _,
                                _,
                                _,
                            >({
                                #[allow(unused_imports)]
                                use __tempest::Expression as _;
                                #[allow(unused_variables)]
                                let idempotency_key = Self::idempotency_key;
                                idempotency_key.is_not_null()
                            })),
                    ],
                )
                .indexes(
                    &[
                        __tempest::IndexDef::new(
                            "outbound_messages_status_next_attempt_at_idx",
                            &[3, 5],
                        ),
                    ],
                )
                .checks(
                    &[
                        __tempest::CheckDef::new(
                            "outbound_messages_attempts_check",
                            || __tempest::predicate::<
                                Self,
                                _,
                                _,
                                _,
                            >({
                                #[allow(unused_imports)]
                                use __tempest::Expression as _;
                                #[allow(unused_variables)]
                                let attempts = Self::attempts;
                                attempts.ge(0)
                            }),
                        ),
                    ],
                ),
            decode: |row, at| {
                let table = <Self as __tempest::Model>::TABLE;
                __tempest::Ok(Self {
                    id: row.decode_column::<Uuid>(at, table, 0)?,
                    consumer: row.decode_column::<String>(at + 1, table, 1)?,
                    idempotency_key: row
                        .decode_column::<Option<String>>(at + 2, table, 2)?,
                    status: row.decode_column::<Status>(at + 3, table, 3)?,
                    attempts: row.decode_column::<i32>(at + 4, table, 4)?,
                    next_attempt_at: row
                        .decode_column::<OffsetDateTime>(at + 5, table, 5)?,
                    updated_at: row
                        .decode_column::<Option<OffsetDateTime>>(at + 6, table, 6)?,
                })
            },
            into_values: |model| ::core::convert::From::from([
                <Uuid as __tempest::ColumnValue>::into_value(model.id),
                <String as __tempest::ColumnValue>::into_value(model.consumer),
                <Option<
                    String,
                > as __tempest::ColumnValue>::into_value(model.idempotency_key),
                <Status as __tempest::ColumnValue>::into_value(model.status),
                <i32 as __tempest::ColumnValue>::into_value(model.attempts),
                <OffsetDateTime as __tempest::ColumnValue>::into_value(
                    model.next_attempt_at,
                ),
                <Option<
                    OffsetDateTime,
                > as __tempest::ColumnValue>::into_value(model.updated_at),
            ]),
        };
    }
    #[automatically_derived]
    impl __tempest::Model for Outbound {
        const TABLE: &'static __tempest::TableDef = Self::__TEMPEST.table;
        fn decode(
            row: &__tempest::Row<'_>,
            at: ::core::primitive::usize,
        ) -> __tempest::Result<Self, __tempest::DecodeError> {
            (Self::__TEMPEST.decode)(row, at)
        }
        fn into_values(self) -> __tempest::Vec<__tempest::Value> {
            (Self::__TEMPEST.into_values)(self)
        }
    }
    #[automatically_derived]
    impl __tempest::Table for Outbound {}
    #[automatically_derived]
    impl __tempest::UniqueKey<(__tempest::Column<Self, Uuid, __tempest::At<0>>,)>
    for Outbound {}
    #[automatically_derived]
    impl __tempest::UniqueKey<
        (
            __tempest::Column<Self, String, __tempest::At<1>>,
            __tempest::Column<Self, Option<String>, __tempest::At<2>>,
        ),
    > for Outbound {}
    #[automatically_derived]
    #[allow(dead_code)]
    impl OutboundColumn {
        /// Every column, in the order of the struct's fields.
        pub const ALL: &'static [Self] = &[
            Self::Id,
            Self::Consumer,
            Self::IdempotencyKey,
            Self::Status,
            Self::Attempts,
            Self::NextAttemptAt,
            Self::UpdatedAt,
        ];
    }
    #[automatically_derived]
    impl __tempest::ColumnEnum for OutboundColumn {
        type Model = Outbound;
        fn position(self) -> ::core::primitive::usize {
            self as ::core::primitive::usize
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Display for OutboundColumn {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.write_str(__tempest::column_enum_name(*self))
        }
    }
    #[automatically_derived]
    impl ::core::str::FromStr for OutboundColumn {
        type Err = __tempest::UnknownColumn;
        fn from_str(
            text: &::core::primitive::str,
        ) -> __tempest::Result<Self, Self::Err> {
            __tempest::parse_column_enum(text, Self::ALL)
        }
    }
    #[automatically_derived]
    impl __tempest::IntoCondition<Outbound> for OutboundWhere {
        fn into_condition(self) -> __tempest::Condition<Outbound> {
            __tempest::all_filters(
                ::core::convert::From::from([
                    self.id.on(Outbound::id),
                    self.consumer.on(Outbound::consumer),
                    self.idempotency_key.on(Outbound::idempotency_key),
                    self.status.on(Outbound::status),
                    self.attempts.on(Outbound::attempts),
                    self.next_attempt_at.on(Outbound::next_attempt_at),
                    self.updated_at.on(Outbound::updated_at),
                ]),
            )
        }
    }
};
/// The columns of `outbound_messages`, to be picked at run time.
#[derive(
    ::core::fmt::Debug,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash
)]
#[allow(dead_code, clippy::enum_variant_names)]
enum OutboundColumn {
    /// The column `id`.
    Id,
    /// The column `consumer`.
    Consumer,
    /// The column `idempotency_key`.
    IdempotencyKey,
    /// The column `status`.
    Status,
    /// The column `attempts`.
    Attempts,
    /// The column `next_attempt_at`.
    NextAttemptAt,
    /// The column `updated_at`.
    UpdatedAt,
}
/// Conditions on `outbound_messages`, all of which must hold.
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
#[allow(dead_code, clippy::struct_field_names)]
struct OutboundWhere {
    /// The column `id`.
    pub id: ::tempest::__private::Filter<Uuid>,
    /// The column `consumer`.
    consumer: ::tempest::__private::Filter<String>,
    /// The column `idempotency_key`.
    idempotency_key: ::tempest::__private::Filter<Option<String>>,
    /// The column `status`.
    status: ::tempest::__private::Filter<Status>,
    /// The column `attempts`.
    attempts: ::tempest::__private::Filter<i32>,
    /// The column `next_attempt_at`.
    next_attempt_at: ::tempest::__private::Filter<OffsetDateTime>,
    /// When the row was changed.
    updated_at: ::tempest::__private::Filter<Option<OffsetDateTime>>,
}
