"""A game as a graph: a token walks from room to room, and the two players move it where it is theirs to move.

elagage solve examples/corridor.py
elagage analyse examples/corridor.py --depth 8

Max wants the token in the garden, Min in the cellar. Play can come back to a room, which is found out.
"""

graph = {
    "hall": ["stairs", "kitchen"],
    "stairs": ["hall", "attic"],
    "kitchen": ["hall", "garden", "larder"],
    "attic": ["stairs", "roof"],
    "larder": ["kitchen", "cellar"],
    "roof": ["garden", "cellar"],
}
owner = {"hall": 0, "stairs": 1, "kitchen": 1, "attic": 0, "larder": 0, "roof": 0}
ends = {"garden": 1, "cellar": -1}
