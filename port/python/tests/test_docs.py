"""Nothing of the headers is missing in Python, and each docstring is what the header says.

Seen red: "the" made "a" in docstrings.
"""
import inspect
import pathlib
import re
import unittest

import touchdown

HEADERS = [path.read_text() for path in (pathlib.Path(__file__).parents[3] / 'include/touchdown').glob('*.h')
           if path.name not in ('port.h', 'precision.h')]
# A field that is a function of the caller's, and its argument: null in Python, and left out.
COMMENT = r'/\*(?:[^*]|\*(?!/))*\*/'
C_FUNCTION = re.compile(COMMENT + r'\s*td_real \(\*\w+\)\([^)]*\)[^;]*;|const void \*\w+[^;]*;\s*' + COMMENT)


def words_of(text):
    return re.sub(r'[\s*]+', ' ', text).strip()


class Docs(unittest.TestCase):
    def test_every_function_and_what_is_said_before_it(self):
        found = [match for text in HEADERS
                 for match in re.findall(r'/\*((?:[^*]|\*(?!/))*)\*/\nTD_API [\w *]*?td_(\w+)\(', text)]
        self.assertEqual(len(found), sum(len(re.findall(r'^TD_API', text, re.M)) for text in HEADERS))
        for comment, name in found:
            function = getattr(touchdown, name)
            self.assertIn(words_of(comment), words_of(function.__doc__), name)
            self.assertTrue(inspect.signature(function), name)

    def test_every_struct_and_its_fields(self):
        found = [match for text in HEADERS for match in re.findall(r'^TD_STRUCT\(td_(\w+)\) \{(.*?)^\};', text, re.S | re.M)]
        self.assertGreater(len(found), 60)
        for name, body in found:
            body = C_FUNCTION.sub('', body)
            struct = getattr(touchdown, name.title().replace('_', ''))
            code = re.sub(r'/\*.*?\*/|TD_OF\(\w+\)|TD_ZERO|\[[^\]]*\]|\bconst\b', ' ', body, flags=re.S)
            fields = re.findall(r'(\w+)\s*[,;]', code)
            self.assertEqual(list(struct._fields), fields, name)
            for comment in re.findall(r'/\* (?!----)(.*?)\*/', body, re.S):  # a heading is of several fields
                self.assertIn(words_of(comment), words_of(struct.__doc__), name)

    def test_every_constant(self):
        for text in HEADERS:
            for name, value in re.findall(r'^#define TD_(\w+) (-?\d+|\(-?\d+\))(?: /\*|$)', text, re.M):
                if name not in ('MAX_ROTATION', 'MAX_SPEEDS', 'MONITOR_COMPONENTS'):  # as the library is built
                    self.assertEqual(getattr(touchdown, name), int(value.strip('()')), name)

    def test_the_example_of_the_module_runs(self):
        example = re.search(r'\n\n((?:    .*\n|\n)+)\nWhat goes in', touchdown.__doc__)[1]
        names = {}
        exec(inspect.cleandoc(example), names)
        self.assertEqual(names['hit'].shape, (1000,))


if __name__ == '__main__':
    unittest.main()
