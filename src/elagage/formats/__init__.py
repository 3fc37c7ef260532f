"""Games and positions as other programs of a game write them: transcripts, GGF, OBF and WTHOR.

A format turns text or bytes into values and back and knows no rules; ``game_files`` reads and writes whole files, and
replays what it reads with the rules of a game.
"""

from elagage.formats.game_files import ENDINGS, read_games, write_games
from elagage.formats.ggf import is_ggf, read_ggf, write_ggf
from elagage.formats.obf import cut_scores, read_obf_line, write_obf_line
from elagage.formats.pasted_texts import play_pasted, read_pasted
from elagage.formats.transcripts import read_transcript, split_transcript, write_transcript
from elagage.formats.written_games import PASS, WrittenGame, WrittenMove, complete_line, replay_written
from elagage.formats.wthor import Names, read_wthor, write_wthor

__all__ = [
    "ENDINGS",
    "PASS",
    "Names",
    "WrittenGame",
    "WrittenMove",
    "complete_line",
    "cut_scores",
    "is_ggf",
    "play_pasted",
    "read_games",
    "read_ggf",
    "read_obf_line",
    "read_pasted",
    "read_transcript",
    "read_wthor",
    "replay_written",
    "split_transcript",
    "write_games",
    "write_ggf",
    "write_obf_line",
    "write_transcript",
    "write_wthor",
]
