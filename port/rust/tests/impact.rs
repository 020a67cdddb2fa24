//! What the functions answer through Rust, against formulas.
use touchdown_sys::{double, float, TD_AXES_WORLD, TD_SOLVED};

/// The example of README.
#[test]
fn a_foot_strikes() {
    let mut lander = float::td_body_contact::default();
    lander.body.mass = 12.0;
    lander.body.inertia = [0.9, 0.9, 0.4, 0.0, 0.0, 0.0];
    lander.body.v = [0.4, 0.0, -1.5];
    lander.r = [0.35, 0.0, -0.6];
    lander.n = [0.0, 0.0, 1.0];
    (lander.surface.mu_s, lander.surface.mu_k, lander.surface.e) = (0.5, 0.4, 0.3);
    let mut hit = float::td_body_impact::default();
    assert_eq!(unsafe { float::td_resolve_body(&lander, &mut hit) }, TD_SOLVED);
    assert!((hit.impact.v.n - 0.45).abs() < 1e-6);
    // Momentum: the impulse is what the body's velocity changed by, times its mass.
    assert!((hit.impact.p.n - 12.0 * (hit.v[2] + 1.5)).abs() < 1e-4);
}

/// Pointers to matrices, and doubles: a mass of 2 kg in generalized speeds, against a floor.
#[test]
fn generalized_speeds() {
    let (m, j) = ([2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let (u, mut after) = ([0.1, 0.0, -1.0], [0.0; 3]);
    let mut speeds = double::td_speeds::default();
    speeds.system.n = 3;
    speeds.system.M = m.as_ptr();
    speeds.system.u = u.as_ptr();
    speeds.J = j.as_ptr();
    speeds.axes = TD_AXES_WORLD;
    speeds.normal = [0.0, 0.0, 1.0];
    speeds.surface.e = 0.5;
    let mut impact = double::td_speeds_impact::default();
    let mut to = double::td_system_after::default();
    to.u_after = after.as_mut_ptr();
    assert_eq!(unsafe { double::td_resolve_speeds(&speeds, &mut impact, &mut to) }, TD_SOLVED);
    assert!(after.iter().zip([0.1, 0.0, 0.5]).all(|(is, should)| (is - should).abs() < 1e-12));
    assert!((impact.impact.p.n - 3.0).abs() < 1e-12);
}

/// Every input has an answer: what cannot be resolved is refused, and nothing is written.
#[test]
fn refused() {
    let mut hit = float::td_body_impact::default();
    hit.v[0] = 7.0;
    let status = unsafe { float::td_resolve_body(&float::td_body_contact::default(), &mut hit) };
    assert!(status < 0 && hit.v[0] == 7.0);
    let name = unsafe { core::ffi::CStr::from_ptr(float::td_status_name(status)) };
    assert!(name.to_str().unwrap().starts_with("refused: mass"));
}
