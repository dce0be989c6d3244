//! The trend of a sampled figure: its slope and the confidence in it.

/// Samples are first averaged in blocks: neighbours resemble each other, and many of them would suggest a false
/// confidence.
const BLOCKS: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The slope of the best line, in units of the figure for each unit of time.
    pub slope: f64,
    /// The half width of the 95 % confidence interval of the slope.
    pub spread: f64,
}

impl Slope {
    /// Takes (time, figure) pairs in the order of time. Returns None for too few samples.
    pub fn of(samples: &[(f64, f64)]) -> Option<Self> {
        let blocks = blocks(samples);
        let n = blocks.len() as f64;
        if blocks.len() < 4 {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| blocks.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|it| it.0), mean(|it| it.1));
        let width: f64 = blocks.iter().map(|it| (it.0 - x).powi(2)).sum();
        let slope = blocks.iter().map(|it| (it.0 - x) * (it.1 - y)).sum::<f64>() / width;
        let off: f64 = blocks.iter().map(|it| (it.1 - y - slope * (it.0 - x)).powi(2)).sum();
        // Student's t is 2.1 at 18 degrees of freedom, the value for all blocks.
        Some(Self { slope, spread: 2.1 * (off / (n - 2.0) / width).sqrt() })
    }

    /// True if the lower end of the interval is above zero.
    pub fn rises(&self) -> bool {
        self.slope > self.spread
    }
}

fn blocks(samples: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let size = samples.len().div_ceil(BLOCKS).max(1);
    let mean = |block: &[(f64, f64)]| {
        let n = block.len() as f64;
        (block.iter().map(|it| it.0).sum::<f64>() / n, block.iter().map(|it| it.1).sum::<f64>() / n)
    };
    samples.chunks(size).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// A line with noise around it.
    fn line(seed: u64, slope: f64, noise: f64) -> Vec<(f64, f64)> {
        let mut dice = StdRng::seed_from_u64(seed);
        (0..400).map(|n| (f64::from(n), 50.0 + slope * f64::from(n) + dice.random_range(-1.0..1.0) * noise)).collect()
    }

    #[test]
    fn a_straight_line_has_its_slope_and_no_spread() {
        let found = Slope::of(&line(1, 0.25, 0.0)).expect("a slope");
        assert!((found.slope - 0.25).abs() < 1e-9 && found.spread < 1e-9, "{found:?}");
        assert!(found.rises());
    }

    #[test]
    fn noise_around_a_level_line_seldom_passes_for_a_slope() {
        let rising = (0..200).filter(|seed| Slope::of(&line(*seed, 0.0, 5.0)).expect("a slope").rises()).count();
        assert!(rising < 15, "{rising} of 200");
    }

    #[test]
    fn a_leak_is_found_although_noise_exceeds_it_between_two_samples() {
        let found = (0..200).filter(|seed| Slope::of(&line(*seed, 0.02, 5.0)).expect("a slope").rises()).count();
        assert!(found > 190, "{found} of 200");
    }

    #[test]
    fn a_falling_line_does_not_rise_and_few_samples_give_no_slope() {
        assert!(!Slope::of(&line(3, -0.5, 1.0)).expect("a slope").rises());
        assert_eq!(Slope::of(&line(3, 1.0, 0.0)[..3]), None);
    }
}
