use super::*;
use winproof_check::drawing::{Colour, Man, MovePlace, Shape};

#[test]
fn names_cannot_break_out_of_the_picture() {
    let mut drawing = Drawing::of_text("<script>alert(1)</script>\n\u{1b}[31m \"'&");
    drawing.men.push(Man { shape: Shape::Letter('<'), colour: Colour::Red, at: (0.0, 0.0), size: 1.0 });
    let picture = svg(&drawing, "</title><script>");
    assert!(!picture.contains("<script"), "{picture}");
    assert!(!picture.chars().any(|letter| letter.is_control() && letter != '\n'), "{picture}");
    assert!(picture.contains("&lt;script&gt;alert(1)") && picture.contains("&quot;&#39;&amp;"), "{picture}");
}

#[test]
fn every_man_has_its_symbol() {
    let mut drawing = Drawing::of_text("a b\nc d");
    drawing.men.clear();
    drawing.put(0, Shape::Knight, Colour::Black);
    drawing.put(3, Shape::Disc, Colour::Yellow);
    drawing.men.push(Man { shape: Shape::Ring, colour: Colour::Red, at: (0.0, 0.0), size: 2.0 });
    let picture = svg(&drawing.with_last_move(&MovePlace { from: None, to: vec![3], near: vec![] }), "men");
    for name in ["knight-black", "disc-yellow", "ring-red"] {
        assert!(picture.contains(&format!("<symbol id=\"{name}\"")), "{name}");
        assert!(picture.contains(&format!("<use href=\"#{name}\"")), "{name}");
        assert!(all_symbols().contains(&format!("<symbol id=\"{name}\"")), "{name}");
    }
    assert!(picture.contains("class=\"last-move\" x=\"60\" y=\"60\""), "{picture}");
    assert!(picture.contains("x=\"0\" y=\"0\" width=\"120\" height=\"120\""), "{picture}");
}

#[test]
fn everything_is_within_the_picture() {
    let drawing = Drawing::of_text("x .\n. o").with_names(["a".into(), "b".into()], ["2".into(), "1".into()]);
    let view_box = Picture::new(&drawing).view_box;
    let numbers: Vec<f32> = view_box.split(' ').map(|number| number.parse().unwrap()).collect();
    assert!(numbers[0] < -0.3 * UNIT && numbers[1] < 0.0, "{view_box}");
    assert!(numbers[0] + numbers[2] > 2.0 * UNIT && numbers[1] + numbers[3] > 2.3 * UNIT, "{view_box}");
}

#[test]
fn the_last_stone_in_a_hole_has_a_ring() {
    let board = Drawing::grid(2, 1, |column, _| (column.to_string(), Ground::Hole));
    let last = MovePlace { from: None, to: vec![1], near: vec![0] };
    let picture = svg(&board.with_last_move(&last), "holes");
    assert!(picture.contains("<circle class=\"last-move\" cx=\"90\" cy=\"30\""), "{picture}");
    assert_eq!(picture.matches("last-move").count(), 1);
}
