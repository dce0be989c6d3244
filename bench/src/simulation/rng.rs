//! A seeded random generator. It is our own, because a library's generator may change, and a seed must always give the
//! same run.

use uuid::Uuid;

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number in `low..high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next_u64() % (high - low).max(1)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.between(0, 100) < percent
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.between(0, of.len() as u64) as usize])
    }

    /// A UUIDv7 with this time.
    pub fn id(&mut self, millis: u64) -> Uuid {
        let random = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        let time = u128::from(millis & 0xFFFF_FFFF_FFFF) << 80;
        Uuid::from_u128(time | 0x7 << 76 | (random >> 52 & 0xFFF) << 64 | 0x2 << 62 | random & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// A duration: mostly from 1 to `usual`, sometimes up to `late`.
    pub fn delay(&mut self, usual: u64, late: u64) -> u64 {
        if self.chance(8) { self.between(usual, late) } else { self.between(1, usual) }
    }
}
