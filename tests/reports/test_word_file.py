"""A report as a Word document: read back by our own reader, with nothing that XML cannot hold."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

from reports_samples import judged

from fabula.reports.markdown import markdown
from fabula.reports.view import report_view
from fabula.reports.word_file import word_file
from fabula.text.files import read


def test_a_report_in_word_says_what_the_markdown_says(tmp_path: Path) -> None:
    file = tmp_path / "report.docx"
    file.write_bytes(word_file(markdown(report_view(judged()))))
    text = "\n".join(chapter.title + "\n" + chapter.text for chapter in read(file).chapters)
    assert "84 of 100" in text and "the lamp went out" in text and "\\*" not in text and "**" not in text


def test_what_xml_cannot_hold_is_left_out_and_what_it_may_is_escaped() -> None:
    made = word_file(
        "# A \x00 & <b>\n\n- one \\| two **bold \ufffe**\n\n| a | b |\n|---|---:|\n| c \\| d | |\n"
    )
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        tree = ET.fromstring(packed.read("word/document.xml"))
        assert all(ET.fromstring(packed.read(name)) is not None for name in packed.namelist())
    said = ["".join(cell.itertext()) for cell in tree.iter() if cell.tag.endswith("}p")]
    assert said == ["A  & <b>", "•one | two bold ", "a", "b", "c | d", ""]
    assert word_file("# A") == word_file("# A")
