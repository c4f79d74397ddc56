//! Chance, for tests: a seed names what was drawn.

/// Numbers that look random and are the same on every machine (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    /// The seed of a text.
    pub fn seeded(text: &str) -> Dice {
        Dice(
            text.bytes()
                .fold(0, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, each as likely.
    pub fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// One of the words of a text.
    pub fn word<'a>(&mut self, text: &'a str) -> &'a str {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.one_of(&words)
    }
}
