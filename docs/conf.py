"""Sphinx's configuration of the site. toolchain/docs.cmake lays the tree's pages beside each other as links, in the places that they
have in the tree, so that a link that leads somewhere there leads to the same page here."""
import inspect
import os
import pathlib
import re
import shutil

from docutils import nodes
from sphinx import addnodes

project = 'Touchdown'
copyright = '2026 Touchdown contributors'  # noqa: A001 - Sphinx's name
version = release = os.environ['TOUCHDOWN_VERSION']
extensions = ['myst_parser', 'breathe', 'sphinx.ext.mathjax']
source_suffix = {'.md': 'markdown'}
root_doc = 'docs/index'
exclude_patterns = ['**/node_modules']
suppress_warnings = ['myst.header']
html_theme = 'furo'
html_title = f'Touchdown {release}'
# KaTeX, Debian's, goes into the site, so formulas need no network.
html_static_path = ['/usr/share/javascript/katex', 'equations.css']
html_css_files = ['katex.min.css', 'equations.css']
html_extra_path = [page for page in [os.environ['TOUCHDOWN_PLAYGROUND']] if page]
mathjax_path, mathjax_options = 'katex.min.js', {'defer': 'defer', 'priority': 900}
html_js_files = [('contrib/auto-render.js', {'defer': 'defer', 'onload': 'renderMathInElement(document.body)', 'priority': 901})]
html_copy_source = html_show_sourcelink = False
myst_enable_extensions = ['dollarmath', 'colon_fence']
myst_heading_anchors = 5
chapters = {'I': 'impact', 'S': 'systems', 'C': 'several_contacts', 'L': 'landing', 'V': 'derivatives', 'D': 'drop_test', 'M': 'monitor', 'R': 'recorded'}
breathe_projects = {'touchdown': os.environ['TOUCHDOWN_XML']}
breathe_default_project = 'touchdown'
breathe_domain_by_extension = {'h': 'c', 'hpp': 'cpp'}
breathe_show_include = False


def to_reference(app, docname, target, shown):
    """A link to a header is one to its page; to another file or folder of the tree, its text: the site holds pages."""
    header = re.search(r'(?:^|/)include/touchdown/?([a-z_]*(?:\.h(pp)?)?)$', target)
    if not header:
        return shown
    page = 'reference/' + ('cpp' if header[2] else header[1] or 'index')
    return nodes.reference('', '', *shown, internal=True, refuri=app.builder.get_relative_uri(docname, page))


def link_outside(app, env, node, contnode):
    target, docname = node.get('reftarget', '').split('#')[0], node.get('refdoc', env.docname)
    if node.get('reftype') in ('any', 'myst') and target and (pathlib.Path(env.doc2path(docname)).parent / target).exists():
        shown = to_reference(app, docname, target, [contnode])
        return shown[0] if isinstance(shown, list) else shown
    return None


def link_to_file(app, doctree):
    """What would copy a file of the tree into the site."""
    for node in list(doctree.findall(addnodes.download_reference)):
        node.replace_self(to_reference(app, app.env.docname, node['reftarget'], node.children))


def show_equations(app, doctree):
    """Equations of the theory: a fence of math is one, as on GitHub; (X.1) leads to the one with that number, on the page of its chapter."""
    for node in list(doctree.findall(nodes.literal_block)):
        if node.get('language') == 'math':
            node.replace_self(nodes.math_block(node.rawsource, r'\[' + node.astext() + r'\]', nowrap=True, number=None, ids=[
                'equation-' + tag.lower() for tag in re.findall(r'\\tag\{([ISCLVDMR]\.\d+)\}', node.astext())]))
    for node in list(doctree.findall(nodes.strong)):
        number = re.fullmatch(r'\(([ISCLVDMR]\.\d+)\)', node.astext())
        if number:
            node['ids'].append('equation-' + number[1].lower())
    for node in list(doctree.findall(nodes.Text)):
        if isinstance(node.parent, (nodes.paragraph, nodes.emphasis)) and '/theory/' in '/' + app.env.docname:
            parts = re.split(r'\(([ISCLVDMR]\.\d+)\)', node.astext())
            shown = [nodes.Text(parts[0])]
            for number, rest in zip(parts[1::2], parts[2::2]):
                page = app.builder.get_relative_uri(app.env.docname, 'docs/theory/' + chapters[number[0]])
                shown += [nodes.reference('', f'({number})', internal=True, refuri=f'{page}#equation-{number.lower()}'), nodes.Text(rest)]
            node.parent.replace(node, shown)


def write_reference(app):
    """A page for each C header, by its own first words; one for C++; and one for the Python module where it can be imported."""
    folder = pathlib.Path(app.srcdir) / 'reference'
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    names, rows = [], []
    headers = set((pathlib.Path(app.srcdir) / 'include/touchdown').glob('*.h'))
    for header in sorted(header for header in headers if header.name != 'names_in_double.h'):
        said = ' '.join(re.match(r'(?:/\*|//) ?(.*?)(?:\n(?: \*|//)? *\n|\*/)', header.read_text(), re.S)[1].split())
        said = re.sub(r' (\*|//)(?= )', '', said).partition(' - ')[2]
        names.append(header.name)
        rows.append(f'| [{header.name}]({header.name}.md) | {said.split(". ")[0]} |')
        (folder / f'{header.name}.md').write_text(f'# {header.name}\n\n```{{doxygenfile}} {header.name}\n```\n')
    (folder / 'cpp.md').write_text('# C++\n\nThe functions of the C headers on Eigen vectors, templated on the scalar: `touchdown/touchdown.hpp`.\n\n'
                                   '```{doxygennamespace} touchdown\n:content-only:\n```\n')
    (folder / 'playground.md').write_text('# Playground\n\nOne page with the library in it: strike a body, drop a record of a drop test on it, watch a landing.\n\n' + (
        '```{raw} html\n<p><a href="../playground.html">Open the playground</a></p>\n```\n' if html_extra_path else
        'This site was built without it: it needs emscripten (`toolchain/install wasm`).\n'))
    notebooks = pathlib.Path(app.srcdir) / 'notebooks'
    made = sorted(page.stem for page in notebooks.glob('notebook_*.md'))
    (notebooks / 'index.md').write_text('\n'.join(['# Notebooks', '', 'Run on recorded data, where the Python module is built.', '',
                                                   '```{toctree}', *made, '```']))
    try:
        names += ['cpp'] + write_python(folder)
    except ImportError:
        names += ['cpp']
    (folder / 'index.md').write_text('\n'.join(['# Reference', '', 'Each header is its own manual. The C++ face (`.hpp`) has [one page](cpp.md).', '',
                                                '| header | |', '|---|---|', *rows, '', '```{toctree}', ':hidden:', '', *names, '```']))


def write_python(folder):
    import touchdown._touchdown  # the folder may be there before the module is built
    parts = ['# Python', '', 'The functions and structs of the headers, under their names without `td_`.', '', '```text', touchdown.__doc__, '```', '']
    for name in touchdown.__all__:
        value = getattr(touchdown, name)
        if callable(value):
            parts += [f'## {name}', '', '```text', inspect.getdoc(value) or '', '```', '']
    (folder / 'python.md').write_text('\n'.join(parts))
    return ['python']


def setup(app):
    app.connect('builder-inited', write_reference)
    app.connect('missing-reference', link_outside)
    app.connect('doctree-read', link_to_file)
    app.connect('doctree-read', show_equations)
