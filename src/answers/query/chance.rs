//! Numbers that look random and are the same on every machine.

/// The generator SplitMix64 (Steele, Lea, Flood, 2014).
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// Returns a generator for a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Returns a generator for a seed and the number of a game or piece.
    pub fn numbered(seed: u64, number: usize) -> Chance {
        let mut chance = Chance(seed);
        let first = chance.next();
        Chance(first ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below the limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns true with a probability from 0 to 1.
    pub fn happens(&mut self, probability: f64) -> bool {
        // 53 bits fill a fraction exactly.
        ((self.next() >> 11) as f64) < probability * (1u64 << 53) as f64
    }
}
