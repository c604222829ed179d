"""Runs every proof, bit-precise checks of the same models at short widths, and a broken variant of each that must be found out."""
import sys
import time

import fields
import lazy
import limbs
import sources
import words
from machine import Bits, Failure, Integers, break_it, run, run_all

# What is proved of which words; how short words are checked, and the width of the broken variant with that of its vectors.
BITS, ALL = "bits", "all"
PROOFS = [
    ("Goldilocks: new, plus, minus, negated", fields.goldilocks_sums, 64, (BITS, 8, None), (8, None, True)),
    ("Goldilocks: reduce, so times", fields.goldilocks_reduce, 64, (BITS, 8, None), (8, None, True)),
    ("Goldilocks in lanes: butterfly, canonical", fields.goldilocks_vectors, 64, (BITS, 8, None), (8, None, "carry")),
    ("Goldilocks in lanes: mul", fields.goldilocks_fold, 64, (BITS, 8, None), (8, None, "carry")),
    ("Goldilocks in lanes: rotate", fields.goldilocks_shifts, 64, (BITS, 8, None), (8, None, True)),
    ("Words by halves: full, high, rough", fields.halves_to_words, 64, (ALL, 8, range(256)), (8, None, True)),
    ("Mersenne 31", fields.mersenne, 32, (BITS, 8, None), (8, None, True)),
    ("Shoup, m up to 2^63", words.shoup, 64, (ALL, 8, range(1, 129)), (8, None, True)),
    ("Shoup, m up to 2^31", words.shoup, 32, None, None),
    ("Shoup, m up to 2^51, products of 52 bits", words.shoup, 52, None, None),
    ("Shoup with a rough quotient", words.shoup_rough, 64, (BITS, 8, None), (8, None, True)),
    ("Shoup in double words, any odd m", words.shoup_long, 64, (ALL, 8, range(1, 128)), (8, None, True)),
    ("Montgomery 32, any odd m below 2^32", words.montgomery, 32, None, None),
    ("Montgomery 32, sums below m 2^32, m below 2^31", words.montgomery_sum, 32, (ALL, 8, range(1, 64)), (8, None, True)),
    ("Montgomery 64, any odd m below 2^64", words.montgomery, 64, (ALL, 8, range(1, 128)), (8, None, True)),
    ("Newton's inverses", words.newton, 64, (BITS, 8, None), None),
    ("Two words by one", words.division, 64, (ALL, 8, range(128, 256)), (8, None, True)),
    ("Ranges with room for four", lazy.room_for_four, 64, (BITS, 8, None), (8, None, True)),
    ("Ranges with room for four, 32 bits", lazy.room_for_four, 32, None, None),
    ("Ranges with room for two", lazy.room_for_two, 64, (BITS, 8, None), (8, None, True)),
    ("Ranges with room for two, 32 bits", lazy.room_for_two, 32, None, None),
    ("Ranges with no room", lazy.room_for_one, 64, (BITS, 8, None), (8, None, True)),
    ("Ranges with no room, 32 bits", lazy.room_for_one, 32, None, None),
    ("Words with a sign: raise, lower", lazy.signed, 64, (BITS, 8, None), (8, None, True)),
    ("Nearest quotients, upper digit not the least", lazy.nearest_cases(True), 64, None, None),
    ("Nearest quotients, the least upper digit", lazy.nearest_cases(False), 64, None, (8, None, True)),
    ("Limbs: carried, cut", limbs.carries, 52, (BITS, 4, 40), (4, 40, True)),
    ("Limbs: rough products", limbs.rough, 52, None, (3, 44, True)),
    ("Limbs: precise products", limbs.precise, 52, None, (3, 44, True)),
    ("Limbs: settle", limbs.settle, 52, (BITS, 4, 40), (4, 40, True)),
    ("Limbs: reduce, Barrett's quotient", limbs.reduce, 52, None, (12, 90, True)),
    ("Limbs: 8 halvings", limbs.halves(8), 52, None, (10, 90, True)),
    ("Limbs: 32 halvings", limbs.halves(32), 52, None, None),
    ("Limbs: products of values", limbs.product, 52, None, (3, 44, True)),
    ("Limbs: residues as words", limbs.to_words, 52, (BITS, 4, 40), (4, 40, True)),
]


def main():
    if "--accept" in sys.argv:
        sources.accept()
        return 0
    changed = sources.changed()
    if changed:
        print("the text of these functions is not the one that the models follow:")
        print(*(f"  {name}" for name in sorted(changed)), sep="\n")
        print("read scripts/proofs beside them, mend the models, and run `scripts/prove --accept`")
        return 1
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    start, failed, proved, found = time.monotonic(), 0, 0, 0
    print(f"{'what':48} {'bits':>4} {'statements':>10} {'seconds':>8}  short words{'':16} broken variant")
    for name, model, n, short, broken in PROOFS:
        if wanted and not any(word in name for word in wanted):
            continue
        try:
            count, seconds = run(model, Integers, n=n)
            proved += count
            line = f"{name:48} {n:4} {count:10} {seconds:8.2f}  "
            if short is None:
                line += f"{'':27} "
            elif short[0] == BITS:
                _, seconds = run(model, Bits, n=short[1], width=short[2])
                line += f"{short[1]:2} bits, vectors {seconds:6.2f} s  "
            else:
                _, seconds = run_all(model, short[1], short[2])
                line += f"{short[1]:2} bits, every one {seconds:4.2f} s  "
            if broken is not None:
                line += break_it(model, *broken)[:90]
                found += 1
            print(line, flush=True)
        except Failure as failure:
            failed += 1
            print(f"{name:48} {n:4} FAILED: {failure}", flush=True)
    print(f"{proved} statements proved, {found} broken variants found, {failed} failures, {time.monotonic() - start:.0f} s")
    return 1 if failed else 0


sys.exit(main())
