#!/usr/bin/env python3
"""Does anything that is legal. A whole bot without the SDK: all that it needs of the protocol is `split`.

It throws no dice: what it does follows from the lines of this game, so that equal games stay equal. The questions'
numbers and times are left out, since they count on from game to game.
"""
from zlib import crc32

heard = 0
while True:
    try:
        line = input()
    except EOFError:
        break
    word = line.split()
    if not word:
        continue
    if word[0] == "tribunal":
        print("ready random 1.0", flush=True)
    elif word[0] == "game":
        heard = crc32(line.encode())
    elif word[0] == "ask":
        heard = crc32(" ".join(word[3:]).encode(), heard)
        print("move", word[1], word[3 + heard % (len(word) - 3)], flush=True)
    elif word[0] == "quit":
        break
    else:
        heard = crc32(line.encode(), heard)
