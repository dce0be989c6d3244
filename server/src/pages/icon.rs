//! The icon of a site, drawn anew: small, in one format, and with nothing else of the file in it.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

/// The most bytes of an icon that are read.
pub const MOST_BYTES: usize = 256 << 10;
/// An icon is shown at 16 points; screens have up to two dots for each.
const SIDE: u32 = 32;
/// A larger picture is not decoded.
const MOST_SIDE: u32 = 1_024;
/// The most bytes that decoding may take.
const MOST_MEMORY: u64 = 16 << 20;

/// An icon as a PNG, at most 32 points wide and high; `None` if the bytes are no picture of the web, or too large.
pub(super) fn drawn_anew(bytes: &[u8]) -> Option<Vec<u8>> {
    let reader = || {
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
        let format = reader.format()?;
        let known = [ImageFormat::Png, ImageFormat::Ico, ImageFormat::Gif, ImageFormat::Jpeg, ImageFormat::WebP];
        known.contains(&format).then_some(reader)
    };
    let (width, height) = reader()?.into_dimensions().ok()?;
    if width == 0 || height == 0 || width > MOST_SIDE || height > MOST_SIDE {
        return None;
    }
    let mut reader = reader()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let picture = if width.max(height) > SIDE { picture.thumbnail(SIDE, SIDE) } else { picture };
    let mut png = Vec::new();
    DynamicImage::from(picture.to_rgba8()).write_to(&mut Cursor::new(&mut png), ImageFormat::Png).ok()?;
    Some(png)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn encoded(side: u32, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = DynamicImage::from(RgbaImage::from_pixel(side, side, Rgba([200, 10, 10, 255])));
        let picture = if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture };
        picture.write_to(&mut Cursor::new(&mut bytes), format).expect("a picture");
        bytes
    }

    #[test]
    fn ul7_an_icon_is_drawn_anew_as_a_small_png() {
        for (side, format, shown) in [
            (16, ImageFormat::Png, 16),
            (256, ImageFormat::Ico, 32),
            (64, ImageFormat::Gif, 32),
            (180, ImageFormat::Jpeg, 32),
            (48, ImageFormat::WebP, 32),
        ] {
            let png = drawn_anew(&encoded(side, format)).expect("drawn");
            assert!(png.starts_with(b"\x89PNG") && png.len() < 16 << 10, "{format:?}");
            let drawn = image::load_from_memory(&png).expect("a picture");
            assert_eq!((drawn.width(), drawn.height()), (shown, shown), "{format:?}");
        }
    }

    #[test]
    fn ul7_nothing_of_the_file_but_its_points_is_kept() {
        let mut png = encoded(16, ImageFormat::Png);
        png.extend_from_slice(b"<script>alert(1)</script>");
        let drawn = drawn_anew(&png).expect("drawn");
        assert!(!drawn.windows(8).any(|it| it == b"<script>"));
    }

    #[test]
    fn ul7_what_is_no_picture_of_the_web_or_a_huge_one_is_no_icon() {
        for bytes in [
            &b""[..],
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"<!doctype html>",
            b"\x89PNG\r\n\x1a\n",
            b"\0\0\x01\0\xff\xff",
            b"BM\0\0\0\0",
        ] {
            assert!(drawn_anew(bytes).is_none(), "{bytes:?}");
        }
        assert!(drawn_anew(&encoded(1_025, ImageFormat::Png)).is_none());
        assert!(drawn_anew(&encoded(64, ImageFormat::Bmp)).is_none());
    }
}
