//! The content of a text message.

/// A text message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMessage {
    /// The number, in E.164 format.
    pub number: String,
    /// At most 160 characters of the GSM 03.38 alphabet.
    pub text: String,
    /// What the message is about, for the gateway: `sign-up`, `password`, `number` or `notice`.
    pub purpose: &'static str,
    /// The code in the text, for the development mailbox.
    pub code: Option<String>,
}
