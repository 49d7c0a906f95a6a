//! Which reports have a plot, and that everything in it stands where it can be seen.

use super::*;
use crate::report::{Row, example};

/// Three columns of figures, ours half of the paper's; the columns are different multiples of the row's number.
fn report(labels: &[&str]) -> Report {
    let cells = |figure: i64| (1..=3).map(|times| Cell::count(Some(2 * times * figure), Ok(times * figure))).collect();
    let rows = labels.iter().zip(1..).map(|(label, figure)| Row { label: label.to_string(), cells: cells(figure) });
    Report { rows: rows.collect(), ..example() }
}

/// The values of an attribute, in order.
fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!(" {name}=\"");
    svg.split(&begin).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The points of all lines.
fn points(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let number = |text: &str| text.parse::<f64>().unwrap();
    let point = |text: &str| text.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap();
    attributes(svg, "points").into_iter().map(|line| line.split(' ').map(point).collect()).collect()
}

/// The texts with where they are, such as `(90.0, 353.0, "middle", "8K")`.
fn texts(svg: &str) -> Vec<(f64, f64, &str, &str)> {
    svg.split("<text")
        .skip(1)
        .map(|rest| {
            let number = |name: &str| attributes(rest, name)[0].parse::<f64>().unwrap();
            let content = rest.split_once('>').and_then(|(_, rest)| rest.split_once('<')).unwrap().0;
            (number("x"), number("y"), attributes(rest, "text-anchor")[0], content)
        })
        .collect()
}

#[test]
fn rows_that_are_numbers_are_drawn() {
    let svg = render(&report(&["8", "16", "1,024"])).unwrap();
    assert_eq!(points(&svg).len(), 6, "a curve of the paper and one of ours for each column");
    assert_eq!(attributes(&svg, "stroke-dasharray").len(), 3);
    assert!(texts(&svg).iter().any(|text| text.3 == "1,024"));
    // The greatest number of the last row stands at the right and at the top.
    assert!(points(&svg).iter().any(|line| line.last() == Some(&(RIGHT, TOP))), "{svg}");
}

#[test]
fn what_is_not_compared_is_drawn_by_its_shape() {
    let mut report = report(&["8K", "16K", "32K"]);
    for cell in report.rows.iter_mut().flat_map(|row| &mut row.cells) {
        cell.agreement = Agreement::NotCompared("a smaller tree".to_string());
    }
    let svg = render(&report).unwrap();
    assert!(svg.contains(">32K</text>") && svg.contains("maximum"), "{svg}");
    // The paper's figures are twice ours in every row, and so both curves of a column are the same line.
    let lines = points(&svg);
    assert_eq!(lines[..3], lines[3..], "{svg}");
}

#[test]
fn words_and_single_points_are_not() {
    assert_eq!(render(&report(&["8", "16", "average"])), None);
    assert_eq!(render(&report(&["8", "16"])), None);
    assert_eq!(render(&example()), None);
}

/// As in figure 2.10: a quick run leaves out the last rows, and the heading of the column is long.
#[test]
fn nothing_stands_outside_of_the_picture() {
    let mut report = report(&["3", "4", "5", "6", "7", "8"]);
    report.columns = vec!["% of the nodes without a table", "a heading that takes three lines of the legend", "c"];
    for cell in report.rows[4..].iter_mut().flat_map(|row| &mut row.cells) {
        *cell = Cell::count(None, Err(Agreement::NotMeasured("left out of a quick run".to_string())));
    }
    let svg = render(&report).unwrap();
    let below: Vec<_> = texts(&svg).into_iter().filter(|(_, y, ..)| *y == BOTTOM + 18.0).collect();
    assert_eq!(below.iter().map(|text| text.3).collect::<Vec<_>>(), ["3", "4", "5", "6"], "rows with figures only");
    assert_eq!((below[0].0, below[3].0), (LEFT, RIGHT));
    for (x, y) in points(&svg).concat() {
        assert!((LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y), "{x} {y}");
    }
    for (x, y, anchor, text) in texts(&svg) {
        let wide = 7.0 * text.chars().count() as f64;
        let left = x - wide * [("start", 0.0), ("middle", 0.5), ("end", 1.0)].iter().find(|a| a.0 == anchor).unwrap().1;
        assert!(left >= 0.0 && left + wide <= WIDE && y <= HIGH, "'{text}' at {x} {y}");
    }
    let words = texts(&svg).iter().map(|text| text.3).collect::<Vec<_>>().join(" ");
    assert!(words.contains("% of the nodes without a table"), "no word of a heading is lost: {words}");
}

/// As in table C.1: seven schemes, all with the same figures.
#[test]
fn curves_that_coincide_are_told() {
    let cells = |figure: i64| vec![Cell::beside(Some(3 * figure), Ok(figure), "a smaller tree"); 7];
    let rows = ["8K", "16K", "32K"].iter().zip([100, 90, 90]);
    let rows = rows.map(|(label, figure)| Row { label: label.to_string(), cells: cells(figure) }).collect();
    let columns = vec!["TwoBig1", "TwoDeep", "Big1", "BigAll", "Deep", "New", "Old"];
    let svg = render(&Report { rows, columns, ..example() }).unwrap();
    let names = "TwoBig1, TwoDeep, Big1, BigAll, Deep, New, Old";
    assert!(svg.contains(&format!("The paper's curves of these columns coincide: {names}.")), "{svg}");
    assert!(svg.contains(&format!("Our curves of these columns coincide: {names}.")), "{svg}");
    assert!(svg.contains("mixed colours"));
    // Two segments of seven colours for each source, and each colour begins where the one before it ends.
    let offsets = attributes(&svg, "stroke-dashoffset");
    assert_eq!(offsets.len(), 2 * 2 * 7);
    let firsts: Vec<f64> = offsets.iter().step_by(2).take(7).map(|offset| offset.parse().unwrap()).collect();
    assert!(firsts.windows(2).all(|pair| pair[1] < pair[0]), "{firsts:?}");
    // Curves that part company have their own colour from there on.
    let apart = render(&report_that_parts()).unwrap();
    assert!(apart.contains("mixed colours") && !apart.contains("coincide"), "{apart}");
}

fn report_that_parts() -> Report {
    let row = |label: &str, figures: [i64; 3]| Row {
        label: label.to_string(),
        cells: figures.map(|figure| Cell::count(None, Ok(figure))).to_vec(),
    };
    Report { rows: vec![row("1", [50, 50, 10]), row("2", [60, 60, 10]), row("3", [70, 90, 10])], ..example() }
}

/// The value of a game beside the nodes that it took.
#[test]
fn figures_below_zero_are_not_drawn_among_counts() {
    let row = |label: &str, nodes: i64| Row {
        label: label.to_string(),
        cells: vec![Cell::count(None, Ok(-1)), Cell::count(None, Ok(nodes)), Cell::count(None, Ok(2 * nodes))],
    };
    let report = Report { rows: vec![row("6", 10), row("7", 1000), row("8", 100_000)], ..example() };
    let svg = render(&report).unwrap();
    assert!(!svg.contains(">first</text>") && svg.contains(">second</text>"), "{svg}");
    assert!(svg.contains(">100</text>"), "the axis is logarithmic");
}
