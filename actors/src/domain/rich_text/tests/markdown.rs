//! Markdown that is written as it was read, and Markdown that has another form.

use proptest::prelude::*;

use crate::domain::rich_text::{
    Attributes, Child, Element, Mark, RichText, Run, Tag, Value,
    markdown::{read_markdown, write_markdown},
};

/// Reads and writes a text, and checks that reading the written text gives the same document.
pub(super) fn round(text: &str) -> String {
    let tree = read_markdown(text);
    let written = write_markdown(&tree);
    let again = read_markdown(&written);
    assert_eq!(write_markdown(&again), written, "written again\n---\n{text}\n---\n{written}");
    assert_eq!(again, tree, "read again\n---\n{text}\n---\n{written}");
    let document = RichText::from_markdown(text);
    assert_eq!(document.tree(), &tree, "as a document\n---\n{text}");
    assert_eq!(document.markdown(), written);
    written
}

#[test]
fn tx23_a_text_in_the_usual_form_is_written_as_it_was_read() {
    for text in [
        "",
        "One line",
        "Two\nlines",
        "One paragraph\n\nand another",
        "# A heading\n\n###### A small one",
        "**bold**, *italic*, ~~struck~~, `code` and <u>underlined</u>",
        "**bold with *italic* in it**",
        "a **bold** and _italic_**bold** text",
        "[a link](https://example.org/a?b=c&d) and [one with a title](https://example.org \"The title\")",
        "[mail](mailto:ann@example.org)",
        "![a picture](https://example.org/a.png)",
        "[![a picture with a link](https://example.org/a.png)](https://example.org)",
        "![a file](file:0192f3a0-0000-7000-8000-000000000001)",
        "[KEY-12](ticket:0192f3a0-0000-7000-8000-000000000001)",
        "- one\n- two\n  - nested\n    - deeper\n- three",
        "1. one\n2. two",
        "7. seven\n8. eight",
        "- one\n\n  with a second paragraph\n\n- two",
        "- [ ] open\n- [x] done\n  - [ ] nested",
        "- a list\n\n* another list\n\n1. a third",
        "> A quote\n>\n> of two paragraphs\n>\n> > and a nested one",
        "> [!NOTE]\n> Mind the gap",
        "> [!WARNING]\n> - a list\n> - in a callout",
        "```rust\nfn main() {}\n\n```",
        "````\n```\n````",
        "---",
        "- ***",
        "| a | b | c |\n| --- | :---: | ---: |\n| 1 | **2** | a \\| b |\n| | x<br>y | `c\\|d` |",
        "<details>\n<summary>More &lt;b&gt;</summary>\n\nHidden\n\n- a list\n\n</details>",
        "<details open>\n<summary></summary>\n\n</details>",
        "@ana and #12 and KEY-7 and snake_case and e@mail.org stay as they are",
        "5 * 3 is written with \\*, and 1 < 2",
        "\\# no heading, \\- no list",
        "1\\. no list",
        "a\\\\b",
        "&#32;two spaces at the begin",
    ] {
        assert_eq!(round(text), text.replace("5 * 3", "5 \\* 3").replace("\\# no heading, \\-", "\\# no heading, -"));
    }
}

#[test]
fn tx23_other_forms_of_markdown_get_the_usual_form() {
    for (text, written) in [
        ("Title\n=====", "# Title"),
        ("* one\n* two", "- one\n- two"),
        ("1) one\n2) two", "1. one\n2. two"),
        ("__bold__ and _italic_", "**bold** and *italic*"),
        ("    code", "```\ncode\n```"),
        ("~~~py extra\nx\n~~~", "```py\nx\n```"),
        ("hard  \nbreak", "hard\nbreak"),
        ("<https://example.org>", "[https://example.org](https://example.org)"),
        ("<ann@example.org>", "[ann@example.org](mailto:ann@example.org)"),
        ("[a]\n\n[a]: https://example.org", "[a](https://example.org)"),
        ("***", "---"),
        ("<!-- a comment -->\n\ntext <!-- another -->", "text"),
        ("a <b>bold</b> text", "a \\<b>bold\\</b> text"),
        ("<div>\nblock\n</div>", "\\<div>\nblock\n\\</div>"),
        (
            "<details>\n<summary>open</summary>\n\nand never closed",
            "\\<details>\n\\<summary>open\\</summary>\n\nand never closed",
        ),
        ("## closed ##", "## closed"),
        ("text\n---", "## text"),
        ("- [ ]\n- [x] ", "- [ ] &#32;\n- [x] &#32;"),
        ("- \n- x", "-\n- x"),
        ("**bold **text", "\\*\\*bold \\*\\*text"),
        ("a<br>b", "a\nb"),
        ("[two](https://example.org/a b)", "\\[two\\](https://example.org/a b)"),
        ("[two](<https://example.org/a b>)", "[two](https://example.org/a%20b)"),
    ] {
        assert_eq!(round(text), written, "{text}");
    }
}

/// Items such as `- [links]: …` are definitions of references, which show nothing.
#[test]
fn tx23_a_link_around_code_with_a_colon_at_the_begin_of_a_block_is_no_definition() {
    let run = |text: &str, marks: &[Mark]| {
        let link = || Attributes::from([("href", Value::text("https://example.org/a_(b)"))]);
        let attributes = |mark: &Mark| if *mark == Mark::Link { link() } else { Attributes::new() };
        Run { text: text.to_owned(), marks: marks.iter().map(|mark| (*mark, attributes(mark))).collect() }
    };
    let paragraph = |runs: Vec<Run>| Element { children: vec![Child::Text(runs)], ..Element::new(Tag::Paragraph) };
    for runs in [
        vec![run("links]:", &[Mark::Link, Mark::Code])],
        vec![run("]:", &[Mark::Link, Mark::Code])],
        vec![run("links ", &[Mark::Link]), run("]: x", &[Mark::Link, Mark::Code])],
        vec![run("[links]:", &[Mark::Link, Mark::Code])],
        vec![run("links]:", &[Mark::Link, Mark::Code]), run(" \"a title\"", &[])],
        vec![run("[links]: https://example.org", &[])],
    ] {
        let item = |tag| Element::holding(tag, [paragraph(runs.clone())]);
        for block in [
            paragraph(runs.clone()),
            item(Tag::Blockquote),
            Element::holding(Tag::BulletList, [item(Tag::ListItem), item(Tag::ListItem)]),
            Element::holding(Tag::TaskList, [item(Tag::TaskItem)]),
        ] {
            let tree = vec![block];
            let written = write_markdown(&tree);
            assert_eq!(read_markdown(&written), tree, "{written}");
        }
    }
}

#[test]
fn h01_an_address_with_another_scheme_becomes_text() {
    for (text, written) in [
        ("[x](javascript:alert%281%29)", "x (javascript:alert%281%29)"),
        ("[x](JaVaScRiPt:alert)", "x (JaVaScRiPt:alert)"),
        ("[x](&#106;avascript:alert)", "x (javascript:alert)"),
        ("[x](vbscript:a)", "x (vbscript:a)"),
        ("![x](data:text/html;base64,AAAA)", "x (data:text/html;base64,AAAA)"),
        ("[x](//example.org)", "x (//example.org)"),
        ("[x](/relative)", "x (/relative)"),
        ("[x](ticket:12)", "x (ticket:12)"),
        ("[x]()", "x"),
    ] {
        assert_eq!(round(text), written, "{text}");
    }
}

#[test]
fn h02_html_is_text_and_stays_the_same_text() {
    for html in [
        "<svg onload=alert(1)>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>",
        "<form><form><input></form></form>",
        "<u><script>alert(1)</script></u>",
    ] {
        let written = round(html);
        assert!(!written.replace("\\<", "").replace("<u>", "").replace("</u>", "").contains('<'), "{written}");
        assert_eq!(round(&written), written);
    }
}

#[test]
fn h08_hostile_markdown_takes_no_more_time_than_its_length() {
    let texts = [
        "[".repeat(50_000),
        "*a".repeat(50_000),
        "`a``b".repeat(20_000),
        "> ".repeat(40_000),
        "- ".repeat(40_000),
        "|a".repeat(10_000) + "\n" + &"|-".repeat(10_000) + "\n" + &"|b".repeat(20_000),
        "![[]()".repeat(15_000),
        "<u>".repeat(30_000),
        "<!--".repeat(20_000),
        "a\n".repeat(50_000),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let written = write_markdown(&read_markdown(&text));
        assert_eq!(write_markdown(&read_markdown(&written)).len(), written.len());
        // Generous, because tests run unoptimised beside others.
        assert!(start.elapsed().as_secs() < 20, "{} took {:?}", &text[..8], start.elapsed());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tx23_any_text_is_read_and_written_stably(text in "([ -~]|\n|\t|é|\u{a0}|“){0,80}") {
        let first = write_markdown(&read_markdown(&text));
        let second = write_markdown(&read_markdown(&first));
        prop_assert_eq!(&second, &first, "of {:?}", text);
    }

    #[test]
    fn tx23_text_of_the_characters_that_mean_something_is_read_and_written_stably(
        text in "[*_~`\\[\\]()<>#!&;|+=:. \\\\\n\\-0-9a-c]{0,40}",
    ) {
        let first = write_markdown(&read_markdown(&text));
        let second = write_markdown(&read_markdown(&first));
        prop_assert_eq!(&second, &first, "of {:?}", text);
    }
}
