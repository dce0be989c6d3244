//! QR codes as SVG paths. The page draws the path, so no markup comes from the node.

use qrcode::{Color, EcLevel};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
pub struct QrCode {
    /// The width and height in modules, without the margin of four modules that scanners need.
    pub size: u16,
    /// The dark modules as the `d` of an SVG path, with one unit for each module.
    pub path: String,
}

impl QrCode {
    /// The QR code of a text; `None` if the text is too long.
    pub(super) fn of(text: &str) -> Option<Self> {
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let (width, modules) = (code.width(), code.to_colors());
        let mut path = String::new();
        for (y, row) in modules.chunks(width).enumerate() {
            let mut x = 0;
            while x < width {
                let run = row[x..].iter().take_while(|module| **module == Color::Dark).count();
                if run > 0 {
                    path.push_str(&format!("M{x} {y}h{run}v1h-{run}z"));
                }
                x += run.max(1);
            }
        }
        Some(Self { size: u16::try_from(width).ok()?, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sf1_the_path_of_a_qr_code_holds_only_runs_of_dark_modules() {
        let code = QrCode::of("otpauth://totp/Troupe:ann%40example.org?secret=GEZDGNBVGY3TQOJQ&issuer=Troupe")
            .expect("a code");
        assert!((21..=57).contains(&code.size));
        // The finder in the corner begins with seven dark modules.
        assert!(code.path.starts_with("M0 0h7v1h-7z"), "{}", code.path);
        assert!(code.path.bytes().all(|byte| byte.is_ascii_digit() || b"Mhvz -".contains(&byte)));
        assert_eq!(QrCode::of(&"x".repeat(5_000)), None);
    }
}
