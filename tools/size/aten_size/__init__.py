"""How many bytes each operator and each room of a linked binary takes.

elf (a file's sections, symbols, relocations), link_map (which object each byte is from),
pieces (the smallest parts that a linker keeps or drops, and what refers to what),
attribution (which operators keep a piece), report (as text), budget (too large? what grew?).
"""
