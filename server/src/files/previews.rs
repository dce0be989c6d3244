//! Makes the previews of a picture: drawn anew, so that nothing else of the file, such as the place where a photo was
//! taken, is in them.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use tokio::sync::Semaphore;

/// The largest file of which previews are made, in bytes.
pub const MOST_BYTES: u64 = 48 << 20;
/// The most pixels of a picture of which previews are made. A file with more is not decoded.
const MOST_POINTS: u64 = 40_000_000;
/// The most bytes that decoding may take.
const MOST_MEMORY: u64 = 256 << 20;
const SMALL: u32 = 480;
const LARGE: u32 = 2_048;
/// The sides of a portrait in pixels: twice the largest size on screen, because many screens have two dots for each
/// pixel of a page.
const SMALL_SIDE: u32 = 96;
const LARGE_SIDE: u32 = 320;

/// One picture is decoded at a time in this process, because each takes much memory.
static DECODING: Semaphore = Semaphore::const_new(1);

/// The previews of a picture, and how large the picture is.
#[derive(Debug)]
pub struct Previews {
    /// At most 480 pixels wide and high.
    pub small: Vec<u8>,
    /// At most 2,048 pixels wide and high.
    pub large: Vec<u8>,
    /// The width of the picture, as it is shown.
    pub width: i32,
    /// The height of the picture, as it is shown.
    pub height: i32,
}

/// The picture of a person, as a square JPEG in two sizes. Transparent parts are white.
#[derive(Debug)]
pub struct Portrait {
    /// At most 96 pixels wide and high.
    pub small: Vec<u8>,
    /// At most 320 pixels wide and high.
    pub large: Vec<u8>,
}

/// Waits for other pictures, and then draws a picture on a thread that may block. `None` if it cannot be drawn.
pub async fn in_turn<T: Send + 'static>(draw: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    let _turn = DECODING.acquire().await.ok()?;
    tokio::task::spawn_blocking(draw).await.ok().flatten()
}

/// The previews of a picture; of an animated picture, the previews of its first frame. `None` if the bytes are not a
/// picture that can be read, or if the picture is too large.
#[must_use]
pub fn previews(bytes: &[u8]) -> Option<Previews> {
    let picture = decoded(bytes)?;
    let (width, height) = (i32::try_from(picture.width()).ok()?, i32::try_from(picture.height()).ok()?);
    let large = within(&picture, LARGE);
    let small = encoded(&within(&large, SMALL))?;
    Some(Previews { small, large: encoded(&large)?, width, height })
}

/// The middle of a picture as a portrait; of an animated picture, the middle of its first frame. `None` as for
/// [`previews`].
#[must_use]
pub fn portrait(bytes: &[u8]) -> Option<Portrait> {
    let picture = decoded(bytes)?;
    let side = picture.width().min(picture.height());
    let square = picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
    let large = on_white(&within(&square, LARGE_SIDE));
    Some(Portrait { small: encoded(&within(&large, SMALL_SIDE))?, large: encoded(&large)? })
}

fn on_white(picture: &DynamicImage) -> DynamicImage {
    let points = picture.to_rgba8();
    let over_white = |part: u8, alpha: u8| {
        let (part, alpha) = (u16::from(part), u16::from(alpha));
        u8::try_from((part * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    let drawn = RgbImage::from_fn(points.width(), points.height(), |x, y| {
        let [red, green, blue, alpha] = points.get_pixel(x, y).0;
        Rgb([red, green, blue].map(|part| over_white(part, alpha)))
    });
    drawn.into()
}

/// A picture as it is shown. Its size is read from its head, before anything is decoded.
fn decoded(bytes: &[u8]) -> Option<DynamicImage> {
    let reader = || ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok();
    let (width, height) = reader()?.into_dimensions().ok()?;
    if u64::from(width) * u64::from(height) > MOST_POINTS || width == 0 || height == 0 {
        return None;
    }
    let mut reader = reader()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let orientation = decoder.orientation().ok()?;
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    picture.apply_orientation(orientation);
    Some(picture)
}

fn within(picture: &DynamicImage, most: u32) -> DynamicImage {
    if picture.width().max(picture.height()) > most { picture.thumbnail(most, most) } else { picture.clone() }
}

/// PNG keeps what is transparent; everything else is JPEG.
fn encoded(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if picture.color().has_alpha() {
        picture.to_rgba8().write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).ok()?;
    } else {
        picture.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 85)).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn png(picture: DynamicImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("a PNG");
        bytes
    }

    #[test]
    fn fs6_a_picture_gets_a_small_and_a_large_preview_and_its_size() {
        let wide = png(RgbImage::from_pixel(3_000, 600, Rgb([200, 10, 10])).into());
        let made = previews(&wide).expect("previews");
        assert_eq!((made.width, made.height), (3_000, 600));
        let size =
            |bytes: &[u8]| image::load_from_memory(bytes).map(|it| (it.width(), it.height())).expect("a picture");
        assert_eq!(size(&made.large), (2_048, 410));
        assert_eq!(size(&made.small), (480, 96));
        assert!(made.small.starts_with(b"\xff\xd8"), "without transparent pixels, a JPEG");
        let clear = png(RgbaImage::from_pixel(4, 4, Rgba([0, 0, 0, 0])).into());
        assert!(previews(&clear).expect("previews").small.starts_with(b"\x89PNG"));
    }

    #[test]
    fn g06_a_picture_that_says_it_is_huge_is_not_decoded_and_what_is_no_picture_has_no_preview() {
        // The head of a PNG of 50,000 × 50,000 pixels, with the right checksum, and nothing after it.
        let mut flood = png(RgbImage::new(1, 1).into());
        flood[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
        flood[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
        let checksum = crc(&flood[12..29]);
        flood[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert!(previews(&flood).is_none());
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a\n", b"GIF89a\xff\xff\xff\xff", b"\xff\xd8\xff\xe0", b"text"] {
            assert!(previews(bytes).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn pf4_a_portrait_is_the_middle_of_a_picture_square_and_without_transparent_pixels() {
        let picture = RgbaImage::from_fn(1_000, 400, |x, _| match x {
            300..700 => Rgba([200, 10, 10, 255]),
            _ => Rgba([10, 10, 200, 255]),
        });
        let made = portrait(&png(picture.into())).expect("a portrait");
        for (bytes, side) in [(&made.small, 96), (&made.large, 320)] {
            assert!(bytes.starts_with(b"\xff\xd8"), "a JPEG");
            let drawn = image::load_from_memory(bytes).expect("a picture").to_rgb8();
            assert_eq!((drawn.width(), drawn.height()), (side, side));
            for (x, y) in [(2, 2), (side - 3, side - 3)] {
                let [red, _, blue] = drawn.get_pixel(x, y).0;
                assert!(red > 150 && blue < 60, "the middle, from edge to edge");
            }
        }
        let clear = portrait(&png(RgbaImage::from_pixel(4, 4, Rgba([0, 0, 0, 0])).into())).expect("a portrait");
        let drawn = image::load_from_memory(&clear.large).expect("a picture").to_rgb8();
        assert_eq!((drawn.width(), drawn.get_pixel(1, 1).0), (4, [255, 255, 255]), "not enlarged, and on white");
        assert!(portrait(b"<svg xmlns='http://www.w3.org/2000/svg'/>").is_none());
    }

    fn crc(bytes: &[u8]) -> u32 {
        let step = |sum: u32, byte: &u8| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 })
        };
        !bytes.iter().fold(u32::MAX, step)
    }

    #[test]
    fn g12_a_preview_holds_nothing_of_what_a_photo_says_about_itself() {
        let mut jpeg = Vec::new();
        let photo = RgbImage::from_pixel(40, 20, Rgb([9, 9, 9]));
        photo.write_with_encoder(JpegEncoder::new(&mut jpeg)).expect("a JPEG");
        // An EXIF segment: turned by a quarter (orientation 6), with a text as an editor would write it.
        let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 52.5 13.4";
        let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
        let segment: Vec<u8> = [&b"\xff\xe1"[..], &length, exif].concat();
        jpeg.splice(2..2, segment);
        let made = previews(&jpeg).expect("previews");
        assert_eq!((made.width, made.height), (20, 40), "turned as it is shown");
        for bytes in [&made.small, &made.large] {
            assert!(!bytes.windows(3).any(|it| it == b"GPS") && !bytes.windows(4).any(|it| it == b"Exif"));
        }
    }
}
