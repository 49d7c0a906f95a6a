//! The papers' figures, as the files in `papers/` hold them.
//!
//! The files are part of the program, so a file that cannot be read is a fault of the program, and a panic. The tests
//! read all of them.

/// A table of a paper.
pub(crate) struct Published {
    header: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

/// A row of a table of a paper.
#[derive(Clone, Copy)]
pub(crate) struct PublishedRow<'a> {
    header: &'a [&'static str],
    fields: &'a [&'static str],
}

impl Published {
    /// Reads a CSV without quotes.
    pub(crate) fn read(text: &'static str) -> Published {
        let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = rows.next().expect("a published table has a header");
        let rows: Vec<Vec<&str>> = rows.collect();
        for row in &rows {
            assert_eq!(row.len(), header.len(), "the published row {row:?} does not fit its header");
        }
        Published { header, rows }
    }

    /// The rows, in the paper's order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = PublishedRow<'_>> {
        self.rows.iter().map(|fields| PublishedRow { header: &self.header, fields })
    }

    /// The row whose first field is `key`.
    pub(crate) fn row(&self, key: &str) -> PublishedRow<'_> {
        self.rows().find(|row| row.fields[0] == key).unwrap_or_else(|| panic!("there is no published row '{key}'"))
    }
}

impl PublishedRow<'_> {
    /// The field of a column as it is printed.
    pub(crate) fn text(&self, column: &str) -> &'static str {
        let place = self.header.iter().position(|name| *name == column);
        self.fields[place.unwrap_or_else(|| panic!("there is no published column '{column}'"))]
    }

    /// The number in a column; none where the paper has a dash.
    pub(crate) fn figure(&self, column: &str) -> Option<i64> {
        let text = self.text(column);
        let number = || text.parse().unwrap_or_else(|_| panic!("the published '{text}' in '{column}' is no number"));
        (!text.is_empty()).then(number)
    }

    /// The number in a column that is full.
    pub(crate) fn number<T: TryFrom<i64>>(&self, column: &str) -> T {
        let number = self.figure(column).and_then(|number| T::try_from(number).ok());
        number.unwrap_or_else(|| panic!("the published column '{column}' has a number that cannot be"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name() {
        let table = Published::read("seed,tree,dag\n1,20,\naverage,-30,4\n");
        assert_eq!(table.rows().count(), 2);
        assert_eq!(table.row("1").figure("tree"), Some(20));
        assert_eq!(table.row("1").figure("dag"), None);
        assert_eq!(table.row("average").figure("tree"), Some(-30));
        assert_eq!(table.row("average").number::<u8>("dag"), 4);
        assert_eq!(table.row("average").text("seed"), "average");
    }

    #[test]
    #[should_panic(expected = "does not fit its header")]
    fn a_short_row_is_refused() {
        Published::read("a,b\n1\n");
    }

    #[test]
    #[should_panic(expected = "a number that cannot be")]
    fn a_number_out_of_range_is_refused() {
        Published::read("a\n-1\n").row("-1").number::<u8>("a");
    }
}
