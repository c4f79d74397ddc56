use crate::diagram::{Ground, ZoneStyle};

/// Which way the hatch of a zone slants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::diagram) enum Slant {
    Rising,
    Falling,
}

impl Slant {
    fn other(self) -> Slant {
        match self {
            Slant::Rising => Slant::Falling,
            Slant::Falling => Slant::Rising,
        }
    }
}

/// How each zone slants: zones of one name alike, others that share cells with them, or just follow
/// them, the other way.
pub(in crate::diagram) fn slants(ground: &Ground) -> Vec<Slant> {
    let zones = &ground.zones;
    let mut slants: Vec<Slant> = Vec::new();
    for (index, zone) in zones.iter().enumerate() {
        let before = || zones[..index].iter().zip(&slants);
        let meets = |other: &ZoneStyle| other.cells.iter().any(|cell| zone.cells.has(cell));
        let over = before().filter(|(other, _)| meets(other)).map(|(_, slant)| *slant).next_back();
        let same = before().find(|(other, _)| other.label == zone.label).map(|(_, slant)| *slant);
        let slant = over.or(slants.last().copied()).map_or(Slant::Rising, Slant::other);
        slants.push(if over.is_some() { slant } else { same.unwrap_or(slant) });
    }
    slants
}
