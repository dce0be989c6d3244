//! What a template may hold: the form and the size, but not whether what it names exists. What is gone is left out when the
//! template is used.

use super::{Template, TemplateList, TemplateTicket, TemplateView};
use crate::domain::{
    filter::syntax::parse,
    kinds::{
        named::description,
        saved_view::commands::{columns, word},
    },
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

/// The template, its texts trimmed.
///
/// # Errors
/// `validation_failed`, with the field that is wrong.
pub(super) fn checked(mut template: Template) -> Result<Template, Refusal> {
    template.name = limits::line("name", &template.name, limits::NAME_CHARS)?;
    if let Some(list) = template.list.take() {
        if template.list_id.is_some() {
            return Err(Refusal::invalid("listId", words::TEMPLATE_OF_LIST_STANDS_ALONE));
        }
        template.list = Some(list_in(list)?);
    } else if template.tickets.len() != 1 {
        return Err(Refusal::invalid("tickets", words::ONE_TASK_IN_TEMPLATE));
    }
    let mut room = limits::TEMPLATE_TICKETS;
    template.tickets = tickets_in(template.tickets, &mut room, limits::TEMPLATE_LEVELS)?;
    if weight(&template) > limits::TEMPLATE_BYTES {
        return Err(Refusal::invalid("tickets", words::most_bytes(limits::TEMPLATE_BYTES)));
    }
    Ok(template)
}

/// The bytes of what a template holds.
pub(super) fn weight(template: &Template) -> usize {
    limits::encoded(&template.tickets) + limits::encoded(&template.list)
}

fn list_in(list: TemplateList) -> Result<TemplateList, Refusal> {
    limits::at_most("list", list.views.len(), limits::VIEWS_OF_LIST)?;
    let description = description(&list.description)?;
    let views = list.views.into_iter().map(view_in).collect::<Result<_, _>>()?;
    Ok(TemplateList { description, views, ..list })
}

fn view_in(view: TemplateView) -> Result<TemplateView, Refusal> {
    let filter = view.filter.trim().to_owned();
    parse(&filter).map_err(|fault| Refusal::invalid("list", fault.message()))?;
    Ok(TemplateView {
        name: limits::line("list", &view.name, limits::NAME_CHARS)?,
        filter,
        group_by: word("list", &view.group_by)?,
        sort_by: word("list", &view.sort_by)?,
        columns: columns(&view.columns)?,
        display: view.display.map(|it| it.checked("list")).transpose()?,
        ..view
    })
}

/// Checks tickets and all that is below them. `room` is the number of tickets that may still come, `levels` how deep they may
/// nest.
fn tickets_in(tickets: Vec<TemplateTicket>, room: &mut usize, levels: usize) -> Result<Vec<TemplateTicket>, Refusal> {
    if !tickets.is_empty() && levels == 0 {
        return Err(Refusal::invalid("tickets", words::deepest_subtask(limits::TEMPLATE_LEVELS)));
    }
    *room = room.checked_sub(tickets.len()).ok_or_else(|| Refusal {
        code: RefusalCode::TooMany,
        ..Refusal::invalid("tickets", words::most_allowed(limits::TEMPLATE_TICKETS))
    })?;
    tickets.into_iter().map(|ticket| ticket_in(ticket, room, levels)).collect()
}

fn ticket_in(mut ticket: TemplateTicket, room: &mut usize, levels: usize) -> Result<TemplateTicket, Refusal> {
    ticket.title = limits::line("title", &ticket.title, limits::TITLE_CHARS)?;
    ticket.description = limits::prose("description", &ticket.description, limits::DESCRIPTION_BYTES)?;
    limits::at_most("assigneesIds", ticket.assignees_ids.len(), limits::ASSIGNEES)?;
    limits::at_most("labels", ticket.labels.len(), limits::LABELS)?;
    limits::at_most("fields", ticket.fields.len(), limits::FIELDS)?;
    limits::at_most("componentsIds", ticket.components_ids.len(), limits::COMPONENTS)?;
    limits::at_most("fixVersionsIds", ticket.fix_versions_ids.len(), limits::FIX_VERSIONS)?;
    let is_day = |day: &i32| (0..=limits::TEMPLATE_DAYS).contains(day);
    for (field, day) in [("startAfter", ticket.start_after), ("dueAfter", ticket.due_after)] {
        if !day.as_ref().is_none_or(is_day) {
            return Err(Refusal::invalid(field, words::most_days(limits::TEMPLATE_DAYS)));
        }
    }
    if ticket.start_after.zip(ticket.due_after).is_some_and(|(start, due)| due < start) {
        return Err(Refusal::invalid("dueAfter", words::DUE_BEFORE_START));
    }
    ticket.subtasks = tickets_in(std::mem::take(&mut ticket.subtasks), room, levels - 1)?;
    Ok(ticket)
}
