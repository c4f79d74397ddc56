//! Sorts lists in the order of their items, in few bytes of code where a page loads them.

use std::cmp::Ordering;

/// Sorts a list of items that are the same if they are equal.
pub fn sort<T: Ord>(items: &mut [T]) {
    if cfg!(target_family = "wasm") {
        sort_by(items, T::cmp);
    } else {
        items.sort_unstable();
    }
}

/// Sorts a list by a key of each item. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a list as `compare` says. Equal items keep their order.
///
/// In a WebAssembly module, the compiler would write the two kilobytes of the standard sort once for each type
/// of item. There, `merge_order` sorts numbers for all types.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if cfg!(target_family = "wasm") {
        let order = merge_order(items.len(), &mut |one, other| compare(&items[one], &items[other]));
        bring_into(items, order);
    } else {
        items.sort_by(compare);
    }
}

/// Returns the different items, sorted.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    sort(&mut items);
    items.dedup();
    items
}

/// Puts an item into a sorted list, unless an equal one is there.
pub fn insert_sorted<T: Ord>(items: &mut Vec<T>, item: T) {
    if let Err(at) = items.binary_search(&item) {
        items.insert(at, item);
    }
}

/// Returns the numbers below `count` in the order that `compare` gives to the items with these numbers.
fn merge_order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut length = 1;
    while length < count {
        for run in order.chunks(2 * length) {
            let (mut left, mut right) = run.split_at(length.min(run.len()));
            while let ([first, before @ ..], [second, after @ ..]) = (left, right) {
                if compare(*first, *second).is_le() {
                    merged.push(*first);
                    left = before;
                } else {
                    merged.push(*second);
                    right = after;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        length *= 2;
    }
    order
}

/// Moves the items so that the item with number `order[at]` comes to `at`.
fn bring_into<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        // Follows the items that change places in a ring.
        let mut at = start;
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            items.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_order_is_that_of_the_standard_sort() {
        arbtest::arbtest(|random| {
            let items: Vec<(u8, u16)> = random.arbitrary()?;
            let order =
                merge_order(items.len(), &mut |one, other| items[one].0.cmp(&items[other].0));
            let mut merged = items.clone();
            bring_into(&mut merged, order);
            let mut sorted = items;
            sorted.sort_by_key(|item| item.0);
            assert_eq!(merged, sorted);
            Ok(())
        });
    }
}
