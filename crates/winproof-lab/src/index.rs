//! The `README.md` of a folder of reports: which there are, and how far each agrees with its paper.

use crate::markdown;
use crate::report::Report;
use crate::table::tables;
use std::path::Path;

/// The list of these reports, and of those that an earlier run left in the folder.
pub(crate) fn render(reports: &[Report], folder: &Path) -> String {
    let header = ["table", "about", "agreement", "seconds"].map(str::to_string);
    let mut rows = Vec::new();
    for table in tables() {
        let (agreement, seconds) = match reports.iter().find(|report| report.name == table.name) {
            Some(report) => (report.summary(), format!("{:.1}", report.seconds)),
            None if folder.join(format!("{}.md", table.name)).exists() => {
                ("from an earlier run".to_string(), String::new())
            }
            None => continue,
        };
        let link = format!("[{0}]({0}.md) ([CSV]({0}.csv))", table.name);
        rows.push(vec![link, format!("{}: {}", table.paper, table.title), agreement, seconds]);
    }
    let mut text = "# Published experiments, run again\n\n\
        Each report shows a paper's figures beside ours: how they agree, what was counted, and how.\n\n"
        .to_string();
    text.push_str(&markdown::table(&header, &rows, 3));
    if let Some(report) = reports.last() {
        text.push_str(&format!("\nMeasured on {}.\n", report.machine));
    }
    text
}
