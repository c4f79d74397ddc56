//! Chooses the direction in which the hatch of each zone runs.

use crate::diagram::{BoardView, ZoneStyle};

/// Which way the hatch of a zone slants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::diagram) enum HatchDirection {
    Rising,
    Falling,
}

impl HatchDirection {
    fn other(self) -> HatchDirection {
        match self {
            HatchDirection::Rising => HatchDirection::Falling,
            HatchDirection::Falling => HatchDirection::Rising,
        }
    }
}

/// How each zone slants: zones of one name alike, others that share cells with them, or just follow
/// them, the other way.
pub(in crate::diagram) fn hatch_directions(view: &BoardView) -> Vec<HatchDirection> {
    let zones = &view.zones;
    let mut hatch_directions: Vec<HatchDirection> = Vec::new();
    for (index, zone) in zones.iter().enumerate() {
        let before = || zones[..index].iter().zip(&hatch_directions);
        let meets = |other: &ZoneStyle| other.cells.iter().any(|cell| zone.cells.contains(cell));
        let over =
            before().filter(|(other, _)| meets(other)).map(|(_, direction)| *direction).next_back();
        let same =
            before().find(|(other, _)| other.label == zone.label).map(|(_, direction)| *direction);
        let direction = over
            .or(hatch_directions.last().copied())
            .map_or(HatchDirection::Rising, HatchDirection::other);
        hatch_directions.push(if over.is_some() { direction } else { same.unwrap_or(direction) });
    }
    hatch_directions
}
