//! Numbers and path data: the only place where a coordinate becomes text.

/// A point of a drawing, or the step from one to another. `x` grows to the right, `y` downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// That place.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    pub(super) fn plus(self, x: f64, y: f64) -> Self {
        Point::new(self.x + x, self.y + y)
    }

    /// So many times `ahead` from here.
    pub(super) fn along(self, ahead: Point, length: f64) -> Self {
        self.plus(ahead.x * length, ahead.y * length)
    }

    /// So many times `ahead` to the right of it.
    pub(super) fn beside(self, ahead: Point, aside: f64) -> Self {
        self.plus(-ahead.y * aside, ahead.x * aside)
    }

    /// The step to another point.
    pub(super) fn step_to(self, other: Point) -> Self {
        other.plus(-self.x, -self.y)
    }

    /// The point at `share` of the line to `other`.
    pub(super) fn interpolate(self, other: Point, share: f64) -> Self {
        self.along(self.step_to(other), share)
    }

    pub(super) fn distance(self, other: Point) -> f64 {
        let Point { x, y } = self.step_to(other);
        (x * x + y * y).sqrt()
    }

    /// The direction to `other` as a vector of length one; zero if both points are the same.
    pub(super) fn direction(self, other: Point) -> Point {
        let (step, length) = (self.step_to(other), self.distance(other));
        if length == 0.0 { step } else { Point::new(step.x / length, step.y / length) }
    }

    /// The nearest place of whole numbers: shorter, and exact enough for lines.
    pub(super) fn whole(self) -> Self {
        // There is no minus nought.
        Point::new(self.x.round() + 0.0, self.y.round() + 0.0)
    }

    /// The coordinates in hundredths: points that are equal to two decimals have equal keys.
    pub(super) fn key(self) -> (i64, i64) {
        (hundredths(self.x), hundredths(self.y))
    }
}

/// The points with these coordinates.
pub(super) fn points<const N: usize>(places: [(f64, f64); N]) -> [Point; N] {
    places.map(|(x, y)| Point::new(x, y))
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// Writes a number with at most two decimals, as short as it can be: `12`, `-.5`, `3.25`.
pub(super) fn write_number(out: &mut String, value: f64) {
    write_hundredths(out, hundredths(value));
}

fn write_hundredths(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    let (whole, rest) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    if whole > 0 || rest == 0 {
        write_digits(out, whole);
    }
    if rest > 0 {
        out.push_str(if rest < 10 { ".0" } else { "." });
        write_digits(out, if rest % 10 == 0 { rest / 10 } else { rest });
    }
}

/// A picture has thousands of numbers: the formatter of the standard library is too slow for them.
fn write_digits(out: &mut String, value: u64) {
    if value >= 10 {
        write_digits(out, value / 10);
    }
    out.push(char::from(b'0' + (value % 10) as u8));
}

/// Writes path data. It goes by relative steps, which are short, measured from where the rounded
/// numbers before them really led, so that errors do not add up.
#[derive(Debug, Default)]
pub(super) struct PathWriter {
    data: String,
    command: char,
    at: (i64, i64),
    start: (i64, i64),
}

impl PathWriter {
    /// Begins a new line there.
    pub fn move_to(&mut self, to: Point) -> &mut Self {
        self.command(if self.data.is_empty() { 'M' } else { 'm' }).relative(&[to]);
        // What follows a move without a letter is a line, and after `M` an absolute one.
        self.command = ' ';
        self.start = self.at;
        self
    }

    /// A straight line.
    pub fn line_to(&mut self, to: Point) -> &mut Self {
        let (x, y) = to.key();
        match (x - self.at.0, y - self.at.1) {
            (x, 0) => self.command('h').values(&[x]),
            (0, y) => self.command('v').values(&[y]),
            (x, y) => self.command('l').values(&[x, y]),
        }
        self.at = (x, y);
        self
    }

    /// A curve with one handle.
    pub fn quad_to(&mut self, handle: Point, to: Point) -> &mut Self {
        self.command('q').relative(&[handle, to])
    }

    /// A curve with two handles.
    pub fn curve_to(&mut self, first: Point, second: Point, to: Point) -> &mut Self {
        self.command('c').relative(&[first, second, to])
    }

    /// Part of a circle, at most half of it, clockwise or not.
    pub fn arc_to(&mut self, radius: f64, clockwise: bool, to: Point) -> &mut Self {
        let radius = hundredths(radius);
        self.command('a').values(&[radius, radius, 0, 0, i64::from(clockwise) * 100]);
        self.relative(&[to])
    }

    /// A straight line back to where this line began.
    pub fn close(&mut self) -> &mut Self {
        self.data.push('z');
        self.command = 'z';
        self.at = self.start;
        self
    }

    /// A whole circle.
    pub fn circle(&mut self, centre: Point, radius: f64, clockwise: bool) -> &mut Self {
        self.move_to(centre.plus(-radius, 0.0));
        self.arc_to(radius, clockwise, centre.plus(radius, 0.0));
        self.arc_to(radius, clockwise, centre.plus(-radius, 0.0));
        self.close()
    }

    /// A closed line through these places.
    pub fn polygon(&mut self, corners: &[Point]) -> &mut Self {
        if corners.is_empty() { self } else { self.polyline(corners).close() }
    }

    /// An open line through these places.
    pub fn polyline(&mut self, places: &[Point]) -> &mut Self {
        let Some((&first, rest)) = places.split_first() else { return self };
        rest.iter().fold(self.move_to(first), |path, &place| path.line_to(place))
    }

    /// The path data so far.
    pub fn data(&self) -> &str {
        &self.data
    }

    fn command(&mut self, command: char) -> &mut Self {
        if self.command != command {
            self.data.push(command);
            self.command = command;
        }
        self
    }

    fn relative(&mut self, places: &[Point]) -> &mut Self {
        let from = self.at;
        for place in places {
            self.at = place.key();
            self.values(&[self.at.0 - from.0, self.at.1 - from.1]);
        }
        self
    }

    fn values(&mut self, values: &[i64]) {
        for &value in values {
            let after_letter = self.data.as_bytes().last().is_some_and(u8::is_ascii_alphabetic);
            if !after_letter && value >= 0 {
                self.data.push(' ');
            }
            write_hundredths(&mut self.data, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_rounded() {
        let cases = [(0.0, "0"), (12.0, "12"), (-0.5, "-.5"), (3.254, "3.25"), (0.07, ".07")];
        let number = |value| {
            let mut text = String::new();
            write_number(&mut text, value);
            text
        };
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(number(-0.001), "0", "there is no minus nought");
        assert_eq!(number(1234567.0), "1234567");
    }

    #[test]
    fn a_pen_writes_short_relative_data() {
        let mut path = PathWriter::default();
        path.polygon(&[Point::new(10.0, 10.0), Point::new(20.0, 10.0), Point::new(20.0, 30.0)]);
        path.polyline(&[Point::new(0.0, 0.0), Point::new(-5.0, 2.5), Point::new(5.0, 5.0)]);
        assert_eq!(path.data(), "M10 10h10v20zm-10-10l-5 2.5 10 2.5");
    }

    #[test]
    fn rounding_errors_do_not_add_up() {
        let mut path = PathWriter::default();
        let third = 1.0 / 3.0;
        let places: Vec<Point> = (0..=3).map(|i| Point::new(f64::from(i) * third, 0.0)).collect();
        path.polyline(&places);
        assert_eq!(path.data(), "M0 0h.33 .34 .33");
    }
}
