//! Checks the store of files: whether it answers, and accepts the key.

use std::time::Instant;

use super::finding::Finding;
use crate::files::Store;

pub(super) async fn look(store: &Store) -> Finding {
    let begun = Instant::now();
    match store.check().await {
        Ok(()) => Finding::good("store", format!("{} answers in {} ms", store.named(), begun.elapsed().as_millis())),
        Err(error) => {
            let says = format!(
                "{} cannot be used: {error}. Check TROUPE_FILES_DIR, or the settings that begin with TROUPE_FILES_S3_; until \
                 then, no file can be attached or opened",
                store.named()
            );
            Finding::wrong("store", says)
        }
    }
}
