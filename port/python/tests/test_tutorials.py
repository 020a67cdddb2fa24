"""The tutorials, and docs/answers.md: each program of a page runs, after those before it, and prints what the page says that it prints. A program
of the six tasks runs alone, and has at most 15 lines.
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
PAGES = [*sorted((TREE / 'docs/tutorials').glob('*.md')), TREE / 'docs/answers.md']
BLOCK = re.compile(r'```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?', re.S)
NEEDS = {'quadruped': 18}  # speeds
ALONE = 'six_tasks'


def printed(page):
    """(what a program prints, what the page says) of each, and the page as it should be."""
    text, names, found = page.read_text(), {}, []

    def run(match):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(match[1], str(page), 'exec'), {} if page.stem == ALONE else names)
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
        self.assertGreater(ran, 25)

    def test_six_tasks_are_short(self):
        programs = [found[1].splitlines() for found in BLOCK.finditer((TREE / f'docs/tutorials/{ALONE}.md').read_text())]
        self.assertEqual(len(programs), 6)
        self.assertLessEqual(max(map(len, programs)), 15)


if __name__ == '__main__':
    os.chdir(TREE)
    if sys.argv[1:] == ['--write']:
        for page in PAGES:
            if touchdown.MAX_SPEEDS >= NEEDS.get(page.stem, 0):
                page.write_text(printed(page)[1])
    else:
        unittest.main()
