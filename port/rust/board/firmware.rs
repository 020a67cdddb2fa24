//! Firmware in Rust for the emulated Cortex-M4F: a lander's foot strikes, and the answer is checked by momentum. `../check_board` builds
//! and runs it. Start-up and output are the board's, in C; of your own runtime, keep `strike`.
#![no_std]
#![no_main]

use core::ffi::{c_char, c_int};
use touchdown_sys::float::{td_body_contact, td_body_impact, td_resolve_body, td_status_name};

extern "C" {
    fn printf(format: *const c_char, ...) -> c_int;
    fn abort() -> !;
}

#[panic_handler]
fn stop(_: &core::panic::PanicInfo) -> ! {
    unsafe { abort() }
}

fn strike(lander: &td_body_contact) -> (i32, td_body_impact) {
    let mut hit = td_body_impact::default();
    let status = unsafe { td_resolve_body(lander, &mut hit) };
    (status, hit)
}

#[no_mangle]
pub extern "C" fn main() -> c_int {
    let mut lander = td_body_contact::default(); // SI units; everything not set is the default
    lander.body.mass = 12.0;
    lander.body.inertia = [0.9, 0.9, 0.4, 0.0, 0.0, 0.0];
    lander.body.v = [0.4, 0.0, -1.5];
    lander.r = [0.35, 0.0, -0.6];
    lander.n = [0.0, 0.0, 1.0];
    (lander.surface.mu_s, lander.surface.mu_k, lander.surface.e) = (0.5, 0.4, 0.3);
    let (status, hit) = strike(&lander);
    unsafe {
        printf(
            c"%s: the foot leaves at %.2f m/s, the body turns at %.2f rad/s\n".as_ptr(),
            td_status_name(status),
            f64::from(hit.impact.v.n),
            f64::from(hit.w[1]),
        )
    };
    // Momentum along the normal, and about the axis y: I dw = r x p.
    let (p, r) = (&hit.impact.p, &lander.r);
    let left = [p.n - 12.0 * (hit.v[2] + 1.5), r[2] * 12.0 * (hit.v[0] - 0.4) - r[0] * p.n - 0.9 * hit.w[1]];
    lander.body.mass = -1.0;
    let refused = strike(&lander).0 < 0;
    c_int::from(status < 0 || !refused || left.iter().any(|x| x.abs() > 1e-4))
}
