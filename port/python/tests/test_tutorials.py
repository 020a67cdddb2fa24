"""The tutorials: each program of a page runs, after those before it, and prints what the page says that it prints.
`test_tutorials.py --write` puts what they print into the pages.

Seen red: a figure of a page changed; a name misspelt in a program.
"""
import contextlib
import io
import os
import pathlib
import re
import sys
import unittest

import touchdown

TREE = pathlib.Path(__file__).parents[3]
PAGES = sorted((TREE / 'docs/tutorials').glob('*.md'))
BLOCK = re.compile(r'```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?', re.S)
NEEDS = {'quadruped': 18}  # speeds


def printed(page):
    """(what a program prints, what the page says) of each, and the page as it should be."""
    text, names, found = page.read_text(), {}, []

    def run(match):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(match[1], str(page), 'exec'), names)
        found.append((out.getvalue(), match[2]))
        return f'```python\n{match[1]}```\n' + (f'\n```text\n{out.getvalue()}```\n' if match[2] is not None else '')

    return found, BLOCK.sub(run, text)


class Tutorials(unittest.TestCase):
    def test_programs_print_what_the_pages_say(self):
        ran = 0
        for page in PAGES:
            if touchdown.MAX_SPEEDS < NEEDS.get(page.stem, 0):
                print(f'not run here: {page.stem}, which the wheel runs, for {NEEDS[page.stem]} speeds')
                continue
            with self.subTest(page.stem):
                for out, said in printed(page)[0]:
                    self.assertEqual(out, said or '')
                    ran += said is not None
        self.assertGreater(ran, 10)


if __name__ == '__main__':
    os.chdir(TREE)
    if sys.argv[1:] == ['--write']:
        for page in PAGES:
            if touchdown.MAX_SPEEDS >= NEEDS.get(page.stem, 0):
                page.write_text(printed(page)[1])
    else:
        unittest.main()
