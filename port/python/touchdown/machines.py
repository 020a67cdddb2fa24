"""A machine's mass matrix, contact Jacobian, contact frame and limits, as other programs describe it."""
import collections
import os
import xml.etree.ElementTree as xml

import numpy as np

_FIELDS = 'M J x R n names effort max_speed'


class Machine(collections.namedtuple('Machine', _FIELDS)):
    """A machine in one state, or in several states along leading dimensions.

    M : n x n, mass matrix, of the machine's coordinates
    J : 3 x n, of the contact point's velocity in world axes: v = J u
    x : [m] the contact point, in the world
    R : 3 x 3, axes of the link that touches, as columns, in the world; None if not known
    n : [-] the contact's normal, out of the struck surface; None where nothing touches
    names : of the n speeds
    effort : n, [N m] or [N], largest torque or force of each joint; inf where none is given
    max_speed : n, [rad/s] or [m/s], of each joint; inf where none is given
    """
    __slots__ = ()

    def speeds(self, u, surface, n=None, **system):
        """What resolve_speeds takes: this machine with the speeds u. n: the normal; system: A, hold of td_system."""
        normal = self.n if n is None else n
        if normal is None:
            raise ValueError('n: nothing touches, so give the normal')
        return {'system': {'M': self.M, 'u': u, **system}, 'J': self.J, 'normal': normal, 'surface': surface}


# ---- URDF ---------------------------------------------------------------------------------------------------------------


def _numbers(element, key, default='0 0 0'):
    return np.array([float(word) for word in (default if element is None else element.get(key, default)).split()])


def _turn(axis, angle):
    """Rotation matrices about a unit axis, for angles (..)."""
    K = np.cross(np.eye(3), axis)
    angle = np.asarray(angle, float)[..., None, None]
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def _frame(element):
    roll, pitch, yaw = _numbers(element, 'rpy')
    return _numbers(element, 'xyz'), _turn([0, 0, 1], yaw) @ _turn([0, 1, 0], pitch) @ _turn([1, 0, 0], roll)


def _inertial(link):
    """Mass, centre of mass and inertia about it, in the link's axes."""
    inertial = link.find('inertial')
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    x, R = _frame(inertial.find('origin'))
    xx, yy, zz, xy, xz, yz = (float(inertial.find('inertia').get(key)) for key in ('ixx', 'iyy', 'izz', 'ixy', 'ixz', 'iyz'))
    return float(inertial.find('mass').get('value')), x, R @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ R.T


def _limit(joint, key):
    limit = joint.find('limit')
    return np.inf if limit is None or limit.get(key) is None else float(limit.get(key))


def _in_order(robot):
    """The root link and the joints, each after the joint that moves its parent."""
    joints = robot.findall('joint')
    children = {joint.find('child').get('link') for joint in joints}
    roots = [link.get('name') for link in robot.findall('link') if link.get('name') not in children]
    if len(roots) != 1:
        raise ValueError(f'urdf: {len(roots)} links without a parent: {", ".join(roots)}')
    reached, ordered = {roots[0]}, []
    while len(ordered) < len(joints):
        nexts = [joint for joint in joints if joint not in ordered and joint.find('parent').get('link') in reached]
        if not nexts:
            left = [joint.get('name') for joint in joints if joint not in ordered]
            raise ValueError(f'urdf: joints that do not hang on {roots[0]}: {", ".join(left)}')
        ordered += nexts
        reached |= {joint.find('child').get('link') for joint in nexts}
    return roots[0], ordered


class _Link:
    """Place, attitude and velocity of a link: v, w = Jv u, Jw u, v of its origin."""

    def __init__(self, x, R, Jv, Jw):
        self.x, self.R, self.Jv, self.Jw = x, R, Jv, Jw

    def at(self, x):
        """The Jacobian of the velocity of a point of the link at x in the world."""
        return self.Jv - np.cross((x - self.x)[..., None, :], np.swapaxes(self.Jw, -1, -2)).swapaxes(-1, -2)

    def child(self, joint, angle, column):
        """The link behind a joint; column: of its speed, none for one that is fixed."""
        offset, R = _frame(joint.find('origin'))
        x, R = self.x + self.R @ offset, self.R @ R
        if column is None:
            return _Link(x, R, self.at(x), self.Jw)
        axis = _numbers(joint.find('axis'), 'xyz', '1 0 0')
        axis = axis / np.linalg.norm(axis)
        in_world, slides = R @ axis, joint.get('type') == 'prismatic'
        if slides:
            x = x + in_world * angle[..., None]
        else:
            R = R @ _turn(axis, angle)
        Jv, Jw = self.at(x).copy(), self.Jw.copy()
        (Jv if slides else Jw)[..., column] += in_world
        return _Link(x, R, Jv, Jw)


def _attitude(q):
    w, v = q[..., 0, None, None], q[..., 1:]
    K = np.cross(np.eye(3), v[..., None, :])
    return np.eye(3) + 2 * w * K + 2 * K @ K


def from_urdf(robot, q, tip, point=(0, 0, 0), base=None):
    """The Machine of a URDF, whose link `tip` touches.

    robot: a file's path, or its text. q: angles and strokes of the joints that move, in the order of `names`; (.., joints).
    point: of the tip that touches, in its link's axes. base: None where the root link stands; else its place and its unit
    quaternion (w, x, y, z), of a floating base, whose velocity and angular velocity in world axes are the first six speeds.
    """
    root = xml.parse(robot).getroot() if os.path.exists(robot) else xml.fromstring(robot)
    first, joints = _in_order(root)
    moving = [joint for joint in joints if joint.get('type') != 'fixed']
    for joint in joints:
        if joint.get('type') not in ('fixed', 'revolute', 'continuous', 'prismatic') or joint.find('mimic') is not None:
            raise ValueError(f'urdf: joint {joint.get("name")} is neither revolute, continuous, prismatic nor fixed')
    q, free = np.asarray(q, float), 6 if base is not None else 0
    if q.shape[-1:] != (len(moving),):
        raise ValueError(f'q: has the shape {q.shape}, needs (.., {len(moving)}): ' + ', '.join(j.get('name') for j in moving))
    n, lead = free + len(moving), q.shape[:-1]
    Jv, Jw = np.zeros((*lead, 3, n)), np.zeros((*lead, 3, n))
    Jv[..., :, :free], Jw[..., :, :free] = np.eye(3, 6)[:, :free], np.eye(3, 6, 3)[:, :free]
    x, turned = base if free else ((0, 0, 0), (1, 0, 0, 0))
    links = {first: _Link(np.broadcast_to(np.asarray(x, float), (*lead, 3)),
                          np.broadcast_to(_attitude(np.asarray(turned, float)), (*lead, 3, 3)), Jv, Jw)}
    for joint in joints:
        at = moving.index(joint) if joint in moving else None
        links[joint.find('child').get('link')] = links[joint.find('parent').get('link')].child(
            joint, None if at is None else q[..., at], None if at is None else free + at)
    if tip not in links:
        raise ValueError(f'tip: no link {tip!r}; there are {", ".join(links)}')
    contact = links[tip].x + links[tip].R @ np.asarray(point, float)
    free_names = ['v_x', 'v_y', 'v_z', 'w_x', 'w_y', 'w_z'][:free]
    return Machine(_mass_matrix(root, links, n), links[tip].at(contact), contact, links[tip].R, None,
                   free_names + [joint.get('name') for joint in moving],
                   np.array([np.inf] * free + [_limit(joint, 'effort') for joint in moving]),
                   np.array([np.inf] * free + [_limit(joint, 'velocity') for joint in moving]))


def _mass_matrix(root, links, n):
    M = np.zeros((n, n))
    for element in root.findall('link'):
        mass, centre, inertia = _inertial(element)
        link = links[element.get('name')]
        Jv, Jw = link.at(link.x + link.R @ centre), link.Jw
        in_world = link.R @ inertia @ np.swapaxes(link.R, -1, -2)
        M = M + mass * np.swapaxes(Jv, -1, -2) @ Jv + np.swapaxes(Jw, -1, -2) @ in_world @ Jw
    return (M + np.swapaxes(M, -1, -2)) / 2


# ---- Other programs -----------------------------------------------------------------------------------------------------


def from_pinocchio(M, J, R=None):
    """The Machine of Pinocchio's data.M and a frame's Jacobian.

    M: n x n after pinocchio.crba, which fills the upper triangle alone. J: 6 x n, of getFrameJacobian(model, data, frame,
    LOCAL_WORLD_ALIGNED): the first three rows are of the velocity in world axes. With LOCAL give R, the frame's attitude in
    the world (data.oMf[frame].rotation).
    """
    M, J = np.asarray(M, float), np.asarray(J, float)
    n = M.shape[-1]
    if M.ndim < 2 or M.shape[-2] != n:
        raise ValueError(f'M: has the shape {M.shape}, needs (.., n, n)')
    if J.ndim < 2 or J.shape[-2:] != (6, n):
        raise ValueError(f'J: has the shape {J.shape}, needs (.., 6, {n})')
    linear = J[..., :3, :] if R is None else np.asarray(R, float) @ J[..., :3, :]
    free = np.full(n, np.inf)
    return Machine(np.triu(M) + np.swapaxes(np.triu(M, 1), -1, -2), linear, None, R, None, None, free, free)


def from_mujoco(model, data, geom):
    """The Machine of a MuJoCo model in the state of `data`, after mj_forward, and the contact of a geom, by name or number.

    Where the geom touches several others, the deepest contact counts, and J is of its body's velocity relative to the
    other's. Where it touches nothing the point is its centre and n is None. Speeds are data.qvel.
    """
    import mujoco
    number = geom if isinstance(geom, (int, np.integer)) else model.geom(geom).id
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, M, data.qM)
    contacts = [data.contact[i] for i in range(data.ncon)]
    touching = [contact for contact in contacts if number in (contact.geom1, contact.geom2)]
    contact = min(touching, key=lambda one: one.dist, default=None)
    x, n = data.geom_xpos[number].copy(), None
    J = np.zeros((3, model.nv))
    if contact is not None:
        is_second = contact.geom2 == number
        x, n = contact.pos.copy(), contact.frame[:3] * (1 if is_second else -1)
        mujoco.mj_jac(model, data, J, None, x, model.geom_bodyid[contact.geom1 if is_second else contact.geom2])
    own = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, own, None, x, model.geom_bodyid[number])
    joints = model.dof_jntid
    effort = np.where(model.jnt_actfrclimited[joints] != 0, model.jnt_actfrcrange[joints, 1], np.inf)
    return Machine(M, own - J, x, data.geom_xmat[number].reshape(3, 3).copy(), n,
                   [model.joint(joint).name for joint in joints], effort, np.full(model.nv, np.inf))
