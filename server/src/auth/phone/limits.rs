//! The limits of text messages (PH7). Each message costs the operator money, so strangers must not be able to send as many as
//! they like (SMS pumping). The counters are in the database, so they cover all nodes and survive restarts.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use super::change_text::ChangeText;
use super::number::Phone;
use crate::auth::guesses::{Guesses, NoticeLimit};
use crate::auth::{Auth, Requester};
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(86_400);
/// Messages to one number that one network may cause in an hour.
const TO_NUMBER_FROM_NETWORK: i32 = 5;
/// Messages that one network may cause in an hour.
const FROM_NETWORK: i32 = 20;
/// Messages that one IPv6 site (/48), with its 65,536 networks, may cause in an hour.
const FROM_SITE: i32 = 40;
/// Messages to one number in a day. For the first message that a network causes in an hour, the limit is three times as high.
const TO_NUMBER: i32 = 15;

/// Notices of one kind of change to one number in a day. Each kind has a count of its own, so a person who causes many notices of
/// one kind does not silence another kind.
const NOTICES_OF_KIND: i32 = 3;

impl Auth {
    /// Whether the settings allow messages to the number.
    pub(super) fn may_ever_text(&self, phone: &Phone) -> bool {
        is_listed(&self.inner.sms_limits.prefixes, phone.as_str())
    }

    /// The limit of notices about a change to the number of an account. It is separate from the limits of codes:
    /// notices use up no codes, and codes use up no notices.
    pub(in crate::auth) fn limit_of_change(&self, change: ChangeText, phone: &str) -> NoticeLimit {
        let key = self.inner.keys.guess("notices to number", &format!("{phone}\0{}", change.word()));
        NoticeLimit { key, most: NOTICES_OF_KIND, window: DAY }
    }

    /// Counts an attempt to send a notice against the limits of its country and of all. They bound the costs. They have the sizes
    /// of the limits of codes, and counts of their own. Returns how long the notice must wait if a limit is exceeded.
    pub(super) async fn pause_of_notice(&self, phone: &Phone) -> Result<Option<Duration>, sqlx::Error> {
        let sms = &self.inner.sms_limits;
        for (what, whose, most) in
            [("notices to country", phone.calling_code(), sms.per_country_per_hour), ("notices", "", sms.per_hour)]
        {
            let key = self.inner.keys.guess(what, whose);
            let (count, left) = self
                .inner
                .db
                .run(move |pool| async move { Guesses::count_in(key, HOUR, &mut *pool.acquire().await?).await })
                .await?;
            if count > most {
                if count == most.saturating_add(1) {
                    tracing::warn!(limit = what, most, "a limit on text messages was reached");
                }
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Counts a message against each limit, and refuses it at the first limit that is exceeded. Narrow limits come
    /// first, so a network that has exceeded its own limit uses up none of the wider ones. The refusal does not depend
    /// on whether the number has an account.
    ///
    /// # Errors
    /// `rate_limited`; `validation_failed` on `phone` if the settings do not allow messages to the number.
    pub(super) async fn may_text(&self, phone: &Phone, from: &Requester) -> Result<(), Refusal> {
        let sms = &self.inner.sms_limits;
        if !self.may_ever_text(phone) {
            return Err(Refusal::invalid("phone", words::PHONE_NOT_LISTED));
        }
        let mut is_first = true;
        for (what, whose, most, window) in [
            ("texts to number from", format!("{phone}\0{}", from.network), TO_NUMBER_FROM_NETWORK, HOUR),
            ("texts from", from.network.clone(), FROM_NETWORK, HOUR),
            ("texts from site", site_of(&from.network), FROM_SITE, HOUR),
            ("texts to number", phone.to_string(), TO_NUMBER, DAY),
            ("texts to country", phone.calling_code().to_owned(), sms.per_country_per_hour, HOUR),
            ("texts", String::new(), sms.per_hour, HOUR),
        ] {
            let (count, left) = self.inner.guesses.count(self.inner.keys.guess(what, &whose), window).await?;
            if what == "texts to number from" {
                is_first = count == 1;
            }
            // A stranger in one network must not use up the messages of the number's owner, who is in another one.
            let most = if what == "texts to number" && is_first { most.saturating_mul(3) } else { most };
            if count > most {
                if count == most.saturating_add(1) {
                    tracing::warn!(limit = what, most, "a limit on text messages was reached");
                }
                return Err(Refusal::new(Code::RateLimited).message(words::TOO_MANY_TEXTS).retry_after(left));
            }
        }
        Ok(())
    }
}

/// The site of a network: an IPv6 /48, or the IPv4 address itself.
fn site_of(network: &str) -> String {
    match network.parse() {
        Ok(IpAddr::V6(v6)) => Ipv6Addr::from_bits(v6.to_bits() >> 80 << 80).to_string(),
        _ => network.to_owned(),
    }
}

/// Whether a number begins with one of the prefixes. Without prefixes, all numbers are allowed.
fn is_listed(prefixes: &[String], phone: &str) -> bool {
    prefixes.is_empty() || prefixes.iter().any(|prefix| phone.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ph7_the_networks_of_an_ipv6_site_share_a_limit() {
        assert_eq!(site_of("2001:db8:1:2::"), site_of("2001:db8:1:ffff::"));
        assert_ne!(site_of("2001:db8:1:2::"), site_of("2001:db8:2:2::"));
        assert_eq!(site_of("192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn ph7_messages_go_only_to_numbers_with_a_listed_prefix() {
        let listed = ["+44".to_owned(), "+1212".to_owned()];
        for (number, allowed) in
            [("+447700900123", true), ("+12125550100", true), ("+18765550100", false), ("+4915123456789", false)]
        {
            assert_eq!(is_listed(&listed, number), allowed, "{number}");
            assert!(is_listed(&[], number));
        }
    }
}
