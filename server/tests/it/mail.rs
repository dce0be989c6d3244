//! Mail as jobs: a mail that cannot be sent now is sent later (rules JB1 and JB8 of docs/decisions/jobs.md).

use serde_json::{Value, json};
use sqlx::Executor;

use crate::support::{Answer, Client, MailServer, PASSWORD, TestDatabase, TestNode, free_port, until};

const ANN: &str = "ann@example.org";

/// A node with a mail server that is away, and a sign-up that waits for its mail.
struct Waiting {
    database: TestDatabase,
    node: TestNode,
    port: u16,
    page: Value,
}

impl Waiting {
    async fn new() -> Self {
        let (database, port) = (TestDatabase::new().await, free_port());
        let url = format!("smtp://127.0.0.1:{port}");
        let settings = [
            ("TROUPE_MAIL_URL", url.as_str()),
            ("TROUPE_MAIL_FROM", "Troupe <troupe@example.net>"),
            ("TROUPE_MAIL_REPLY_TO", "Help <help@example.net>"),
        ];
        let node = TestNode::start_with(&database, &settings).await;
        let answer = node.client().post("/api/auth/sign-up", &json!({ "email": ANN, "password": PASSWORD })).await;
        assert_eq!(answer.status, 202, "a mail server that is away holds up no answer");
        Self { database, node, port, page: answer.json() }
    }

    async fn change(&self, sql: &'static str) {
        self.database.connect().await.execute(sql).await.expect("changed");
    }

    /// Checks for jobs now, also for those that are due later.
    async fn hurry(&self) {
        self.change("update jobs set due_at = now() where kind = 'mail.account' and state = 'waiting'").await;
    }

    /// The states of the mails with their errors, the oldest first.
    async fn states(&self) -> Vec<(String, Option<String>)> {
        let sql = "select state, last_error from jobs where kind = 'mail.account' order by id";
        sqlx::query_as(sql).fetch_all(&mut self.database.connect().await).await.expect("rows")
    }

    async fn mails_are(&self, states: &[&str]) {
        until(&format!("the mails are {states:?}"), || async {
            self.states().await.iter().map(|(state, _)| state.as_str()).eq(states.iter().copied())
        })
        .await;
    }

    async fn has_failed_once(&self) {
        until("the first try has failed", || async { self.states().await[0].1.is_some() }).await;
    }

    async fn confirm(&self, code: &str) -> u16 {
        let body = json!({ "signUpId": self.page["signUpId"], "code": code });
        self.node.client().post("/api/auth/confirm", &body).await.status.as_u16()
    }
}

/// The eight digits in a mail's text.
fn code_in(mail: &str) -> String {
    let line = mail.lines().find_map(|line| line.strip_prefix("Your code: ")).expect("a code");
    line.replace(' ', "")
}

fn message_id(mail: &str) -> &str {
    mail.lines().find(|line| line.starts_with("Message-ID: ")).expect("a Message-ID")
}

#[actix_web::test]
async fn jb8_a_mail_that_cannot_be_sent_now_is_sent_later() {
    let waiting = Waiting::new().await;
    waiting.has_failed_once().await;
    assert_eq!(waiting.states().await[0].1.as_deref(), Some("The mail server could not be reached."));

    let server = MailServer::start(waiting.port, "250 taken");
    waiting.hurry().await;
    waiting.mails_are(&["done"]).await;
    let [mail] = server.mails().try_into().expect("one mail");
    assert_eq!(waiting.confirm(&code_in(&mail)).await, 200);
}

#[actix_web::test]
async fn jb8_a_mail_that_is_sent_twice_has_the_same_message_id_and_code() {
    let waiting = Waiting::new().await;
    let server = MailServer::start(waiting.port, "250 taken");
    waiting.hurry().await;
    waiting.mails_are(&["done"]).await;
    // As if the node had died between the server's 250 and its own commit.
    waiting
        .change(
            "update jobs set state = 'waiting', payload = jsonb_build_object('letter', 'code', 'signUp',
                 (select id from pending_sign_ups)) where kind = 'mail.account'",
        )
        .await;
    waiting.mails_are(&["done"]).await;
    let [one, two] = server.mails().try_into().expect("two mails");
    assert_eq!((message_id(&one), code_in(&one)), (message_id(&two), code_in(&two)));
    assert_eq!(waiting.confirm(&code_in(&one)).await, 200);
}

#[actix_web::test]
async fn jb8_a_code_that_has_expired_is_not_mailed_and_the_page_can_ask_for_another() {
    let waiting = Waiting::new().await;
    waiting.has_failed_once().await;
    waiting.change("update pending_sign_ups set expires_at = now() - interval '45 minutes'").await;
    waiting.change("update jobs set expires_at = now() - interval '45 minutes' where kind = 'mail.account'").await;
    let server = MailServer::start(waiting.port, "250 taken");
    waiting.hurry().await;
    waiting.mails_are(&["obsolete"]).await;

    let resent = waiting.node.client().post("/api/auth/resend", &json!({ "signUpId": waiting.page["signUpId"] })).await;
    assert_eq!(resent.status, 202);
    waiting.mails_are(&["obsolete", "done"]).await;
    let [mail] = server.mails().try_into().expect("one mail");
    assert_eq!(waiting.confirm(&code_in(&mail)).await, 200);
}

#[actix_web::test]
async fn jb8_a_code_that_was_replaced_while_its_mail_waited_is_not_mailed() {
    let waiting = Waiting::new().await;
    waiting.has_failed_once().await;
    waiting.node.client().post("/api/auth/resend", &json!({ "signUpId": waiting.page["signUpId"] })).await;
    let server = MailServer::start(waiting.port, "250 taken");
    until("both have ended", || async {
        waiting.hurry().await;
        waiting.states().await.iter().all(|(state, _)| state == "obsolete" || state == "done")
    })
    .await;
    waiting.mails_are(&["obsolete", "done"]).await;
    assert_eq!(server.mails().len(), 1);
}

#[actix_web::test]
async fn jb8_a_refused_mail_is_a_dead_letter_that_shows_no_address_and_holds_no_code() {
    let waiting = Waiting::new().await;
    let server = MailServer::start(waiting.port, "550 <ann@example.org> is unknown here");
    waiting.hurry().await;
    waiting.mails_are(&["dead"]).await;
    assert_eq!(waiting.states().await[0].1.as_deref(), Some("The mail server refused the email (code 550)."));
    let sql = "select string_agg(jobs::text, ' ') from jobs";
    let stored: String = sqlx::query_scalar(sql).fetch_one(&mut waiting.database.connect().await).await.expect("rows");
    let mails = server.mails();
    assert!(!stored.contains("ann"), "{stored}");
    assert!(!stored.contains(&code_in(&mails[0])), "{stored}");
}

/// The operations of the preview, for the comparison with the OpenAPI document.
pub async fn operations(visitor: &Client, mut compare: impl FnMut(&str, &Answer)) {
    compare("GET /dev/mails", &visitor.get("/dev/mails").await);
    for name in ["invitation.html", "none.html"] {
        compare("GET /dev/mails/{name}", &visitor.get(&format!("/dev/mails/{name}")).await);
    }
}

#[actix_web::test]
async fn ml3_a_mail_has_text_and_html_and_the_headers_of_a_program_and_goes_to_one_person() {
    let waiting = Waiting::new().await;
    let server = MailServer::start(waiting.port, "250 taken");
    waiting.hurry().await;
    waiting.mails_are(&["done"]).await;
    let [mail] = server.mails().try_into().expect("one mail");
    for line in [
        "From: Troupe <troupe@example.net>",
        "To: ann@example.org",
        "Auto-Submitted: auto-generated",
        "Reply-To: Help <help@example.net>",
        "MIME-Version: 1.0",
    ] {
        assert!(mail.lines().any(|each| each == line), "{line} in {mail}");
    }
    assert!(message_id(&mail).ends_with("@example.net>"), "{mail}");
    assert!(mail.contains("text/plain") && mail.contains("text/html") && mail.contains("<!doctype html>"), "{mail}");
    assert!(!mail.contains("List-Unsubscribe"), "a person cannot unsubscribe from codes: {mail}");
}

#[actix_web::test]
async fn ml4_the_preview_shows_every_mail_and_exists_beside_the_development_mailbox_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let index = node.client().get("/dev/mails").await;
    assert_eq!(index.status, 200);
    let page = String::from_utf8(index.body).expect("text");
    let links: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links.len(), 50, "each mail as HTML and as text: {links:?}");
    for link in links {
        let shown = node.client().get(link).await;
        let kind = if link.ends_with(".html") { "text/html" } else { "text/plain" };
        assert_eq!(shown.status, 200, "{link}");
        assert!(shown.header("content-type").is_some_and(|it| it.starts_with(kind)), "{link}");
        assert!(!shown.body.is_empty(), "{link}");
    }
    for wrong in ["/dev/mails/none.html", "/dev/mails/invitation", "/dev/mails/invitation.pdf"] {
        assert_eq!(node.client().get(wrong).await.status, 404, "{wrong}");
    }
    // With a mail server, and without any way to mail.
    let real = [("TROUPE_MAIL_URL", "smtp://127.0.0.1:1"), ("TROUPE_MAIL_FROM", "troupe@example.net")];
    let real = TestNode::start_with(&database, &real).await;
    for path in ["/dev/mails", "/dev/mails/invitation.html", "/dev/mails/invitation.txt"] {
        assert_eq!(real.client().get(path).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn jb1_a_sign_up_and_its_mail_are_stored_together() {
    let waiting = Waiting::new().await;
    waiting.change("alter table jobs add constraint no_mail check (kind <> 'mail.account') not valid").await;
    let body = json!({ "email": "bob@example.org", "password": PASSWORD });
    let answer = waiting.node.client().post("/api/auth/sign-up", &body).await;
    assert!(answer.status.is_server_error(), "{}", answer.status);
    let sql = "select count(*) from pending_sign_ups where email_key = 'bob@example.org'";
    let stored: i64 = sqlx::query_scalar(sql).fetch_one(&mut waiting.database.connect().await).await.expect("a count");
    assert_eq!(stored, 0);
}
