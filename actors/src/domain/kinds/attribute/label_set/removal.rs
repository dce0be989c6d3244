//! What a deleted label leaves in attributes.

use crate::domain::{
    change::Write,
    decider::Decider,
    entity::{Attribute, Entity, EntityKind},
    ids::LabelId,
};

impl Decider<'_> {
    /// Removes a deleted label from the sets and defaults of all attributes. The attributes that the person sees come
    /// first, so that nothing in their events depends on hidden attributes.
    pub(in crate::domain::kinds) fn drop_label_from_sets(&mut self, label: LabelId) {
        let world = self.world;
        let names = |it: &&Attribute| it.sets().iter().any(|set| set.labels_order.contains(&label));
        let mut found: Vec<Attribute> = world.tables.attributes.values().filter(names).cloned().collect();
        found.sort_by_key(|it| (!world.shows(self.by, EntityKind::Attribute, it.id.0), it.id));
        for before in found {
            let mut after = before.clone();
            for set in after.label_sets.iter_mut().flatten() {
                set.labels_order.retain(|id| *id != label);
            }
            after.settle_default();
            self.put_shared(Write::update(Entity::Attribute(before), Entity::Attribute(after)));
        }
    }
}
