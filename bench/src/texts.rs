//! Tickets and comments whose words are as common as in real texts, and queries for them.

use sqlx::PgPool;
use uuid::Uuid;

/// The words of the language. The n-th is about n times as rare as the first (Zipf).
const WORDS: usize = 20_000;

const BEGINNINGS: [&str; 20] = [
    "ka", "re", "mo", "ti", "su", "len", "dar", "pol", "vin", "est", "or", "ab", "cu", "fra", "gro", "hel", "jus",
    "ny", "qua", "wex",
];
const MIDDLES: [&str; 20] = [
    "na", "to", "si", "ru", "me", "lo", "ber", "gan", "tis", "con", "fe", "ix", "du", "pha", "kle", "vor", "za", "shi",
    "cho", "jal",
];
const ENDS: [&str; 50] = [
    "l", "r", "n", "s", "t", "d", "ker", "ion", "ment", "ing", "able", "ous", "e", "a", "o", "i", "u", "y", "er", "ed",
    "al", "ic", "um", "ist", "ate", "ive", "ance", "ful", "less", "ness", "ship", "dom", "ward", "wise", "ling", "let",
    "ette", "ess", "ard", "oid", "ology", "phile", "phobe", "scope", "gram", "graph", "meter", "nomy", "cracy", "cide",
];

/// The n-th most common word.
fn word(n: usize) -> String {
    // Neighbours in rank share no beginning.
    let mixed = n * 7_919 % WORDS;
    let (beginning, rest) = (mixed % 20, mixed / 20);
    format!("{}{}{}", BEGINNINGS[beginning], MIDDLES[rest % 20], ENDS[rest / 20 % 50])
}

/// Writes tickets with a title of six words and a description of forty, and comments of twenty-five words, into an empty
/// workspace, past the stage. The triggers note them as they note edits.
///
/// # Errors
/// When the database refuses.
pub async fn fill(pool: &PgPool, workspace: Uuid, tickets: i32, comments: i32) -> Result<(), sqlx::Error> {
    let words: Vec<String> = (0..WORDS).map(word).collect();
    // Of one connection, and gone with it.
    sqlx::query("create temporary table vocabulary as select n::int - 1 as n, word from unnest($1::text[]) with ordinality v (word, n)")
        .bind(words)
        .execute(pool)
        .await?;
    sqlx::raw_sql(
        "create unique index on vocabulary (n); analyze vocabulary;
         create function pg_temp.some_words(p_count int, p_seed int) returns text language sql volatile as $$
             select string_agg(v.word, ' ') from (
                 select least(floor(power(20000, random()))::int, 19999) as n from generate_series(1, p_count + p_seed * 0)
             ) d join vocabulary v on v.n = d.n
         $$",
    )
    .execute(pool)
    .await?;
    sqlx::query(
        "insert into tickets (workspace_id, id, scope_id, version, number, private, title, description, description_sum, status_id,
             created_user_id, assignees_ids, labels, lists, subtasks_order, priority, completed, comments, commented_by_user_ids,
             in_progress_for, created_at, updated_at)
         select s.workspace_id, gen_random_uuid(), $1, 1, g, false, pg_temp.some_words(6, g), pg_temp.some_words(40, g), g, s.id,
             m.id, '{}', '{}', '[]', '{}', 'week', false, 5, '{}', 0, now() - g * interval '5 minutes', now() - g * interval '5 minutes'
         from generate_series(1, $2) g, (select * from statuses where workspace_id = $1 limit 1) s,
              (select * from members where workspace_id = $1 order by created_at limit 1) m",
    )
    .bind(workspace)
    .bind(tickets)
    .execute(pool)
    .await?;
    sqlx::query(
        "insert into activities (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, created_at)
         select t.workspace_id, gen_random_uuid(), t.scope_id, 1, t.id, 'comment', t.created_user_id,
                pg_temp.some_words(25, g), t.created_at
         from tickets t cross join generate_series(1, $2) g where t.workspace_id = $1",
    )
    .bind(workspace)
    .bind(comments / tickets.max(1))
    .execute(pool)
    .await?;
    sqlx::query("update streams set last_number = greatest(last_number, $2) where id = $1")
        .bind(workspace)
        .bind(i64::from(tickets))
        .execute(pool)
        .await
        .map(drop)
}

/// Queries by kind, `calls` of each.
#[must_use]
pub fn queries(calls: usize) -> Vec<(&'static str, Vec<String>)> {
    let of = |one: &dyn Fn(usize) -> String| (0..calls).map(one).collect();
    let start = |n: usize, letters: usize| word(n).chars().take(letters).collect::<String>();
    vec![
        ("a rare word", of(&|n| word(2_000 + n * 150))),
        ("a usual word", of(&|n| word(50 + n * 10))),
        ("one of the commonest words", of(&|n| word(n % 20))),
        ("two words, a common one and a usual one", of(&|n| format!("{}+{}", word(n % 30), word(100 + n * 7)))),
        ("the first letters of a word, as it is typed", of(&|n| start(n * 17, 2 + n % 4))),
        (
            "a mistyped word",
            of(&|n| {
                let mut letters: Vec<char> = word(300 + n * 40).chars().collect();
                let middle = letters.len() / 2;
                letters.swap(middle, middle - 1);
                letters.into_iter().collect()
            }),
        ),
        ("a number", of(&|n| (1 + n * 997).to_string())),
    ]
}
