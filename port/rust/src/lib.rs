//! The C API of Touchdown, in modules `float` and `double`, by the names of the headers. It needs neither `std` nor an allocator.
//!
//! `Default` sets every field to 0, which is what C's `= {0}` does: everything that is not set is the default.
#![no_std]
#![allow(non_camel_case_types, non_snake_case, clippy::missing_safety_doc)]

macro_rules! zero_by_default {
    ($name:ident) => {
        impl Default for $name {
            fn default() -> Self {
                // Numbers, null pointers and no function: all bits 0 is a value of every field.
                unsafe { core::mem::zeroed() }
            }
        }
    };
}

include!("made.rs");
