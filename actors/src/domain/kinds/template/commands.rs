//! What may be done to templates. All who see a template use it; to make, change and delete it takes `editLists` where it
//! lives.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    Template, TemplateList, TemplateTicket,
    content::{checked, weight},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind},
    ids::{AttributeId, ListId, ScopeId, TemplateId, UserId},
    kinds::{
        named::taken,
        patch::given,
        strict::{strict, strict_given},
    },
    limits,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TemplateCreate {
    pub template_id: TemplateId,
    pub name: String,
    pub list_id: Option<ListId>,
    #[serde(default, deserialize_with = "strict", skip_serializing_if = "Option::is_none")]
    pub list: Option<TemplateList>,
    #[serde(deserialize_with = "strict")]
    pub tickets: Vec<TemplateTicket>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TemplateUpdate {
    pub template_id: TemplateId,
    pub patch: TemplatePatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct TemplatePatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Only of a template of a list.
    #[serde(deserialize_with = "strict_given", skip_serializing_if = "Option::is_none")]
    pub list: Option<TemplateList>,
    #[serde(deserialize_with = "strict_given", skip_serializing_if = "Option::is_none")]
    pub tickets: Option<Vec<TemplateTicket>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TemplateDelete {
    pub template_id: TemplateId,
}

impl Act for TemplateCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (id, world) = (self.template_id, decider.world);
        let home = match self.list_id {
            Some(list) => world.home_of(EntityKind::List, decider.list(list, "listId")?.id.0),
            None => world.scope(),
        };
        decider.allow_in(Capability::EditLists, home, words::NO_LIST)?;
        if world.tables.templates.contains_key(&id) {
            return Err(taken("templateId"));
        }
        let template = checked(Template {
            id,
            name: self.name.clone(),
            list_id: self.list_id,
            list: self.list.clone(),
            tickets: self.tickets.clone(),
            created_user_id: decider.by,
            created_at: decider.at,
        })?;
        limits::room_for(decider.templates_in(home).count(), limits::TEMPLATES)?;
        decider.room_for_template(home, &template)?;
        decider.check_values_of_template(home, &template.tickets)?;
        decider.put(home, Write::create(Entity::Template(template)));
        Ok(())
    }
}

impl Act for TemplateUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (home, before) = decider.template(self.template_id)?;
        let TemplatePatch { name, list, tickets } = &self.patch;
        if list.is_some() && before.list.is_none() {
            return Err(Refusal::invalid("list", words::TEMPLATE_OF_TASK));
        }
        let after = checked(Template {
            name: name.clone().unwrap_or_else(|| before.name.clone()),
            list: list.clone().or_else(|| before.list.clone()),
            tickets: tickets.clone().unwrap_or_else(|| before.tickets.clone()),
            ..before.clone()
        })?;
        decider.room_for_template(home, &after)?;
        decider.check_values_of_template(home, tickets.as_deref().unwrap_or_default())?;
        decider.put(home, Write::update(Entity::Template(before), Entity::Template(after)));
        Ok(())
    }
}

impl Act for TemplateDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (home, template) = decider.template(self.template_id)?;
        decider.put(home, Write::delete(Entity::Template(template)));
        Ok(())
    }
}

/// True if one of these tickets has a value of an attribute for which `is_meant` is true.
fn names_any(tickets: &[TemplateTicket], is_meant: &dyn Fn(&AttributeId) -> bool) -> bool {
    tickets.iter().any(|it| it.fields.keys().any(is_meant) || names_any(&it.subtasks, is_meant))
}

impl Decider<'_> {
    /// A template that the person may change, with its scope.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    fn template(&self, id: TemplateId) -> Result<(ScopeId, Template), Refusal> {
        let scope = self.world.home_of(EntityKind::Template, id.0);
        let known = self.world.tables.templates.get(&id).filter(|_| self.world.sees(self.by, scope));
        let template = known.cloned().ok_or_else(|| Refusal::not_found(words::NO_TEMPLATE).with_field("templateId"))?;
        self.allow_in(Capability::EditLists, scope, words::NO_TEMPLATE)?;
        Ok((scope, template))
    }

    /// Refuses values of attributes that some readers of the template may not see.
    fn check_values_of_template(&self, scope: ScopeId, tickets: &[TemplateTicket]) -> Result<(), Refusal> {
        let world = self.world;
        let seen = |id: &AttributeId| world.shows(self.by, EntityKind::Attribute, id.0);
        let known = |id: &AttributeId| world.tables.attributes.contains_key(id) && seen(id);
        if names_any(tickets, &|id| known(id) && !self.may_name_attribute(scope, false, *id)) {
            return Err(Refusal::invalid("tickets", words::TEMPLATE_NAMES_HIDDEN_ATTRIBUTE));
        }
        Ok(())
    }

    /// The templates of a scope are in every snapshot of it, and those of a list move with the list in one event. So their
    /// bytes are limited. The filters of a template name no list, because its readers may not see that list.
    fn room_for_template(&self, scope: ScopeId, template: &Template) -> Result<(), Refusal> {
        let world = self.world;
        let views = template.list.iter().flat_map(|list| &list.views);
        let named: Vec<String> = views.map(|view| view.filter.to_ascii_lowercase()).collect();
        if world.lists_of(self.by).any(|list| named.iter().any(|filter| filter.contains(&list.id.to_string()))) {
            return Err(Refusal::invalid("list", words::TEMPLATE_NAMES_LIST));
        }
        let others = self.templates_in(scope).filter(|it| it.id != template.id);
        let of_list = others.clone().filter(|it| template.list_id.is_some() && it.list_id == template.list_id);
        let own = weight(template);
        let all = others.map(weight).sum::<usize>() + own;
        let beside = of_list.map(weight).sum::<usize>() + own;
        if all > limits::TEMPLATES_BYTES || (template.list_id.is_some() && beside > limits::TEMPLATES_OF_LIST_BYTES) {
            return Err(Refusal::new(RefusalCode::TooMany, words::TEMPLATES_TOO_LARGE).with_field("tickets"));
        }
        Ok(())
    }
}
