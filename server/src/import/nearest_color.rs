//! The nearest of the twelve hues of the design to any colour.

use actors::domain::entity::Color;

/// The design's label colours (`web/src/ui/tokens.css`); grey is for colours without a hue.
const HUES: [(Color, u32); 11] = [
    (Color::Red, 0xcb615c),
    (Color::Orange, 0xc56a31),
    (Color::Amber, 0xa97e33),
    (Color::Olive, 0x888c3b),
    (Color::Green, 0x4b9b50),
    (Color::Teal, 0x249b86),
    (Color::Cyan, 0x1296ab),
    (Color::Blue, 0x3d8ad4),
    (Color::Indigo, 0x747cd6),
    (Color::Violet, 0x996fc7),
    (Color::Pink, 0xbe6299),
];

/// Below this chroma a colour looks grey.
const GREY: f64 = 0.02;

/// The nearest hue to `rrggbb`, with or without `#`; grey if the text is no colour. Only the angle counts: a pale blue
/// is a blue.
pub(super) fn nearest(hex: &str) -> Color {
    let hex = hex.trim().trim_start_matches('#');
    let is_hex = hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let Some(rgb) = is_hex.then(|| u32::from_str_radix(hex, 16).ok()).flatten() else {
        return Color::Grey;
    };
    let (chroma, angle) = polar(rgb);
    if chroma < GREY {
        return Color::Grey;
    }
    let distance = |other: u32| {
        let turn = (polar(other).1 - angle).abs();
        turn.min(std::f64::consts::TAU - turn)
    };
    HUES.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map_or(Color::Grey, |(color, _)| *color)
}

/// A hue for a name without a colour: the same name always gets the same hue.
pub(super) fn of_name(name: &str) -> Color {
    let sum = name.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    Color::nth(sum % 11)
}

/// Chroma and hue angle in OKLab, where equal steps look equal.
fn polar(rgb: u32) -> (f64, f64) {
    let channel = |shift: u32| {
        let value = f64::from((rgb >> shift) & 0xFF) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let (r, g, b) = (channel(16), channel(8), channel(0));
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    let x = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s;
    let y = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s;
    (x.hypot(y), y.atan2(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hue_of_ours_is_nearest_to_itself() {
        for (color, hex) in HUES {
            assert_eq!(nearest(&format!("{hex:06x}")), color);
        }
    }

    #[test]
    fn colours_from_elsewhere_find_their_hue() {
        let hues = [
            ("fc2929", Color::Red),
            ("159818", Color::Green),
            ("#84b6eb", Color::Blue),
            ("c7def8", Color::Blue),
            ("5319e7", Color::Indigo),
            ("eb6420", Color::Orange),
            ("cc317c", Color::Pink),
            ("cccccc", Color::Grey),
            ("000000", Color::Grey),
            ("ffffff", Color::Grey),
            ("", Color::Grey),
            ("nonsense", Color::Grey),
            ("+fffff", Color::Grey),
        ];
        for (hex, color) in hues {
            assert_eq!(nearest(hex), color, "{hex}");
        }
    }
}
