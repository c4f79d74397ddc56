//! Terms of several legs: which way each leg may turn, and what it needs to go on.

use std::collections::BTreeSet;

use crate::geometry::{Frame, Layout, Vector};
use crate::notation::{Atom, Bearing, Directions, Form, Hop, Leg, Modifiers, Term};

use super::bearings::{Refusal, Space, relative_letters_keep, steps};
use super::compile::{Store, half};
use super::program::{Chain, ChainLeg, Ending, Gate, GoingOn, HopKind, NOWHERE};

/// The eight directions of squares, clockwise from straight ahead.
const SECTORS: [Vector; 8] = [
    Vector::new(0, 1, 0),
    Vector::new(1, 1, 0),
    Vector::new(1, 0, 0),
    Vector::new(1, -1, 0),
    Vector::new(0, -1, 0),
    Vector::new(-1, -1, 0),
    Vector::new(-1, 0, 0),
    Vector::new(-1, 1, 0),
];

fn refusal(message: &str, help: &str) -> Refusal {
    (message.to_owned(), Some(help.to_owned()))
}

/// Compiles a term for a frame. `within` and `barred` are left open.
pub(super) fn compile(
    term: &Term,
    space: Space,
    frame: Frame,
    layout: &Layout,
    store: &mut Store,
) -> Result<Chain, Refusal> {
    let mut legs = Vec::new();
    let mut before: Vec<Vector> = vec![Vector::default()];
    let mut toggled = false;
    for (index, leg) in term.legs.iter().enumerate() {
        let last = index + 1 == term.legs.len();
        let mut local: Vec<Vector> = Vec::new();
        let mut follow = Vec::new();
        for &incoming in &before {
            let next = match index {
                0 => steps(leg.atom, &leg.modifiers.directions, space)?,
                _ => continuation(term.form, leg, incoming, space)?,
            };
            follow.push(next.into_iter().map(|step| place_of(&mut local, step)).collect());
        }
        if local.is_empty() {
            return Err(refusal("this leg has nowhere to go on", "look at its directions"));
        }
        legs.push(leg_of(leg, last, toggled, &local, follow, frame, layout, store)?);
        let letters = &leg.modifiers;
        toggled ^= !last && (letters.toggle || letters.hop == Some(Hop::Grasshopper));
        before = local;
    }
    Ok(Chain { legs, within: None, barred: Vec::new() })
}

fn place_of(list: &mut Vec<Vector>, step: Vector) -> u16 {
    let known = list.iter().position(|&known| known == step);
    known.unwrap_or_else(|| {
        list.push(step);
        list.len() - 1
    }) as u16
}

#[expect(clippy::too_many_arguments, reason = "one leg is all of this")]
fn leg_of(
    leg: &Leg,
    last: bool,
    toggled: bool,
    local: &[Vector],
    follow: Vec<Vec<u16>>,
    frame: Frame,
    layout: &Layout,
    store: &mut Store,
) -> Result<ChainLeg, Refusal> {
    let letters = &leg.modifiers;
    if !last && (letters.en_passant || letters.tame) {
        return Err(refusal(
            "`e` and `t` belong to the last leg",
            "leave them out of earlier legs",
        ));
    }
    let turned: Vec<Vector> = local.iter().map(|&step| frame.turn(step)).collect();
    let mut table = |step: Vector| store.step(layout, step, letters.cylinder);
    let steps: Vec<u16> = turned.iter().map(|&step| table(step)).collect();
    let halves = |table: &mut dyn FnMut(Vector) -> u16| {
        turned.iter().map(|&step| table(half(step))).collect::<Vec<u16>>()
    };
    let neighbours =
        turned.iter().all(|step| step.x.abs().max(step.y.abs()).max(step.z.abs()) == 1);
    let gate = match (letters.lame, letters.jump) {
        (true, _) => Gate::Empty(halves(&mut table)),
        (false, 0) => Gate::Open,
        (false, _) if neighbours => Gate::SkipFirst,
        (false, _) => Gate::Occupied(halves(&mut table)),
    };
    let range = match (toggled, leg.range) {
        (false, range) => range,
        (true, 1) => 0,
        (true, _) => 1,
    };
    Ok(ChainLeg {
        steps,
        follow,
        range,
        gate,
        ends: (last || leg.may_stop).then(|| ending(letters)),
        goes_on: (!last).then(|| going_on(letters)),
        same_length: letters.same_length,
        unload: letters.unload,
    })
}

fn ending(letters: &Modifiers) -> Ending {
    let usual = letters.purpose_is_usual();
    Ending {
        quiet: usual || letters.quiet,
        capture: usual || letters.capture,
        destroy: letters.destroy,
        en_passant: letters.en_passant,
        tame: letters.tame,
        hop: letters.hop.map(|hop| match hop {
            Hop::Cannon => HopKind::Cannon,
            Hop::Grasshopper => HopKind::Grasshopper,
        }),
    }
}

fn going_on(letters: &Modifiers) -> GoingOn {
    let hops = letters.hop.is_some();
    // Beside `p` and `g`, `c` and `d` say whose piece the hurdle must be; nothing is taken.
    let any_hurdle = letters.capture == letters.destroy;
    GoingOn {
        through_empty: letters.quiet
            || letters.toggle
            || !(hops || letters.capture || letters.destroy),
        take_enemy: letters.capture && !hops,
        take_friend: letters.destroy && !hops,
        over_enemy: hops && (any_hurdle || letters.capture),
        over_friend: hops && (any_hurdle || letters.destroy),
    }
}

/// The steps of a later leg after the step `incoming` of the one before; all local.
fn continuation(
    form: Form,
    leg: &Leg,
    incoming: Vector,
    space: Space,
) -> Result<Vec<Vector>, Refusal> {
    match (space, form) {
        (Space::Flat, Form::Chain) => chained(leg, incoming),
        (Space::Flat, Form::Brackets) => bracketed(leg, incoming),
        (Space::Levels | Space::Hexagons, _) => outward(form, leg, incoming, space),
    }
}

/// After `a`: directions are relative to the last step, in the eight-fold system; a direction
/// between the atom's own rays makes a step of the other kind.
fn chained(leg: &Leg, incoming: Vector) -> Result<Vec<Vector>, Refusal> {
    let refused = || {
        refusal(
            "a leg that goes on with this atom has no settled meaning",
            "legs by `a` go on with W F D A H G K R B Q; brackets take other atoms",
        )
    };
    let (length, every_ray) = match leg.atom {
        Atom::King | Atom::Queen => (1, true),
        Atom::Rook | Atom::Bishop => (1, false),
        Atom::Leap(leap) => match leap.coordinates {
            [0, 0, long] => (long as i16, false),
            [0, short, long] if short == long => (long as i16, false),
            _ => return Err(refused()),
        },
        Atom::Castle | Atom::Universal => return Err(refused()),
    };
    let from = sector(incoming).ok_or_else(refused)?;
    let kept = |turn: &usize| match &leg.modifiers.directions {
        Directions::All if every_ray => *turn != 4,
        Directions::All => [0, 2, 6].contains(turn),
        Directions::Letters(letters) => relative_letters_keep(letters, SECTORS[*turn], true),
        Directions::Clock(_) | Directions::Exact(_) => false,
    };
    Ok((0..8).filter(kept).map(|turn| SECTORS[(from + turn) % 8] * length).collect())
}

/// In brackets: each leg has its own atom; without letters it goes on outward, as straight as it
/// can. Letters are relative to the last step: single rays among straight steps, and sides
/// between straight and oblique ones.
fn bracketed(leg: &Leg, incoming: Vector) -> Result<Vec<Vector>, Refusal> {
    let rays = steps(leg.atom, &Directions::All, Space::Flat)?;
    match &leg.modifiers.directions {
        Directions::All => Ok(straightest(&rays, incoming, Space::Flat)),
        Directions::Letters(letters) => {
            let keeps = |ray: &&Vector| {
                let (shown, eight_fold) = relative(**ray, incoming);
                relative_letters_keep(letters, shown, eight_fold)
            };
            Ok(rays.iter().filter(keeps).copied().collect())
        }
        Directions::Clock(_) | Directions::Exact(_) => {
            Err(refusal("later legs take f b l r s v", "hours are for first legs on hexagons"))
        }
    }
}

/// How a ray looks to somebody who just travelled along `incoming`, and whether letters then
/// stand for single rays.
fn relative(ray: Vector, incoming: Vector) -> (Vector, bool) {
    const OCTANTS: [Vector; 8] = [
        Vector::new(1, 2, 0),
        Vector::new(2, 1, 0),
        Vector::new(2, -1, 0),
        Vector::new(1, -2, 0),
        Vector::new(-1, -2, 0),
        Vector::new(-2, -1, 0),
        Vector::new(-2, 1, 0),
        Vector::new(-1, 2, 0),
    ];
    match (sector(incoming), sector(ray)) {
        (Some(from), Some(to)) => (SECTORS[(to + 8 - from) % 8], true),
        (None, None) => (SECTORS[(octant(ray) + 8 - octant(incoming)) % 8], true),
        (Some(from), None) => (OCTANTS[(octant(ray) + 8 - from) % 8], false),
        // Sector n lies half an octant before octant n.
        (None, Some(to)) => (OCTANTS[(to + 7 + 8 - octant(incoming)) % 8], false),
    }
}

/// On levels and hexagons a later leg goes straight on by `f`, and outward without letters.
fn outward(form: Form, leg: &Leg, incoming: Vector, space: Space) -> Result<Vec<Vector>, Refusal> {
    let rays = steps(leg.atom, &Directions::All, space)?;
    match &leg.modifiers.directions {
        Directions::All if space == Space::Levels => {
            Ok(rays.into_iter().filter(|&ray| dot(ray, incoming, space) > 0).collect())
        }
        Directions::All if form == Form::Brackets => Ok(straightest(&rays, incoming, space)),
        Directions::Letters(letters) if letters[..] == [Bearing::Forward] => {
            Ok(rays.into_iter().filter(|&ray| straight_on(ray, incoming)).collect())
        }
        _ => Err(refusal(
            "a later leg on levels or hexagons has no settled direction but straight on",
            "write `f` for straight on, or leave the direction out in brackets",
        )),
    }
}

fn straight_on(ray: Vector, incoming: Vector) -> bool {
    let cross = |a: i16, b: i16, c: i16, d: i16| a * d == b * c;
    cross(ray.x, ray.y, incoming.x, incoming.y)
        && cross(ray.x, ray.z, incoming.x, incoming.z)
        && cross(ray.y, ray.z, incoming.y, incoming.z)
        && dot(ray, incoming, Space::Levels) > 0
}

/// The rays with the smallest angle to a step.
fn straightest(rays: &[Vector], incoming: Vector, space: Space) -> Vec<Vector> {
    // Compared by the square of the cosine, as a fraction; rays that point back do not count.
    let closeness = |ray: Vector| {
        let along = dot(ray, incoming, space);
        (along > 0).then(|| (along * along, dot(ray, ray, space)))
    };
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let mut best: Option<(i64, i64)> = None;
    for close in rays.iter().filter_map(|&ray| closeness(ray)) {
        if best.is_none_or(|best| less(best, close)) {
            best = Some(close);
        }
    }
    let is_best =
        |ray: &&Vector| closeness(**ray).zip(best).is_some_and(|(close, best)| !less(close, best));
    rays.iter().filter(is_best).copied().collect()
}

/// The scalar product; on hexagons, twice it, in lengths of a neighbour's step.
fn dot(a: Vector, b: Vector, space: Space) -> i64 {
    let [ax, ay, az, bx, by, bz] = [a.x, a.y, a.z, b.x, b.y, b.z].map(i64::from);
    match space {
        Space::Flat | Space::Levels => ax * bx + ay * by + az * bz,
        Space::Hexagons => 2 * (ax * bx + ay * by) + ax * by + ay * bx,
    }
}

/// The direction of a straight step; `None` for an oblique one.
fn sector(step: Vector) -> Option<usize> {
    let straight = step.x == 0 || step.y == 0 || step.x.abs() == step.y.abs();
    let unit = Vector::new(step.x.signum(), step.y.signum(), 0);
    straight.then(|| SECTORS.iter().position(|&sector| sector == unit)).flatten()
}

/// The octant of an oblique step: octant n lies between sectors n and n + 1.
fn octant(step: Vector) -> usize {
    let steep = step.y.abs() > step.x.abs();
    match (step.x > 0, step.y > 0) {
        (true, true) => {
            if steep {
                0
            } else {
                1
            }
        }
        (true, false) => {
            if steep {
                3
            } else {
                2
            }
        }
        (false, false) => {
            if steep {
                4
            } else {
                5
            }
        }
        (false, true) => {
            if steep {
                7
            } else {
                6
            }
        }
    }
}

/// What a chain could take from a cell if others stood as needed.
pub(super) fn potential(chain: &Chain, store: &Store, from: u16, add: &mut dyn FnMut(u16)) {
    explore(chain, store, from, &mut |leg, cell| {
        let takes_here = leg.ends.is_some_and(|ends| ends.capture || ends.destroy)
            || leg.goes_on.is_some_and(|on| on.take_enemy || on.take_friend);
        if takes_here {
            add(cell);
        }
    });
}

/// Where a chain could lead if others stood as needed.
pub(super) fn reachable(chain: &Chain, store: &Store, from: u16, add: &mut dyn FnMut(u16)) {
    explore(chain, store, from, &mut |leg, cell| {
        if leg.ends.is_some() {
            add(cell);
        }
    });
}

/// Every cell that every leg could come to, whoever stands where.
fn explore(chain: &Chain, store: &Store, from: u16, seen: &mut dyn FnMut(&ChainLeg, u16)) {
    let mut reached = BTreeSet::new();
    let mut open = vec![(0, from, 0)];
    while let Some((index, at, incoming)) = open.pop() {
        let leg = &chain.legs[index];
        for &direction in &leg.follow[incoming as usize] {
            let table = &store.steps[leg.steps[direction as usize] as usize];
            let mut cell = at;
            for taken in 0.. {
                cell = table[cell as usize];
                let far_enough = leg.range != 0 && taken >= leg.range as usize;
                if cell == NOWHERE || far_enough || taken > table.len() {
                    break;
                }
                if !reached.insert((index, cell, direction, at)) {
                    continue;
                }
                seen(leg, cell);
                if leg.goes_on.is_some() {
                    open.push((index + 1, cell, direction));
                }
            }
        }
    }
}
