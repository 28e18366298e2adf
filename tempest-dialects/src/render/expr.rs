//! Expressions and conditions, with parentheses only where they are needed.

use super::Writer;
use super::writer::no_database;
use crate::dialect::Sign;
use crate::error::BuildError;
use crate::tree::{BinaryOperator, ColumnRef, Expr};

/// How deep expressions and subqueries may nest. It keeps the stack from overflowing, and is far below the limits of
/// the servers.
pub const MAX_DEPTH: usize = 128;

/// How many terms of AND or OR stand side by side. Longer lists are nested in halves, because SQLite counts each term
/// as a level of depth and has a limit of 1000.
const MAX_TERMS: usize = 100;

/// How tightly an expression binds its parts together, from the loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// Unknown: SQL written in the program.
    Raw,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Whole,
}

impl<'a> Writer<'a, '_> {
    /// Writes an expression.
    ///
    /// # Errors
    /// If it cannot be said in the dialect.
    pub fn expr(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        self.descend()?;
        let result = self.kind(expr);
        self.ascend();
        result
    }

    /// Each kind has a function of its own, so that a level of depth takes little of the stack.
    fn kind(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        match expr {
            Expr::Column(column) => self.column(*column),
            Expr::Outer(column) => self.outer_column(*column),
            Expr::Excluded(column) => self.excluded(column),
            Expr::Value(value) => self.bind(value),
            Expr::Default => Err(default_within()),
            Expr::Binary(operator, operands) => self.binary(*operator, &operands.0, &operands.1),
            Expr::OfDecimals(expr) => {
                self.allow(self.dialect.decimal_arithmetic())?;
                self.expr(expr)
            }
            Expr::All(terms) => self.terms(terms, &ALL),
            Expr::Any(terms) => self.terms(terms, &ANY),
            Expr::Not(expr) => {
                self.push("NOT ");
                self.operand(expr, Binding::Whole)
            }
            Expr::IsNull(expr) => self.null_test(expr, " IS NULL"),
            Expr::IsNotNull(expr) => self.null_test(expr, " IS NOT NULL"),
            Expr::Between(operands) => self.between(&operands.0, &operands.1, &operands.2),
            Expr::InValues { expr, values, negated } => self.in_values(expr, values, *negated),
            Expr::InSelect { expr, select, negated } => self.in_select(expr, select, *negated),
            Expr::Like { expr, pattern, case_insensitive } => self.like(expr, pattern, *case_insensitive),
            Expr::Exists(select) => self.exists(select),
            Expr::Scalar(select) => self.scalar(select),
            Expr::TooDeep => Err(too_deep()),
            Expr::CountAll => {
                self.push("count(*)");
                Ok(())
            }
            Expr::Aggregate(aggregate) => self.aggregate(aggregate, None),
            Expr::Over(over) => self.over(over),
            Expr::Call(call) => self.call(call),
            Expr::JsonPath(path) => self.json_path(path),
            Expr::UserFunction(name, arguments) => self.user_function(name, arguments),
            Expr::Case { branches, otherwise } => self.case(branches, otherwise.as_deref()),
            Expr::IsDistinct { operands, negated } => self.is_distinct(&operands.0, &operands.1, *negated),
            Expr::CompareRows { operator, pairs } => self.compare_rows(*operator, pairs),
            Expr::Collate(expr, collation) => self.collate(expr, collation),
            Expr::Now => {
                self.push(self.dialect.now());
                Ok(())
            }
            Expr::AddSeconds(operands) => self.dialect.move_by_seconds(self, &operands.0, Sign::Plus, &operands.1),
            Expr::SubtractSeconds(operands) => {
                self.dialect.move_by_seconds(self, &operands.0, Sign::Minus, &operands.1)
            }
            Expr::Misplaced(clause, reason, way_out) => Err(no_database(*clause, *reason, *way_out)),
            Expr::Raw(parts) => self.raw(parts),
        }
    }

    /// Writes an expression where nothing else tells the type of a bound value.
    pub(super) fn lone(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        match expr {
            Expr::Value(value) => self.bind_lone(value),
            _ => self.expr(expr),
        }
    }

    /// Writes an operand of `+` or `-`, in parentheses if it needs them.
    ///
    /// # Errors
    /// If it cannot be said in the dialect.
    pub fn term(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        self.lone_operand(expr, Binding::Sum)
    }

    /// Writes an operand of `*` or a tighter operator, in parentheses if it needs them.
    ///
    /// # Errors
    /// If it cannot be said in the dialect.
    pub fn factor(&mut self, expr: &'a Expr) -> Result<(), BuildError> {
        self.operand(expr, Binding::Whole)
    }

    pub(super) fn operand(&mut self, expr: &'a Expr, loosest: Binding) -> Result<(), BuildError> {
        if binding(expr) < loosest {
            self.push("(");
            self.expr(expr)?;
            self.push(")");
            Ok(())
        } else {
            self.expr(expr)
        }
    }

    pub(super) fn lone_operand(&mut self, expr: &'a Expr, loosest: Binding) -> Result<(), BuildError> {
        match expr {
            Expr::Value(value) => self.bind_lone(value),
            _ => self.operand(expr, loosest),
        }
    }

    pub(super) fn descend(&mut self) -> Result<(), BuildError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(too_deep()) } else { Ok(()) }
    }

    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    fn column(&mut self, column: ColumnRef) -> Result<(), BuildError> {
        if self.bare != Some(column.table) {
            self.identifier(column.table)?;
            self.push(".");
        }
        self.identifier(column.column)
    }

    fn excluded(&mut self, column: &str) -> Result<(), BuildError> {
        use crate::dialect::ProposedRow;

        let Some(table) = self.proposed else {
            return Err(no_database(
                "the proposed row",
                "only an INSERT that updates the row at a conflict has one",
                "use it in DO UPDATE",
            ));
        };
        let row = self.dialect.proposed_row();
        if matches!(row, ProposedRow::Alias(_)) && !self.proposed_columns.contains(&column) {
            return Err(self.refuse(
                "a column of the proposed row",
                format!("it has only the columns that INSERT names, and `{column}` is not one of them"),
                "name the column in INSERT as well",
            ));
        }
        if let ProposedRow::Function(function) = row {
            self.push(function);
            self.push("(");
            self.identifier(column)?;
            self.push(")");
            return Ok(());
        }
        self.identifier(table)?;
        self.push(".");
        self.identifier(column)
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Result<(), BuildError> {
        let (left_loosest, right_loosest) = match operator {
            BinaryOperator::Eq
            | BinaryOperator::Ne
            | BinaryOperator::Lt
            | BinaryOperator::Le
            | BinaryOperator::Gt
            | BinaryOperator::Ge => (Binding::Sum, Binding::Sum),
            BinaryOperator::Add | BinaryOperator::Subtract => (Binding::Sum, Binding::Product),
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideInteger
            | BinaryOperator::Remainder => (Binding::Product, Binding::Whole),
        };
        let text = self.operator(operator);
        // One side that has a type gives it to a value on the other side.
        if matches!(right, Expr::Value(_)) {
            self.lone_operand(left, left_loosest)?;
        } else {
            self.operand(left, left_loosest)?;
        }
        self.push(" ");
        self.push(text);
        self.push(" ");
        self.operand(right, right_loosest)
    }

    pub(super) fn operator(&self, operator: BinaryOperator) -> &'static str {
        match operator {
            BinaryOperator::Eq => "=",
            BinaryOperator::Ne => "<>",
            BinaryOperator::Lt => "<",
            BinaryOperator::Le => "<=",
            BinaryOperator::Gt => ">",
            BinaryOperator::Ge => ">=",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::DivideInteger => self.dialect.integer_division(),
            BinaryOperator::Remainder => "%",
        }
    }

    fn terms(&mut self, terms: &'a [Expr], list: &List) -> Result<(), BuildError> {
        match terms {
            [] => self.push(list.of_none),
            [term] => self.expr(term)?,
            _ if terms.len() > MAX_TERMS => {
                let (left, right) = terms.split_at(terms.len() / 2);
                self.push("(");
                self.terms(left, list)?;
                self.push(")");
                self.push(list.operator);
                self.push("(");
                self.terms(right, list)?;
                self.push(")");
            }
            _ => {
                for (index, term) in terms.iter().enumerate() {
                    if index > 0 {
                        self.push(list.operator);
                    }
                    self.operand(term, list.loosest)?;
                }
            }
        }
        Ok(())
    }
}

fn too_deep() -> BuildError {
    no_database(
        "the statement",
        format!("its expressions are nested more than {MAX_DEPTH} deep"),
        "put the terms of AND and OR into one list, or split the statement",
    )
}

fn default_within() -> BuildError {
    no_database(
        "DEFAULT",
        "it is no expression but stands for the whole value of a column",
        "use it as a value of INSERT or SET, alone",
    )
}

/// How a list of conditions is written.
pub(super) struct List {
    operator: &'static str,
    /// The loosest term that needs no parentheses.
    loosest: Binding,
    /// What a list of no terms is.
    pub(super) of_none: &'static str,
}

pub(super) const ALL: List = List { operator: " AND ", loosest: Binding::And, of_none: "1 = 1" };
pub(super) const ANY: List = List { operator: " OR ", loosest: Binding::Or, of_none: "1 = 0" };

fn binding(expr: &Expr) -> Binding {
    match expr {
        Expr::Raw(_) => Binding::Raw,
        Expr::All(terms) | Expr::Any(terms) if terms.is_empty() => Binding::Comparison,
        Expr::All(terms) | Expr::Any(terms) if terms.len() == 1 => binding_of_only(expr),
        Expr::Any(_) => Binding::Or,
        Expr::All(_) => Binding::And,
        Expr::OfDecimals(expr) => binding(expr),
        Expr::Not(_) => Binding::Not,
        Expr::IsNull(_)
        | Expr::IsNotNull(_)
        | Expr::Between(_)
        | Expr::InValues { .. }
        | Expr::InSelect { .. }
        | Expr::Like { .. }
        | Expr::IsDistinct { .. }
        | Expr::CompareRows { .. } => Binding::Comparison,
        Expr::Binary(operator, _) => match operator {
            BinaryOperator::Eq
            | BinaryOperator::Ne
            | BinaryOperator::Lt
            | BinaryOperator::Le
            | BinaryOperator::Gt
            | BinaryOperator::Ge => Binding::Comparison,
            BinaryOperator::Add | BinaryOperator::Subtract => Binding::Sum,
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideInteger
            | BinaryOperator::Remainder => Binding::Product,
        },
        Expr::AddSeconds(_) | Expr::SubtractSeconds(_) => Binding::Sum,
        Expr::Column(_)
        | Expr::Outer(_)
        | Expr::Excluded(_)
        | Expr::Value(_)
        | Expr::Default
        | Expr::Exists(_)
        | Expr::Scalar(_)
        | Expr::CountAll
        | Expr::Aggregate(_)
        | Expr::Over(_)
        | Expr::Call(_)
        | Expr::JsonPath(_)
        | Expr::UserFunction(..)
        | Expr::Case { .. }
        | Expr::Collate(..)
        | Expr::Misplaced(..)
        | Expr::TooDeep
        | Expr::Now => Binding::Whole,
    }
}

/// The binding of a list of one term, which is written as the term alone.
fn binding_of_only(mut expr: &Expr) -> Binding {
    while let Expr::All(terms) | Expr::Any(terms) = expr
        && let [term] = &terms[..]
    {
        expr = term;
    }
    binding(expr)
}
