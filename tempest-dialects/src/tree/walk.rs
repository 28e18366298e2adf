//! The expressions inside an expression.

use super::{Aggregate, Expr, OrderBy, Projected, Select, WindowFunction};

impl Expr {
    /// Whether one of the expressions directly inside this one is as asked. Subqueries are left out: what is in them is
    /// of other rows.
    pub(crate) fn any_part<'a>(&'a self, is: &mut dyn FnMut(&'a Self) -> bool) -> bool {
        match self {
            Self::Column(_) | Self::Outer(_) | Self::Excluded(_) | Self::Value(_) | Self::Default | Self::Now => false,
            Self::Exists(_)
            | Self::Scalar(_)
            | Self::CountAll
            | Self::JsonPath(_)
            | Self::Misplaced(..)
            | Self::TooDeep
            | Self::Raw(_) => false,
            Self::Binary(_, operands) | Self::AddSeconds(operands) | Self::SubtractSeconds(operands) => {
                is(&operands.0) || is(&operands.1)
            }
            Self::IsDistinct { operands, .. } => is(&operands.0) || is(&operands.1),
            Self::All(terms) | Self::Any(terms) | Self::UserFunction(_, terms) => terms.iter().any(is),
            Self::Not(expr)
            | Self::OfDecimals(expr)
            | Self::IsNull(expr)
            | Self::IsNotNull(expr)
            | Self::Collate(expr, _) => is(expr),
            Self::Between(operands) => is(&operands.0) || is(&operands.1) || is(&operands.2),
            Self::InValues { expr, .. } | Self::InSelect { expr, .. } => is(expr),
            Self::Like { expr, pattern, .. } => is(expr) || is(pattern),
            Self::Aggregate(aggregate) => aggregate.any_part(is),
            Self::Over(over) => {
                let of_function = match &over.function {
                    WindowFunction::Aggregate(aggregate) => aggregate.any_part(is),
                    WindowFunction::Lag(expr, _)
                    | WindowFunction::Lead(expr, _)
                    | WindowFunction::FirstValue(expr)
                    | WindowFunction::LastValue(expr)
                    | WindowFunction::NthValue(expr, _) => is(expr),
                    WindowFunction::RowNumber
                    | WindowFunction::Rank
                    | WindowFunction::DenseRank
                    | WindowFunction::Ntile(_) => false,
                };
                of_function || over.window.partition_by.iter().any(&mut *is) || any_term(&over.window.order_by, is)
            }
            Self::Call(call) => call.arguments.iter().any(is),
            Self::Case { branches, otherwise } => {
                branches.iter().any(|(condition, value)| is(condition) || is(value))
                    || otherwise.as_deref().is_some_and(is)
            }
            Self::CompareRows { pairs, .. } => pairs.iter().any(|(left, right)| is(left) || is(right)),
        }
    }
}

impl Aggregate {
    fn any_part<'a>(&'a self, is: &mut dyn FnMut(&'a Expr) -> bool) -> bool {
        self.argument.as_ref().is_some_and(&mut *is)
            || any_term(&self.order_by, is)
            || self.filter.as_ref().is_some_and(is)
    }
}

fn any_term<'a>(terms: &'a [OrderBy], is: &mut dyn FnMut(&'a Expr) -> bool) -> bool {
    terms.iter().any(|term| is(&term.expr))
}

impl Select {
    /// Whether its rows are groups of rows: it has GROUP BY, HAVING or an aggregate.
    #[must_use]
    pub fn is_grouped(&self) -> bool {
        let projected = self.projection.iter().any(|projected| match projected {
            Projected::Expr(expr) => expr.has_aggregate(),
            Projected::Table(_) | Projected::Alias(..) => false,
        });
        projected
            || !self.group_by.is_empty()
            || self.having.is_some()
            || self.order_by.iter().any(|order| order.expr.has_aggregate())
    }
}

impl Expr {
    fn has_aggregate(&self) -> bool {
        matches!(self, Self::Aggregate(_) | Self::CountAll) || self.any_part(&mut Self::has_aggregate)
    }
}
