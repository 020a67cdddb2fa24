//! Links the library from the folder TOUCHDOWN_LIBRARY (where a cross build put libtouchdown.a), or builds it by CMake.
use std::{env, path::PathBuf, process::Command};

fn run(command: &mut Command) {
    assert!(command.status().expect("cmake").success(), "{command:?}");
}

fn main() {
    println!("cargo:rerun-if-env-changed=TOUCHDOWN_LIBRARY");
    let folder = env::var("TOUCHDOWN_LIBRARY").map(PathBuf::from).unwrap_or_else(|_| {
        let tree = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../..");
        let build = PathBuf::from(env::var("OUT_DIR").unwrap()).join("touchdown");
        run(Command::new("cmake").arg("-S").arg(&tree).arg("-B").arg(&build).arg("-DTOUCHDOWN_TESTS=OFF"));
        run(Command::new("cmake").arg("--build").arg(&build).args(["--target", "touchdown"]));
        build
    });
    println!("cargo:rustc-link-search=native={}", folder.display());
}
