# %% [markdown]
# # From an arm's URDF to the speed at which its hand may touch
#
# The mass matrix `M` and the contact Jacobian `J` of an arm come out of its URDF, here through Orocos KDL (Debian's `python3-pykdl`).
# Then Touchdown says what the joints feel when the hand hits something hard, and how fast it may come. Two arms, like the UR5 and
# the Panda (`host_tests/touchdown/arms/*.urdf` says where their numbers are from).

# %%
import xml.etree.ElementTree as xml

import matplotlib.pyplot as plt
import numpy as np
import PyKDL as kdl

import touchdown


def numbers(element, key, default="0 0 0"):
    return [float(word) for word in (element.get(key, default) if element is not None else default).split()]


def frame(element):
    return kdl.Frame(kdl.Rotation.RPY(*numbers(element, "rpy")), kdl.Vector(*numbers(element, "xyz")))


def inertia_of(link):
    inertial = link.find("inertial")
    if inertial is None:
        return kdl.RigidBodyInertia()
    entries = inertial.find("inertia")
    moments = [float(entries.get(name)) for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")]
    return kdl.RigidBodyInertia(float(inertial.find("mass").get("value")), frame(inertial.find("origin")).p,
                                kdl.RotationalInertia(*moments))


def chain_of(path):
    """The chain of a URDF that does not branch, and the largest torque of each joint."""
    robot = xml.parse(path).getroot()
    links = {link.get("name"): link for link in robot.findall("link")}
    chain, efforts = kdl.Chain(), []
    for joint in robot.findall("joint"):
        place, moves = frame(joint.find("origin")), joint.get("type") != "fixed"
        axis = place.M * kdl.Vector(*numbers(joint.find("axis"), "xyz", "1 0 0"))
        turns = kdl.Joint(joint.get("name"), place.p, axis, kdl.Joint.RotAxis) if moves else kdl.Joint(kdl.Joint.Fixed)
        chain.addSegment(kdl.Segment(joint.get("name"), turns, place, inertia_of(links[joint.find("child").get("link")])))
        efforts += [float(joint.find("limit").get("effort"))] if moves else []
    return chain, np.array(efforts)


def matrices(chain, poses):
    """M, J (velocity of the tip in the frame of the base) and the tip's place, of each pose."""
    n = chain.getNrOfJoints()
    dynamics = kdl.ChainDynParam(chain, kdl.Vector(0, 0, -9.81))
    jacobians, places = kdl.ChainJntToJacSolver(chain), kdl.ChainFkSolverPos_recursive(chain)
    M, J, tip = np.empty((len(poses), n, n)), np.empty((len(poses), 3, n)), np.empty((len(poses), 3))
    for k, pose in enumerate(poses):
        q, mass, jacobian, place = kdl.JntArray(n), kdl.JntSpaceInertiaMatrix(n), kdl.Jacobian(n), kdl.Frame()
        for i, angle in enumerate(pose):
            q[i] = angle
        dynamics.JntToMass(q, mass)
        jacobians.JntToJac(q, jacobian)
        places.JntToCart(q, place)
        M[k] = [[mass[i, j] for j in range(n)] for i in range(n)]
        J[k] = [[jacobian[i, j] for j in range(n)] for i in range(3)]
        tip[k] = [place.p[i] for i in range(3)]
    return M, J, tip


# %% [markdown]
# ## Poses
#
# Shoulder and elbow take many angles, the rest of the arm keeps still. The hand comes down on a table at 1 m/s, by the joint speeds
# that are smallest, with friction 0.4 and restitution 0.3.

# %%
SURFACE = {"mu_s": 0.4, "mu_k": 0.4, "e": 0.3}
DOWN = np.array([0, 0, -1.0])


def poses_of(middle, joints, count=15):
    poses = np.tile(np.asarray(middle, float), (count, count, 1))
    poses[..., joints[0]] += np.linspace(-0.6, 0.6, count)[:, None]
    poses[..., joints[1]] += np.linspace(-0.6, 0.6, count)
    return poses.reshape(-1, len(middle))


def approach(J, direction):
    """Joint speeds, the smallest of those that move the tip so."""
    return np.linalg.pinv(J) @ direction


ARMS = {}
for name, middle, joints in (("ur5_like", [0, -1.2, 1.6, -0.4, 0.3, 0], (1, 2)),
                             ("panda_like", [0, -0.2, 0, -2.0, 0, 1.8, 0.8], (1, 3))):
    chain, torque = chain_of(f"host_tests/touchdown/arms/{name}.urdf")
    M, J, tip = matrices(chain, poses_of(middle, joints))
    ARMS[name] = {"M": M, "J": J, "tip": tip, "torque": torque,
                  "speeds": {"system": {"M": M, "u": approach(J, DOWN)}, "J": J, "normal": [0, 0, 1], "surface": SURFACE}}
    print(f"{name}: {len(torque)} joints, {len(M)} poses")

# %% [markdown]
# ## Limits of the joints
#
# A gear bears an impulse that its largest torque would give in, say, 10 ms. An impact is homogeneous in the speeds, so one impact
# says it for all: `scale` is the factor on 1 m/s at which the first joint reaches its limit.

# %%
for name, arm in ARMS.items():
    status, felt, after, joint_impulses, _ = touchdown.predict_effector(
        {"speeds": arm["speeds"], "max_joint_impulse": 0.010 * arm["torque"]})
    arm["felt"], arm["joint_impulses"] = felt, joint_impulses
    arm["by_joints"] = np.where(status >= 0, felt.scale, np.nan)
    binding, times = np.unique(felt.joint, return_counts=True)
    print(f"{name}: {np.nanmin(arm['by_joints']):.2f} to {np.nanmax(arm['by_joints']):.2f} m/s; binds:",
          ", ".join(f"joint {joint + 1} in {count} poses" for joint, count in zip(binding, times)))

# %% [markdown]
# ## Limit of the force on a hand
#
# The transient contact of ISO/TS 15066: two masses and a spring, whose largest force is `F = v sqrt(m k)`, with `1/m = 1/m_robot +
# 1/m_human`. What the robot weighs at its tip along the normal is `1 / W_nn`, the operational space inertia. For the back of a hand
# the specification's annex A gives 280 N (twice the quasi-static 140 N), 75 N/mm and 0.6 kg. Joints give way here, as geared ones
# do but for their rotors, which these files do not hold: add them to the diagonal of `M`, or hold joints by rows of `A`.

# %%
FORCE, STIFFNESS, HAND = 280.0, 75e3, 0.6
for name, arm in ARMS.items():
    status, inertia = touchdown.operational_space_inertia_of(arm["speeds"])
    arm["mass"] = 1 / inertia.free.nn
    arm["by_force"] = FORCE / np.sqrt(STIFFNESS / (1 / arm["mass"] + 1 / HAND))
    print(f"{name}: weighs {arm['mass'].min():.1f} to {arm['mass'].max():.1f} kg at its tip, "
          f"may come at {arm['by_force'].min():.2f} to {arm['by_force'].max():.2f} m/s")

# %%
figure, axes = plt.subplots(1, 2, figsize=(10, 4))
for axis, (name, arm) in zip(axes, ARMS.items()):
    reach = np.hypot(arm["tip"][:, 0], arm["tip"][:, 1])
    shown = axis.scatter(reach, arm["tip"][:, 2], c=np.minimum(arm["by_joints"], arm["by_force"]), s=25)
    axis.set(xlabel="reach [m]", ylabel="height [m]", title=f"{name}: allowed approach [m/s]", aspect="equal")
    figure.colorbar(shown, ax=axis)
figure.tight_layout()

# %% [markdown]
# ## The direction that strikes least
#
# In one pose, the same speed in every direction of the vertical plane, against a wall that stands across it.

# %%
angle = np.linspace(0, 2 * np.pi, 181)
ways = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], 1)
figure, axes = plt.subplots(1, 2, figsize=(10, 4), subplot_kw={"projection": "polar"})
for axis, (name, arm) in zip(axes, ARMS.items()):
    M, J = arm["M"][112], arm["J"][112]
    result = touchdown.resolve_speeds({"system": {"M": M, "u": ways @ np.linalg.pinv(J).T}, "J": J, "normal": -ways,
                                       "surface": SURFACE})
    arm["blow"] = result.impact.impact.p.n
    axis.plot(angle, arm["blow"])
    axis.set_title(f"{name}: impulse at 1 m/s [N s]")
    least = int(np.argmin(arm["blow"]))
    print(f"{name}: least {arm['blow'][least]:.2f} N s at {np.degrees(angle[least]):.0f} deg, most {arm['blow'].max():.2f} N s")
figure.tight_layout()
