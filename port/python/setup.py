"""The wheel of the Python module: CMake builds the extension out of the tree around this folder, or out of the copy of it
(`tree`) that a source distribution holds. `pip install ./port/python`, `python -m build port/python`; offline, with what
Debian has: `--no-build-isolation`, `--no-isolation`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE / 'tree' if (HERE / 'tree').is_dir() else HERE.parents[1]
COPIED = ('CMakeLists.txt', 'LICENSE', 'LICENSES', 'include', 'port', 'src', 'toolchain')


def version():
    header = (TREE / 'include/touchdown/touchdown.h').read_text()
    return '.'.join(re.findall(r'^#define TD_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$', header, re.M))


class BuildByCMake(build_ext):
    """The extension, and the stubs that are written from it."""

    def build_extension(self, ext):
        package = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        folder = pathlib.Path(self.build_temp).resolve() / 'cmake'
        subprocess.run(['cmake', '-S', HERE, '-B', folder, '-DCMAKE_C_FLAGS=-O2', '-DCMAKE_CXX_FLAGS=-O2',
                        '-DTOUCHDOWN_MAX_SPEEDS=18',  # a quadruped: six of its trunk, three of each leg
                        f'-DPython3_EXECUTABLE={sys.executable}'],
                       check=True)
        subprocess.run(['cmake', '--build', folder, '-j', str(os.cpu_count()), '--target', 'touchdown_python'], check=True)
        package.mkdir(parents=True, exist_ok=True)
        for built in (folder / 'touchdown').glob('_touchdown*.so'):
            shutil.copy(built, package)
        stubs = subprocess.run([sys.executable, HERE / 'write_stubs'], check=True, stdout=subprocess.PIPE,
                               env={**os.environ, 'PYTHONPATH': str(folder)}).stdout
        (package / '__init__.pyi').write_bytes(stubs)


class WithTree(sdist):
    """A source distribution holds the sources that it is built from."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in COPIED:
            source, target = TREE / name, pathlib.Path(base_dir) / 'tree' / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns(
                    'build', 'dist', 'tree', '*.egg-info', 'node_modules', '__pycache__'))
            elif source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for name in ('CMakeLists.txt', 'interface.cpp', 'interface.hpp', 'interface.inc', 'module.cpp', 'write_stubs'):
            shutil.copy(HERE / name, base_dir)


class ForItsLibrary(bdist_wheel):
    """The tag says which C library the extension needs: manylinux_2_N, by the newest of its symbols (PEP 600)."""

    def get_tag(self):
        python, abi, platform = super().get_tag()
        built = next(pathlib.Path(self.bdist_dir).rglob('_touchdown*.so'), None) if self.bdist_dir else None
        if built and platform.startswith('linux_') and shutil.which('objdump'):
            symbols = subprocess.run(['objdump', '-T', built], check=True, stdout=subprocess.PIPE, text=True).stdout
            newest = max(map(int, re.findall(r'GLIBC_2\.(\d+)', symbols)))
            platform = f"manylinux_2_{newest}_{platform.removeprefix('linux_')}"
        return python, abi, platform


setup(version=version(), ext_modules=[Extension('touchdown._touchdown', [])],
      cmdclass={'build_ext': BuildByCMake, 'sdist': WithTree, 'bdist_wheel': ForItsLibrary})
