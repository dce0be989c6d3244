//! Columns that are attributes: of which type a column is, and the values of its cells.

use std::collections::{BTreeMap, HashMap, HashSet};

use actors::domain::{
    entity::AttributeType,
    ids::{AttributeId, ListId, OptionId},
    kinds::attribute::value::{FieldEdit, FieldPatch, FieldValue},
    kinds::import::order::{ImportAttribute, ImportOption, imported_id},
    limits,
};

use super::{mapping::Target, values};
use crate::import::{
    plan::{Context, Gatherer, ImportRefusal, NewAttribute, Plan},
    text,
};
use crate::words::import as words;

/// A cell as a value of its attribute's type. Options, people and tasks are names, until the row is taken.
#[derive(Debug, PartialEq)]
pub(super) enum Cell {
    Value(FieldValue),
    /// A checkbox that is off.
    Off,
    /// Of a single select: one name. Of the other types with names: any number.
    Names(Vec<String>),
}

/// Reads a cell; `None` if it does not fit the type.
pub(super) fn read(value_type: AttributeType, cell: &str) -> Option<Cell> {
    let name = |name: &str| limits::line("fields", name, limits::NAME_CHARS).ok();
    let value = match value_type {
        AttributeType::Text => {
            let flat: String = cell.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
            FieldValue::Text(limits::line("fields", &flat, limits::FIELD_CHARS).ok()?)
        }
        AttributeType::Url => {
            let address = limits::line("fields", cell, limits::ADDRESS_CHARS).ok()?;
            FieldValue::Text(limits::is_web_address(&address).then_some(address)?)
        }
        AttributeType::Number => FieldValue::Number(values::decimal(cell)?),
        AttributeType::Date => FieldValue::Text(values::date(cell)?.to_string()),
        AttributeType::Checkbox => match values::flag(cell)? {
            true => FieldValue::Flag(true),
            false => return Some(Cell::Off),
        },
        AttributeType::SingleSelect => return Some(Cell::Names(vec![name(cell)?])),
        AttributeType::MultiSelect | AttributeType::Users | AttributeType::LinkedTasks => {
            let names: Vec<String> =
                values::names(cell).take(limits::OPTIONS_CHOSEN + 1).map(name).collect::<Option<_>>()?;
            return (!names.is_empty() && names.len() <= limits::OPTIONS_CHOSEN).then_some(Cell::Names(names));
        }
    };
    Some(Cell::Value(value))
}

/// Watches the cells of a column, to say of which type an attribute of this column would be.
#[derive(Default)]
pub(super) struct Guess {
    cells: usize,
    dates: usize,
    numbers: usize,
    flags: usize,
    addresses: usize,
    lines: usize,
    /// Cells with several names.
    lists: usize,
    /// The different cells, and the different names in them; one above the limit is enough.
    whole: HashSet<String>,
    parts: HashSet<String>,
    part_count: usize,
}

impl Guess {
    /// The most different values for which a column looks like a choice.
    const FEW: usize = 30;

    pub fn see(&mut self, cell: &str) {
        self.cells += 1;
        // Such a cell is too long for any value.
        if cell.len() > 4 * limits::ADDRESS_CHARS {
            return;
        }
        self.dates += usize::from(values::date(cell).is_some());
        self.numbers += usize::from(values::decimal(cell).is_some());
        self.flags += usize::from(values::flag(cell).is_some());
        self.addresses += usize::from(read(AttributeType::Url, cell).is_some());
        self.lines += usize::from(cell.chars().count() <= limits::FIELD_CHARS && !cell.trim().contains('\n'));
        if self.whole.len() <= Self::FEW && cell.chars().count() <= limits::NAME_CHARS {
            self.whole.insert(cell.trim().to_lowercase());
        }
        let mut several = 0;
        for name in values::names(cell).take(limits::OPTIONS_CHOSEN) {
            several += 1;
            if self.parts.len() <= Self::FEW && name.chars().count() <= limits::NAME_CHARS {
                self.parts.insert(name.to_lowercase());
            }
        }
        self.part_count += several;
        self.lists += usize::from(several > 1);
    }

    /// `None` if some cell is too long for a value.
    pub fn value_type(&self) -> Option<AttributeType> {
        let all = |count: usize| count == self.cells;
        let few = |different: usize, of: usize| different <= Self::FEW && different * 2 <= of;
        Some(match self {
            Self { cells: 0, .. } => AttributeType::Text,
            _ if !all(self.lines) => return None,
            _ if all(self.dates) => AttributeType::Date,
            _ if all(self.numbers) => AttributeType::Number,
            _ if all(self.flags) => AttributeType::Checkbox,
            _ if all(self.addresses) => AttributeType::Url,
            _ if few(self.whole.len(), self.cells) => AttributeType::SingleSelect,
            _ if self.lists > 0 && few(self.parts.len(), self.part_count) => AttributeType::MultiSelect,
            _ => AttributeType::Text,
        })
    }
}

/// An attribute that gets the values of a column.
struct Field {
    id: AttributeId,
    name: String,
    value_type: AttributeType,
    /// False if the tickets of the file's list do not have the attribute.
    is_of_list: bool,
    is_new: bool,
    /// True if the options are labels. The import adds none.
    is_of_labels: bool,
    known: HashMap<String, OptionId>,
    added: Vec<ImportOption>,
    /// Values whose option the importer may not make.
    without_option: u64,
    full: bool,
}

/// The attributes of a file by the places of their columns.
pub(super) struct Fields {
    fields: Vec<Field>,
    places: Vec<Option<usize>>,
}

impl Fields {
    /// # Errors
    /// If a target names an attribute that the importer does not see or may not make, or two columns would become
    /// attributes of one name.
    pub fn resolve(
        header: &[String],
        targets: &[Target],
        context: &Context,
        list: ListId,
    ) -> Result<Self, ImportRefusal> {
        let mut all = Self { fields: Vec::new(), places: vec![None; header.len()] };
        for (place, (column, target)) in header.iter().zip(targets).enumerate() {
            let field = match target {
                Target::Attribute(id) => known(context, *id, column, list)?,
                Target::NewAttribute(value_type) => new(context, *value_type, column, list)?,
                _ => continue,
            };
            let found = all.fields.iter().position(|it| it.id == field.id);
            if let Some(found) = found {
                let first = all.places.iter().position(|it| *it == Some(found)).map_or(column, |at| &header[at]);
                if first != column || !field.value_type.is_set() {
                    return Err(ImportRefusal::invalid(column, words::two_attributes_of_one_name(&field.name)));
                }
            }
            all.places[place] = Some(found.unwrap_or(all.fields.len()));
            if found.is_none() {
                all.fields.push(field);
            }
        }
        Ok(all)
    }

    pub fn type_at(&self, place: usize) -> Option<AttributeType> {
        self.places.get(place).copied().flatten().map(|at| self.fields[at].value_type)
    }

    /// True if the tickets of the file's list have the attribute of a column.
    pub fn is_of_list(&self, place: usize) -> bool {
        self.places.get(place).copied().flatten().is_none_or(|at| self.fields[at].is_of_list)
    }

    /// The values of a row that is taken, and notes about them for the report. Its options and people are added only now.
    pub fn values(
        &mut self,
        cells: Vec<(usize, Cell)>,
        gatherer: &mut Gatherer<'_>,
        context: &Context,
    ) -> (FieldPatch, Vec<String>) {
        let mut patch = FieldPatch::new();
        let mut notes = Vec::new();
        for (place, cell) in cells {
            let Some(field) = self.places[place].map(|at| &mut self.fields[at]) else { continue };
            let edit = match cell {
                Cell::Value(value) => Some(FieldEdit::Value(value)),
                Cell::Off => None,
                Cell::Names(names) => {
                    let mut ids: Vec<OptionId> = match patch.remove(&field.id) {
                        Some(Some(FieldEdit::Set { add, .. })) => add,
                        _ => Vec::new(),
                    };
                    for name in names {
                        let id = match field.value_type {
                            AttributeType::Users => gatherer.person(&name).map(|it| OptionId(it.0)),
                            AttributeType::LinkedTasks => {
                                let found = context.tickets.find(&name);
                                if found.is_none() {
                                    notes.push(words::no_such_task(&field.name, &text::quote(&name)));
                                }
                                found.map(|it| OptionId(it.0))
                            }
                            _ => field.option(name, context),
                        };
                        ids.extend(id.filter(|id| !ids.contains(id)));
                    }
                    if ids.is_empty() {
                        continue;
                    }
                    Some(match field.value_type {
                        AttributeType::SingleSelect => FieldEdit::Value(FieldValue::Options(ids)),
                        _ => FieldEdit::Set { add: ids, remove: Vec::new() },
                    })
                }
            };
            patch.insert(field.id, edit);
        }
        (patch, notes)
    }

    /// Adds the attributes to the plan.
    ///
    /// # Errors
    /// If a column has more different values than an attribute may have options.
    pub fn finish(self, plan: &mut Plan) -> Result<(), ImportRefusal> {
        for field in self.fields {
            let Field { id, name, value_type, is_new, is_of_labels, added, without_option, full, .. } = field;
            if full {
                return Err(ImportRefusal::invalid(&name, words::too_many_options(&name, limits::OPTIONS)));
            }
            if without_option > 0 {
                let said = if is_of_labels { words::label_not_offered } else { words::no_such_option };
                plan.report.note(None, said(&name, without_option));
            }
            if is_new {
                plan.new_attributes.push(NewAttribute { name: name.clone(), value_type, options: added.len() });
            }
            if is_new || !added.is_empty() {
                plan.frame.attributes.push(ImportAttribute { id, name, value_type, options: added });
            }
        }
        Ok(())
    }
}

impl Field {
    fn option(&mut self, name: String, context: &Context) -> Option<OptionId> {
        let key = name.to_lowercase();
        if let Some(id) = self.known.get(&key) {
            return Some(*id);
        }
        let id = OptionId(imported_id(context.workspace, "import", "option", &format!("{}\n{key}", self.id)));
        // An option that an earlier import made, and a person has renamed.
        if self.known.values().any(|known| *known == id) {
            return Some(id);
        }
        if self.is_of_labels || !context.records.may_make_attributes {
            self.without_option += 1;
            return None;
        }
        if self.known.len() >= limits::OPTIONS {
            self.full = true;
            return None;
        }
        self.known.insert(key, id);
        self.added.push(ImportOption { id, name });
        Some(id)
    }
}

fn known(context: &Context, id: AttributeId, column: &str, list: ListId) -> Result<Field, ImportRefusal> {
    let attribute = context.records.attributes.iter().find(|it| it.id == id);
    let attribute = attribute.ok_or_else(|| ImportRefusal::invalid(column, words::NO_SUCH_ATTRIBUTE))?;
    Ok(Field {
        id,
        name: attribute.name.clone(),
        value_type: attribute.value_type,
        is_of_list: attribute.list_ids.as_ref().is_none_or(|lists| lists.contains(&list)),
        is_new: false,
        is_of_labels: attribute.is_of_labels,
        known: attribute.options.clone(),
        added: Vec::new(),
        without_option: 0,
        full: false,
    })
}

fn new(context: &Context, value_type: AttributeType, column: &str, list: ListId) -> Result<Field, ImportRefusal> {
    if value_type == AttributeType::LinkedTasks {
        return Err(ImportRefusal::invalid(column, words::NO_NEW_LINKED_TASKS));
    }
    let name = limits::line("name", column, limits::NAME_CHARS);
    let name = name.map_err(|no| ImportRefusal::invalid(column, words::attribute_name(column, &no.message)))?;
    let id = made_of(context, &name);
    // A second import of the file finds the attribute that the first one made.
    if let Some(there) = context.records.attribute(&name, id) {
        if there.value_type != value_type {
            return Err(ImportRefusal::invalid(column, words::attribute_has_another_type(&there.name)));
        }
        return known(context, there.id, column, list);
    }
    if !context.records.may_make_attributes {
        return Err(ImportRefusal::forbidden(column, words::MAY_NOT_MAKE_ATTRIBUTES));
    }
    let (known, added) = (HashMap::new(), Vec::new());
    Ok(Field {
        id,
        name,
        value_type,
        is_of_list: true,
        is_new: true,
        is_of_labels: false,
        known,
        added,
        without_option: 0,
        full: false,
    })
}

/// The id of the attribute that imports make of a column with this name.
pub(super) fn made_of(context: &Context, column: &str) -> AttributeId {
    AttributeId(imported_id(context.workspace, "import", "attribute", &column.trim().to_lowercase()))
}

/// The targets of columns whose attribute the workspace has.
pub(super) fn suggested(context: &Context, columns: &[&str]) -> BTreeMap<String, Target> {
    let target = |name: &&str| {
        let there = context.records.attribute(name.trim(), made_of(context, name))?;
        Some(((*name).to_owned(), Target::Attribute(there.id)))
    };
    columns.iter().filter_map(target).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(cells: &[&str]) -> Option<AttributeType> {
        let mut guess = Guess::default();
        cells.iter().for_each(|cell| guess.see(cell));
        guess.value_type()
    }

    #[test]
    fn at9_the_type_of_an_attribute_is_guessed_from_the_values_of_its_column() {
        let long = "x".repeat(501);
        for (cells, expected) in [
            (&["3", "-1.5", "1e3"][..], Some(AttributeType::Number)),
            (&["2031-01-01", "2031/02/03"], Some(AttributeType::Date)),
            (&["yes", "No", "x"], Some(AttributeType::Checkbox)),
            (&["0", "1", "1"], Some(AttributeType::Number)),
            (&["https://a.example/1", "http://b.example"], Some(AttributeType::Url)),
            (&["high", "low", "High", "low"], Some(AttributeType::SingleSelect)),
            (&["pier, mast", "mast", "pier; hull", "hull"], Some(AttributeType::MultiSelect)),
            (&["one", "two", "three"], Some(AttributeType::Text)),
            (&["3", "three"], Some(AttributeType::Text)),
            (&[], Some(AttributeType::Text)),
            (&["two\nlines"], None),
            (&[long.as_str()], None),
        ] {
            assert_eq!(guessed(cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn at9_a_cell_is_a_value_of_its_type_or_none() {
        use AttributeType::*;
        let text = |text: &str| Some(Cell::Value(FieldValue::Text(text.to_owned())));
        let names = |names: &[&str]| Some(Cell::Names(names.iter().map(|it| (*it).to_owned()).collect()));
        for (value_type, cell, expected) in [
            (Number, " -2.50 ", Some(Cell::Value(FieldValue::Number(-2.5)))),
            (Number, "1,5", None),
            (Number, "NaN", None),
            (Number, "inf", None),
            (Number, "1e16", None),
            (Date, "4/Jul/23", text("2023-07-04")),
            (Date, "04/07/23", None),
            (Checkbox, "TRUE", Some(Cell::Value(FieldValue::Flag(true)))),
            (Checkbox, "no", Some(Cell::Off)),
            (Checkbox, "perhaps", None),
            (Url, "https://a.example/?q=1", text("https://a.example/?q=1")),
            (Url, "javascript:alert(1)", None),
            (Text, " one\ntwo ", text("one two")),
            (SingleSelect, "a, b", names(&["a, b"])),
            (MultiSelect, "a, b", names(&["a", "b"])),
            (Users, "Ann; Ben", names(&["Ann", "Ben"])),
            (MultiSelect, ",", None),
        ] {
            assert_eq!(read(value_type, cell), expected, "{value_type:?} {cell:?}");
        }
    }
}
