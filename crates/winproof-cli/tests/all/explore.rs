//! `winproof explore`: what it refuses, and the page in a file. The page itself is tested in a browser
//! (`crates/winproof-explore/browser`).

use crate::support::{run, text};

#[test]
fn what_cannot_be_explored_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("no.wpf"), "not a certificate").unwrap();
    for (words, code, sentence) in [
        (&["explore", "tic-tac"][..], 2, "there is no game 'tic-tac'; did you mean 'tic-tac-toe'?"),
        (&["explore", "tic-tac-toe", "xx"], 2, "'xx' has 1 row"),
        (&["explore", "missing.wpf"], 2, "'missing.wpf' cannot be explored: no such file"),
        (&["explore", text(&path("no.wpf"))], 2, "cannot be explored: this is not a certificate"),
        (&["explore", text(&path("no.wpf")), "--size", "3x3"], 2, "leave those out"),
        (&["explore", "--mate", "8/8/8/8/8/8/8/8", "w"], 2, "expected 4 or 6 FEN fields"),
        (&["explore", "--mate", "4k3/8/8/8/8/8/8/4K2N", "w", "-", "-"], 1, "there is no mate"),
        (&["explore"], 2, "FILE.wpf|GAME"),
    ] {
        let answer = run(words).expect(code);
        assert!(answer.stderr.contains(sentence), "{words:?}: {answer:?}");
    }
}

#[test]
fn a_page_in_a_file_holds_the_proof() {
    let folder = tempfile::tempdir().unwrap();
    let (page, proof) = (folder.path().join("p.html"), folder.path().join("p.wpf"));
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    let answer = run(&["explore", "--mate", fen, "--html", text(&page)]).expect(0);
    assert!(answer.stderr.contains("wrote the whole proof: 70 positions"), "{answer:?}");
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("default-src 'none'") && html.contains("id=\"data\""));
    // Nothing is fetched: no file is named that is not inside.
    for word in ["src=\"", "href=\"style", "import \"", "<!-- symbols -->"] {
        assert!(!html.contains(word), "{word}");
    }
    // A refused certificate is not shown.
    run(&["solve", "connect4", "--size", "4x3", "--proof", text(&proof), "-q"]).expect(0);
    let bytes = std::fs::read(&proof).unwrap();
    let place = bytes.windows(12).position(|window| window == b"\"at_least\":0").unwrap();
    let mut changed = bytes.clone();
    changed[place + 11] = b'1';
    std::fs::write(&proof, changed).unwrap();
    run(&["explore", text(&proof), "--html", text(&page)]).expect(1);
    // No proof within the limits, however small they are.
    for limit in [["--time", "100ms"], ["--time", "0s"]] {
        let answer = run(&["explore", "connect4", limit[0], limit[1], "--html", text(&page)]).expect(3);
        assert!(answer.stderr.contains("there is no proof to show"), "{answer:?}");
    }
    run(&["explore", "tic-tac-toe", "--memory", "1KiB", "--html", text(&page)]).expect(0);
}
