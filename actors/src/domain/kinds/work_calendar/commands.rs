//! The command that sets the working days and holidays of a workspace.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{DayOff, Weekday, WorkCalendar};
use crate::domain::{
    capability::Capability,
    change::Write,
    date::PlainDate,
    decider::{Act, Decider},
    entity::Entity,
    ids::UserId,
    kinds::patch::{SetPatch, given},
    limits,
    refusal::Refusal,
};
use crate::words;

/// Changes the working days. Changes by two people at the same time all survive, unless they are about the same day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct WorkCalendarUpdate {
    pub patch: WorkCalendarPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct WorkCalendarPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<SetPatch<Weekday>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub holidays: Option<HolidaysPatch>,
}

/// Holidays to add and to remove. A holiday that is added on the date of another one replaces it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HolidaysPatch {
    #[serde(default)]
    pub add: Vec<DayOff>,
    #[serde(default)]
    pub remove: Vec<PlainDate>,
}

impl Act for WorkCalendarUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::UpdateWorkspace)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let workspace = decider.world.workspace.id;
        let before = decider.world.tables.work_calendars.get(&WorkCalendar::id_of(workspace)).cloned();
        let usual = WorkCalendar::usual(workspace);
        let mut after = before.clone().unwrap_or_else(|| usual.clone());
        if let Some(SetPatch { add, remove }) = &self.patch.weekdays {
            after.weekdays.retain(|day| !remove.contains(day));
            after.weekdays.extend(add);
            after.weekdays.sort_unstable();
            after.weekdays.dedup();
            if after.weekdays.is_empty() {
                return Err(Refusal::invalid("weekdays", words::ONE_WORKING_DAY_AT_LEAST));
            }
        }
        if let Some(HolidaysPatch { add, remove }) = &self.patch.holidays {
            let known = after.holidays.len();
            after.holidays.retain(|it| !remove.contains(&it.date));
            for DayOff { date, name } in add {
                let name = limits::line("holidays", name, limits::NAME_CHARS)?;
                after.holidays.retain(|it| it.date != *date);
                after.holidays.push(DayOff { date: *date, name });
            }
            after.holidays.sort_unstable_by_key(|it| it.date);
            limits::grown("holidays", known, after.holidays.len(), limits::HOLIDAYS)?;
        }
        match before {
            Some(before) if after == usual => decider.put_shared(Write::delete(Entity::WorkCalendar(before))),
            Some(before) => {
                decider.put_shared(Write::update(Entity::WorkCalendar(before), Entity::WorkCalendar(after)))
            }
            None if after == usual => {}
            None => decider.put_shared(Write::create(Entity::WorkCalendar(after))),
        }
        Ok(())
    }
}
