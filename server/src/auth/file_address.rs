//! Signed addresses of files. A browser fetches pictures and downloads without a token, so the address itself says who
//! asks, for which bytes, and until when. The right is asked for again when the bytes are read.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::{Auth, Caller, Credential};
use crate::error::Refusal;

/// What of a file an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The bytes, shown in place if their type is one of those that cannot run.
    Content,
    /// The bytes, to be saved.
    Download,
    /// The small preview of a picture.
    Small,
    /// The large preview of a picture.
    Large,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Content, Self::Download, Self::Small, Self::Large];

    /// Its word in an address.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Download => "download",
            Self::Small => "small",
            Self::Large => "large",
        }
    }

    /// The variant with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// What an address is signed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileAddress {
    /// The workspace of the file.
    pub workspace: Uuid,
    /// The file.
    pub file: Uuid,
    /// What of the file.
    pub variant: Variant,
    /// Who asks.
    pub user: Uuid,
    /// The session in which the person asks, or the API key; the address ends with it.
    pub credential: Credential,
    /// The second after which the address is void, since 1970.
    pub until: i64,
}

impl FileAddress {
    /// How long an address is good.
    pub const SECONDS: i64 = 300;

    fn signed<T>(&self, sign: impl FnOnce(&[&[u8]]) -> T) -> T {
        let variant = [self.variant as u8];
        let until = self.until.to_be_bytes();
        // Nodes of the previous version sign addresses for sessions in the same way, and know none for keys.
        let (credential, kind): (_, &[u8]) = match &self.credential {
            Credential::Session(id) => (id, b""),
            Credential::Key(id) => (id, b"key"),
        };
        let Self { workspace, file, user, .. } = self;
        let ids = [workspace, file, user, credential].map(Uuid::as_bytes);
        sign(&[&ids[0][..], &ids[1][..], &ids[2][..], &ids[3][..], &variant[..], &until[..], kind])
    }
}

impl Auth {
    /// The path and query at which the caller gets the bytes.
    #[must_use]
    pub fn file_address(&self, caller: Caller, workspace: Uuid, file: Uuid, variant: Variant, until: i64) -> String {
        let Caller { user_id: user, credential, narrowing: _ } = caller;
        let address = FileAddress { workspace, file, variant, user, credential, until };
        let signature = URL_SAFE_NO_PAD.encode(address.signed(|parts| self.inner.keys.file(parts)));
        let word = variant.word();
        let by = match credential {
            Credential::Session(id) => format!("session={id}"),
            Credential::Key(id) => format!("key={id}"),
        };
        format!("/api/workspaces/{workspace}/files/{file}/{word}?user={user}&{by}&until={until}&signature={signature}")
    }

    /// Whether a signature was made here for this address, the address is still good, and its session or key has not ended.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn is_file_address(&self, address: &FileAddress, signature: &str, now: i64) -> Result<bool, Refusal> {
        let Ok(signature) = URL_SAFE_NO_PAD.decode(signature) else { return Ok(false) };
        let is_signed = address.signed(|parts| self.inner.keys.is_file(&signature, parts));
        if !is_signed || !(now..=now + FileAddress::SECONDS).contains(&address.until) {
            return Ok(false);
        }
        match address.credential {
            Credential::Session(id) => Ok(!self.inner.ended.contains(id)),
            Credential::Key(id) => self.is_key_of(id, address.user).await,
        }
    }
}
