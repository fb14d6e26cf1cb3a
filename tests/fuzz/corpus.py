"""Corpora of the fuzz targets are tables: each input is a line with its name and its escaped bytes.

    corpus.py unpack TABLE FOLDER    writes each input of the table to a file with its name
    corpus.py pack FOLDER TABLE      makes the table from the folder's inputs, and keeps rows of TABLE whose names are not hashes
"""
import hashlib
import pathlib
import re
import sys
from typing import Dict

HASH = re.compile("[0-9a-f]{16}")


def escaped(data: bytes) -> str:
    known = {ord("\\"): "\\\\", ord("\n"): "\\n"}
    return "".join(known.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data)


def unescaped(text: str) -> bytes:
    plain = re.sub(r"\\(n|\\|x..)", lambda found: {"n": "\n", "\\": "\\"}.get(found[1]) or chr(int(found[1][1:], 16)), text)
    return plain.encode("latin-1")


def rows_of(table: pathlib.Path) -> Dict[str, bytes]:
    lines = table.read_text(encoding="ascii").splitlines() if table.exists() else []
    return {name: unescaped(text) for name, _, text in (line.partition(": ") for line in lines)}


def unpack(table: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in rows_of(table).items():
        (folder / name).write_bytes(data)


def pack(folder: pathlib.Path, table: pathlib.Path) -> None:
    rows = {name: data for name, data in rows_of(table).items() if not HASH.fullmatch(name)}
    for file in folder.iterdir():
        data = file.read_bytes()
        if data not in rows.values():
            is_named = not HASH.match(file.name)
            rows[file.name if is_named else hashlib.sha1(data).hexdigest()[:16]] = data
    table.write_text("".join(f"{name}: {escaped(data)}\n" for name, data in sorted(rows.items())), encoding="ascii")


if __name__ == "__main__":
    {"unpack": unpack, "pack": pack}[sys.argv[1]](*map(pathlib.Path, sys.argv[2:]))
