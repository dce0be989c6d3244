//! Sign-ups with another person's address (B08).

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::sign_up::with_code;
use crate::support::{Answer, Client, TestDatabase, TestNode, mailbox, newest_code};

const ANN: &str = "ann@example.org";

/// Signs up with Ann's address; returns what the page keeps of the sign-up.
async fn sign_up(client: &Client, password: &str) -> Value {
    let answer = client.post("/api/auth/sign-up", &json!({ "email": ANN, "password": password })).await;
    assert_eq!(answer.status, 202, "{:?}", answer.json());
    json!({ "signUpId": answer.json()["signUpId"] })
}

#[actix_web::test]
async fn b08_the_code_of_a_strangers_later_sign_up_does_not_confirm_mine() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, stranger) = (node.client(), node.client());
    let page = sign_up(&ann, "anns-own-password").await;
    let hers = newest_code(&ann, ANN).await;
    sign_up(&stranger, "stranger-danger").await;
    let newest = newest_code(&ann, ANN).await;

    let answer = ann.post("/api/auth/confirm", &with_code(&page, &newest)).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()), "the newest code is another sign-up's");
    assert_eq!(ann.post("/api/auth/confirm", &with_code(&page, &hers)).await.status, 200);
    let sign_in = |password: &str| json!({ "email": ANN, "password": password });
    let answer = stranger.post("/api/auth/sign-in", &sign_in("stranger-danger")).await;
    assert_eq!(answer.refusal(), (401, "wrong_credentials".into()));
    assert_eq!(ann.post("/api/auth/sign-in", &sign_in("anns-own-password")).await.status, 200);
}

#[actix_web::test]
async fn b08_strangers_sign_ups_resends_and_wrong_codes_leave_my_code_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (ann, stranger) = (node.client(), node.client());
    let page = sign_up(&ann, "anns-own-password").await;
    let hers = newest_code(&ann, ANN).await;
    for n in 0..4 {
        let theirs = sign_up(&stranger, &format!("stranger-danger-{n}")).await;
        stranger.post("/api/auth/resend", &theirs).await;
        for wrong in 0..6 {
            stranger.post("/api/auth/confirm", &with_code(&theirs, &format!("0000000{wrong}"))).await;
            stranger.post("/api/auth/confirm", &json!({ "email": ANN, "code": format!("00000{wrong}") })).await;
        }
        stranger.post("/api/auth/resend", &json!({ "email": ANN })).await;
    }
    let answer = ann.post("/api/auth/confirm", &with_code(&page, &hers)).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

#[actix_web::test]
async fn b08_a_stranger_cannot_use_up_the_mails_to_my_address() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_MAILS_PER_HOUR", "3")];
    let node = TestNode::start_with(&database, &settings).await;
    for n in 0..40 {
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{}", n % 4));
        sign_up(&stranger, "stranger-danger").await;
    }
    let ann = node.client().with_header("x-forwarded-for", "203.0.113.9");
    let before = mailbox(&ann, ANN).await.len();
    let page = sign_up(&ann, "anns-own-password").await;
    assert_eq!(mailbox(&ann, ANN).await.len(), before + 1, "her code came");
    let code = newest_code(&ann, ANN).await;
    assert_eq!(ann.post("/api/auth/confirm", &with_code(&page, &code)).await.status, 200);
}

/// A step of a person who signs up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    SignUp,
    Resend,
    Confirm,
}

/// The ways to prove an address with a mail.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof {
    Code,
    Link,
}

/// A person who signs up with an address that another person also signs up with. Both can read its mails.
struct Party {
    client: Client,
    email: String,
    password: String,
    proof: Proof,
    sign_up: Value,
    reference: String,
}

impl Party {
    fn new(node: &TestNode, scenario: usize, who: usize, proof: Proof) -> Self {
        let network = format!("198.51.{}.{}", scenario % 250, scenario / 250 * 2 + who);
        Self {
            client: node.client().with_header("x-forwarded-for", &network),
            email: format!("p{scenario}@example.org"),
            password: format!("the-password-of-{who}"),
            proof,
            sign_up: json!(null),
            reference: String::new(),
        }
    }

    async fn signs_up(&mut self) {
        let body = json!({"email": self.email, "password": self.password});
        let answer = self.client.post("/api/auth/sign-up", &body).await;
        assert_eq!(answer.status, 202, "{:?}", answer.json());
        let cookies = answer.set_cookies();
        self.client.cookie = cookies[0].split(';').next().map(str::to_owned);
        self.sign_up = answer.json()["signUpId"].clone();
        self.reference = answer.json()["reference"].as_str().expect("a reference").to_owned();
    }

    async fn resends(&self) {
        let answer = self.client.post("/api/auth/resend", &json!({"signUpId": self.sign_up})).await;
        assert_eq!(answer.status, 202, "{:?}", answer.json());
    }

    /// The newest mail about this sign-up. None if the address already had an account.
    async fn mail(&self) -> Option<Value> {
        let mails = mailbox(&self.client, &self.email).await;
        mails.into_iter().find(|mail| mail["link"].as_str().is_some_and(|link| link.contains(&self.reference)))
    }

    /// Asks for the session, like the page that waits for the confirmation.
    async fn waits(&self) -> Answer {
        self.client.post("/api/auth/confirm-wait", &json!({"signUpId": self.sign_up})).await
    }

    /// Proves the address. Returns the answer that begins the session, or the refusal.
    async fn confirms(&self, mail: &Value) -> Answer {
        if self.proof == Proof::Code {
            let body = json!({"signUpId": self.sign_up, "code": mail["code"]});
            return self.client.post("/api/auth/confirm", &body).await;
        }
        let link = mail["link"].as_str().expect("a link");
        let (_, token) = link.split_once(&format!("#{}-", self.reference)).expect("a token");
        let answer = self.client.post("/api/auth/confirm-link", &json!({"token": token})).await;
        if answer.status == 204 { self.waits().await } else { answer }
    }
}

/// All orders of the steps of two persons, each of whom keeps their own order.
fn orders(one: &[Step], other: &[Step]) -> Vec<Vec<(usize, Step)>> {
    let (Some((first, rest)), Some((second, others))) = (one.split_first(), other.split_first()) else {
        let left = one.iter().map(|step| (0, *step)).chain(other.iter().map(|step| (1, *step)));
        return vec![left.collect()];
    };
    let behind = |who: usize, step: Step, orders: Vec<Vec<(usize, Step)>>| {
        orders.into_iter().map(move |order| std::iter::once((who, step)).chain(order).collect::<Vec<_>>())
    };
    behind(0, *first, orders(rest, other)).chain(behind(1, *second, orders(one, others))).collect()
}

/// The steps, each with its person, and the proofs of the two people.
type Scenario = (Vec<(usize, Step)>, [Proof; 2]);

/// Each order of sign-up, resend and confirmation of both, with each pair of proofs. Two orders that differ only
/// in which person is called the first count once.
fn scenarios() -> Vec<Scenario> {
    use Step::{Confirm, Resend, SignUp};
    let own = [[SignUp, Resend, Confirm], [SignUp, Confirm, Resend]];
    let pairs = [[Proof::Code, Proof::Code], [Proof::Link, Proof::Link], [Proof::Code, Proof::Link]];
    let all = own.iter().flat_map(|one| own.iter().flat_map(|other| orders(one, other)));
    let all = all.flat_map(|order| pairs.map(|pair| (order.clone(), pair)));
    all.filter(|(order, [one, other])| one != other || order[0].0 == 0).collect()
}

async fn plays(node: &TestNode, scenario: usize, order: &[(usize, Step)], proofs: [Proof; 2]) {
    let mut parties = [0, 1].map(|who| Party::new(node, scenario, who, proofs[who]));
    let mut owner: Option<usize> = None;
    for (who, step) in order {
        match step {
            Step::SignUp => parties[*who].signs_up().await,
            Step::Resend => parties[*who].resends().await,
            Step::Confirm => {
                let party = &parties[*who];
                let Some(mail) = party.mail().await else {
                    assert!(owner.is_some(), "a mail is missing: {order:?}");
                    continue;
                };
                let answer = party.confirms(&mail).await;
                if owner.is_some() {
                    // A mail that was sent after the account was made voids the code.
                    assert!([410, 422].contains(&answer.status.as_u16()), "{who} came second: {order:?} {proofs:?}");
                    assert!(answer.cookie().is_none());
                } else {
                    assert_eq!(answer.status, 200, "{who}: {order:?} {proofs:?}");
                    assert_eq!(answer.json()["user"]["email"], json!(party.email));
                    assert!(answer.cookie().is_some());
                    owner = Some(*who);
                }
            }
        }
    }
    let owner = owner.expect("one of them has proved the address");
    let (has, lost) = (&parties[owner], &parties[1 - owner]);
    // No page gets a session any more, neither its own nor that of the other sign-up.
    for sign_up in [&has.sign_up, &lost.sign_up] {
        for browser in [&has.client, &lost.client] {
            let answer = browser.post("/api/auth/confirm-wait", &json!({"signUpId": sign_up})).await;
            assert_eq!((answer.status.as_u16(), answer.set_cookies()), (202, vec![]), "{order:?} {proofs:?}");
        }
    }
    for (party, status) in [(has, 200), (lost, 401)] {
        let body = json!({"email": party.email, "password": party.password});
        let answer = party.client.post("/api/auth/sign-in", &body).await;
        assert_eq!(answer.status, status, "{order:?} {proofs:?}");
    }
}

#[actix_web::test]
async fn b08_in_every_order_of_sign_ups_resends_and_confirmations_the_account_belongs_to_who_proved_the_address_first()
{
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let scenarios = scenarios();
    assert_eq!(scenarios.len(), 160);
    for (chunk, some) in scenarios.chunks(16).enumerate() {
        let plays = some.iter().enumerate().map(|(n, (order, proofs))| plays(&node, chunk * 16 + n, order, *proofs));
        join_all(plays).await;
    }
    let accounts: i64 = sqlx::query_scalar("select count(*) from users")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a number");
    assert_eq!(accounts, 160, "one account for each address");
}

#[actix_web::test]
async fn a01_ten_wrong_passwords_from_elsewhere_do_not_lock_me_out_of_my_own_device() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let ann = node.sign_up_user("ann").await;
    let right = json!({ "email": ann.email, "password": ann.password });
    let mut own = node.client().with_header("x-forwarded-for", "203.0.113.9");
    let answer = own.post("/api/auth/sign-in", &right).await;
    let cookies: Vec<String> =
        answer.set_cookies().iter().filter_map(|cookie| cookie.split(';').next().map(str::to_owned)).collect();
    own.cookie = Some(cookies.join("; "));
    for n in 0..120 {
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{}", n % 12));
        let wrong = json!({ "email": ann.email, "password": "not-her-password" });
        assert!(matches!(stranger.post("/api/auth/sign-in", &wrong).await.status.as_u16(), 401 | 429));
    }
    let answer = own.post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}
