//! The size of each struct, one a line, as port/rust/check compares them with C's.
use touchdown_sys::{double, float};

fn main() {
    for (precision, sizes) in [("float", float::SIZES), ("double", double::SIZES)] {
        for (name, size) in sizes {
            println!("{precision} {name} {size}");
        }
    }
}
