//! All reports of a run as one page of HTML that needs no other file.

use crate::markdown::{differences, figure_text, grouped};
use crate::plot;
use crate::report::{Agreement, Cell, Report};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222}\
h1,h2,h3{line-height:1.2}h2{margin-top:2.5em;border-top:1px solid #ccc;padding-top:1em}\
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #ccc;padding:.2em .6em;text-align:right;\
font-variant-numeric:tabular-nums}th,td:first-child{text-align:left;background:#f4f4f4}.about td{text-align:left}\
.exact{background:#dff0d8}.within-error{background:#eaf5e2}.differs{background:#fbe3d6}.not-measured{color:#888}\
.small{color:#555;font-size:.9em}.wide{overflow-x:auto}svg{max-width:780px;display:block}\
svg text{font:12px system-ui,sans-serif;fill:#333}svg .frame{fill:none;stroke:#888}svg .mark{stroke:#e4e4e4}\
svg polyline{fill:none;stroke-width:2}svg .ring{fill:none;stroke-width:1.5}figure{margin:1em 0}";

/// The page.
pub(crate) fn render(reports: &[Report]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Published experiments, run again</title>\n\
         <style>{STYLE}</style>\n<h1>Published experiments, run again</h1>\n\
         <p>Each table shows a paper's figures beside ours: how they agree, what was counted, and how.</p>\n"
    );
    page.push_str(&contents(reports));
    reports.iter().for_each(|report| page.push_str(&section(report)));
    page.push_str("</html>\n");
    page
}

/// Text that stands for itself in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Which tables there are, how far they agree and how long they took.
fn contents(reports: &[Report]) -> String {
    let mut rows = String::new();
    for report in reports {
        rows.push_str(&format!(
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td>{3}</td><td>{4:.1}</td></tr>\n",
            escaped(report.name),
            escaped(report.paper),
            escaped(report.title),
            escaped(&report.summary()),
            report.seconds
        ));
    }
    let seconds: f64 = reports.iter().map(|report| report.seconds).sum();
    let machine = reports.last().map(|report| format!(" on {}", report.machine)).unwrap_or_default();
    format!(
        "<div class=\"wide\"><table class=\"about\">\n<tr><th>table</th><th>paper</th><th>about</th><th>agreement</th>\
         <th>seconds</th></tr>\n{rows}</table></div>\n\
         <p class=\"small\">Winproof {}, {seconds:.0} seconds in total{}.</p>\n",
        env!("CARGO_PKG_VERSION"),
        escaped(&machine)
    )
}

fn section(report: &Report) -> String {
    let mut text = format!(
        "<h2 id=\"{0}\">{0}: {1}</h2>\n<p class=\"small\">{2}</p>\n<p>{3}</p>\n",
        escaped(report.name),
        escaped(report.title),
        escaped(report.paper),
        escaped(report.counted)
    );
    text.push_str(&figures(report));
    text.push_str(&plot::render(report).unwrap_or_default());
    for (heading, lines) in differences(report) {
        text.push_str(&list(heading, &lines));
    }
    text.push_str(&list("Remarks", &report.remarks));
    let settings: Vec<String> = report.settings.iter().map(|(what, choice)| format!("{what}: {choice}")).collect();
    text.push_str(&list("Settings", &settings));
    text.push_str(&format!(
        "<p class=\"small\">{:.1} seconds on {}.</p>\n",
        report.seconds,
        escaped(&report.machine.to_string())
    ));
    text
}

/// The table of figures: the paper's and ours in two columns, or ours alone where the paper has none.
fn figures(report: &Report) -> String {
    let in_paper = |column: usize| report.rows.iter().any(|row| row.cells[column].paper.is_some());
    let mut text = format!("<div class=\"wide\"><table>\n<tr><th>{}</th>", escaped(report.row_heading));
    for (column, heading) in report.columns.iter().enumerate() {
        if in_paper(column) {
            text.push_str(&format!("<th>{}, paper</th>", escaped(heading)));
        }
        text.push_str(&format!("<th>{}, ours</th>", escaped(heading)));
    }
    for row in &report.rows {
        text.push_str(&format!("</tr>\n<tr><td>{}</td>", escaped(&row.label)));
        for (column, cell) in row.cells.iter().enumerate() {
            if in_paper(column) {
                text.push_str(&format!("<td>{}</td>", cell.paper.map(grouped).unwrap_or_default()));
            }
            text.push_str(&ours(cell));
        }
    }
    text.push_str("</tr>\n</table></div>\n");
    text
}

/// Our figure, coloured by how it agrees; the reason shows when the pointer rests on it.
fn ours(cell: &Cell) -> String {
    let figure = cell.ours.map_or("–".to_string(), figure_text);
    let note = match &cell.agreement {
        Agreement::Exact => "exactly the paper's".to_string(),
        other => other.note(),
    };
    let title = if note.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(&note)) };
    format!("<td class=\"{}\"{title}>{}</td>", cell.agreement.word(), escaped(&figure))
}

fn list(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    format!("<h3>{heading}</h3>\n<ul>\n{items}</ul>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn the_page_has_every_figure_and_reason_and_needs_nothing_else() {
        let page = render(&[example()]);
        for part in [
            "<td>1,618</td><td class=\"exact\" title=\"exactly the paper's\">1,618</td>",
            "<td>−7</td><td class=\"differs\" title=\"a misprint, says &quot;X&quot;\">−8</td>",
            "<li>second (3×4): a misprint, says &quot;X&quot;</li>",
            "<li>second (4×4): left out</li>",
            "<li>One remark.</li>",
            "<li>ties: leftmost</li>",
            "<a href=\"#example-1\">example-1</a>",
            "<h2 id=\"example-1\">example-1: An example</h2>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        for foreign in ["http", "src=", "<script", "<link"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn text_stands_for_itself() {
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
    }
}
