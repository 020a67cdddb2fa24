"""Every function over many states at once, each held against something that does not know it: numpy's algebra, free fall,
differences, another description of the same machine.

Seen red: pointers of every state at the first state's arrays; states that are read and written given as copies.
"""
import unittest

import numpy as np

import draws
import touchdown

UP = [0, 0, 1]


def skew(r):
    zero = np.zeros(r.shape[:-1])
    x, y, z = np.moveaxis(r, -1, 0)
    return np.stack([np.stack([zero, -z, y], -1), np.stack([z, zero, -x], -1), np.stack([-y, x, zero], -1)], -2)


def as_speeds(rows):
    """Free bodies as systems of six speeds: v and w of the centre of mass."""
    count = len(rows)
    M, J = np.zeros((count, 6, 6)), np.zeros((count, 3, 6))
    for i in range(3):
        M[:, i, i] = rows.body.mass
        M[:, 3 + i, 3 + i] = rows.body.inertia[:, i]
        J[:, i, i] = 1
    J[:, :, 3:] = -skew(rows.r)
    return {'system': {'M': M, 'u': np.concatenate([rows.body.v, rows.body.w], 1)}, 'J': J, 'normal': rows.n,
            'surface': rows.surface}


class Systems(unittest.TestCase):
    def setUp(self):
        self.rows = draws.bodies(500, np.float64)
        _, self.hit = touchdown.resolve_body(self.rows)

    def test_a_body_as_generalized_speeds(self):
        result = touchdown.resolve_speeds(as_speeds(self.rows))
        self.assertEqual(result._fields, ('status', 'impact', 'u_after', 'joint_impulses', 'constraint_impulses'))
        expected = np.concatenate([self.hit.v, self.hit.w], 1)
        self.assertLess(np.abs(result.u_after - expected).max(), 1e-6)
        speeds = as_speeds(self.rows)
        p = result.impact.impact.p
        world = p.n[:, None] * self.rows.n / np.linalg.norm(self.rows.n, axis=1)[:, None] + \
            p.t[:, None] * result.impact.t + p.s[:, None] * result.impact.s
        self.assertLess(np.abs(result.joint_impulses - np.einsum('kji,kj->ki', speeds['J'], world)).max(), 1e-6)

    def test_one_arm_in_many_motions(self):
        """M and J of one state, speeds of a hundred: as if they were given a hundred times."""
        one = as_speeds(self.rows[:1])
        u = np.random.default_rng(1).normal(size=(100, 6)) - [0, 0, 3, 0, 0, 0]
        shared = dict(one, system={'M': one['system']['M'][0], 'u': u}, J=one['J'][0], normal=one['normal'][0])
        many = touchdown.resolve_speeds(shared)
        for i in (0, 57, 99):
            alone = touchdown.resolve_speeds(dict(shared, system={'M': one['system']['M'][0], 'u': u[i]}))
            self.assertEqual(many.u_after[i].tobytes(), alone.u_after.tobytes())

    def test_constraints_hold(self):
        A = np.random.default_rng(2).normal(size=(2, 6))
        speeds = as_speeds(self.rows)
        speeds['system']['A'] = A
        result = touchdown.resolve_speeds(speeds)
        solved = result.status >= 0
        self.assertGreater(solved.sum(), 490)
        jump = result.u_after - speeds['system']['u']
        self.assertLess(np.abs(jump @ A.T)[solved].max(), 1e-9)
        self.assertEqual(result.constraint_impulses.shape, (500, 2))
        momentum = np.einsum('kij,kj->ki', speeds['system']['M'], jump)
        balance = momentum - result.joint_impulses - result.constraint_impulses @ A
        self.assertLess(np.abs(balance[solved]).max(), 1e-8)

    def test_operational_space_inertia_is_J_by_M_by_J(self):
        speeds = as_speeds(self.rows)
        status, inertia = touchdown.operational_space_inertia_of(speeds)
        W = speeds['J'] @ np.linalg.inv(speeds['system']['M']) @ speeds['J'].transpose(0, 2, 1)
        n = self.rows.n / np.linalg.norm(self.rows.n, axis=1)[:, None]
        self.assertTrue(np.allclose(inertia.free.nn, np.einsum('ki,kij,kj->k', n, W, n), rtol=1e-12))

    def test_directions_that_no_impact_changes(self):
        speeds = as_speeds(self.rows)
        status, count, rows = touchdown.effector_invariants(speeds)
        self.assertTrue(np.all(status >= 0) and np.all(count == 3))
        felt = np.linalg.inv(speeds['system']['M']) @ speeds['J'].transpose(0, 2, 1)
        self.assertLess(np.abs(rows[:, :3] @ felt).max(), 1e-8)

    def test_the_largest_speed_of_an_arm_reaches_its_limit(self):
        speeds = as_speeds(self.rows)
        limit = np.full(6, 2.0)
        result = touchdown.predict_effector({'speeds': speeds, 'max_joint_impulse': limit})
        binds = result.impact.limit == touchdown.LIMIT_JOINT_IMPULSE
        self.assertGreater(binds.sum(), 400)
        largest = np.abs(result.joint_impulses).max(1)[binds] * result.impact.scale[binds]
        self.assertTrue(np.allclose(largest, 2, rtol=1e-9))

    def test_a_pair_with_an_immense_body(self):
        rows = self.rows
        anvil = {'mass': 1e12, 'inertia': [1e12, 1e12, 1e12, 0, 0, 0]}
        status, hit = touchdown.resolve_pair({'a': rows.body, 'b': anvil, 'r_a': rows.r, 'n': rows.n, 'surface': rows.surface})
        self.assertLess(np.abs(hit.v_a - self.hit.v).max(), 1e-6)

    def test_several_points(self):
        points = {'r': [[0.2, 0.2, -1], [0.2, -0.2, -1], [-0.2, 0.2, -1], [-0.2, -0.2, -1]], 'n': UP,
                  'surface': {'mu_s': 0.5, 'mu_k': 0.4, 'e': np.linspace(0, 1, 5)[:, None]}}
        speed = np.linspace(0.5, 2, 4)[:, None, None] * [0, 0, -1]
        body = {'mass': 3, 'inertia': [1, 1, 1, 0, 0, 0], 'v': speed}
        result = touchdown.resolve_body_multi_contact({'body': body, 'points': points})
        self.assertEqual(result.contacts.shape, (4, 5, 4))
        self.assertTrue(np.allclose(result.impact.v[..., 2], -speed[..., 2] * np.linspace(0, 1, 5), atol=1e-9))
        self.assertTrue(np.allclose(result.contacts.p.n.sum(-1), 3 * (result.impact.v[..., 2] - speed[..., 2])))

    def test_several_contacts_of_a_system(self):
        points = np.array([[0.2, 0.2, -1], [0.2, -0.2, -1], [-0.2, 0.0, -1]])
        J = np.concatenate([np.concatenate([np.eye(3), -skew(r)], 1) for r in points])
        u = [0, 0, -1.0, 0, 0, 0] * np.linspace(1, 2, 7)[:, None]
        result = touchdown.resolve_speeds_multi_contact({
            'system': {'M': np.eye(6), 'u': u}, 'J': J, 'normals': [UP] * 3,
            'surfaces': {'e': [0.5, 0.5, 0.5]}, 'multi_contact': {'iterations': touchdown.CONVERGED_ITERATIONS}})
        self.assertTrue(np.allclose(result.u_after[:, 2], -0.5 * u[:, 2], atol=1e-6))
        self.assertEqual(result.contacts.shape, (7, 3))


class Derivatives(unittest.TestCase):
    def test_of_bodies_against_differences(self):
        rows = draws.bodies(300, np.float64)
        status, hit, _ = touchdown.resolve_body_derivatives(rows)
        step = 1e-6
        for i in range(3):
            ends = []
            for sign in (1, -1):
                moved = rows.copy()
                moved.body.v[:, i] += sign * step
                ends.append(touchdown.resolve_body(moved).impact.v)
            difference = (ends[0] - ends[1]) / (2 * step)
            smooth = (status == 0) & (hit.margin > 1e-3)
            self.assertGreater(smooth.sum(), 200)
            error = np.abs(hit.motion[:, :3, touchdown.BODY_BY_V + i] - difference)[smooth]
            self.assertLess(np.quantile(error, 0.99), 1e-3)

    def test_of_several_contacts_against_differences(self):
        v = np.random.default_rng(3).normal(size=(40, 3)) * [0.5, 0.5, 0.1] - UP
        rows = {'body': {'mass': 3, 'inertia': [1, 2, 3, 0, 0, 0], 'v': v},
                'points': {'r': [[0.2, 0.2, -1], [0.2, -0.2, -1], [-0.2, 0.2, -1]], 'n': UP,
                           'surface': {'mu_s': 0.5, 'mu_k': 0.5, 'e': 0.3}},
                'multi_contact': {'iterations': touchdown.MAX_ITERATIONS}}
        result = touchdown.resolve_body_multi_contact_derivatives(rows)
        self.assertEqual((result.p.shape, result.motion_by_surface.shape), ((40, 9, 6), (40, 6, 9)))
        step, smooth = 1e-5, (result.status == 0) & (result.impact.margin > 1e-3)
        self.assertGreater(smooth.sum(), 20)
        for i in range(3):
            ends = []
            for sign in (1, -1):
                rows['body']['v'] = v + sign * step * np.eye(3)[i]
                ends.append(touchdown.resolve_body_multi_contact(rows).impact.v)
            difference = (ends[0] - ends[1]) / (2 * step)
            error = np.abs(result.impact.motion[:, :3, touchdown.BODY_BY_V + i] - difference)[smooth]
            self.assertLess(error.max(), 1e-5)

    def test_of_several_contacts_of_a_system_are_the_bodys(self):
        r = np.array([[0.2, 0.2, -1], [0.2, -0.2, -1], [-0.2, 0.2, -1]])
        v = np.random.default_rng(4).normal(size=(40, 3)) * [0.5, 0.5, 0.1] - UP
        surface = {'mu_s': 0.5, 'mu_k': 0.5, 'e': 0.3}
        rule = {'iterations': touchdown.MAX_ITERATIONS}
        body = touchdown.resolve_body_multi_contact_derivatives(
            {'body': {'mass': 3, 'inertia': [1, 2, 3, 0, 0, 0], 'v': v},
             'points': {'r': r, 'n': UP, 'surface': surface}, 'multi_contact': rule})
        J = np.concatenate([np.broadcast_to(np.eye(3), (3, 3, 3)), -skew(r)], 2).reshape(9, 6)
        system = touchdown.resolve_speeds_multi_contact_derivatives(
            {'system': {'M': np.diag([3, 3, 3, 1, 2, 3]), 'u': np.concatenate([v, np.zeros((40, 3))], 1)}, 'J': J,
             'normals': np.tile(UP, (3, 1)), 'surfaces': {field: [value] * 3 for field, value in surface.items()},
             'multi_contact': rule})
        self.assertEqual((system.p.shape, system.p_by_surface.shape), ((40, 9, 6), (40, 9, 9)))
        self.assertEqual((system.u.shape, system.u_by_surface.shape), ((40, 6, 6), (40, 6, 9)))
        smooth = (body.status == 0) & (system.status == 0)
        self.assertGreater(smooth.sum(), 20)
        self.assertTrue(np.allclose(system.u[smooth], body.impact.motion[smooth], atol=1e-6))
        self.assertTrue(np.allclose(system.p[smooth], body.p[smooth], atol=1e-6))
        self.assertTrue(np.allclose(system.u_by_surface[smooth], body.motion_by_surface[smooth], atol=1e-6))

    def test_of_contacts_and_systems_agree(self):
        rows = draws.bodies(50, np.float64)
        of_body = touchdown.resolve_body_derivatives(rows).impact
        result = touchdown.resolve_speeds_derivatives(as_speeds(rows))
        self.assertEqual((result.p.shape, result.u.shape), ((50, 3, 9), (50, 6, 9)))
        self.assertTrue(np.allclose(result.u, of_body.motion, atol=1e-5))

    def test_covariance_is_X_C_XT(self):
        random = np.random.default_rng(5)
        X = random.normal(size=(40, 6, 9))
        root = random.normal(size=(9, 9))
        status, after = touchdown.covariance_through(X, root @ root.T, None, None)
        self.assertTrue(np.allclose(after, X @ root @ root.T @ X.transpose(0, 2, 1)))
        self.assertEqual(touchdown.covariance_through(np.zeros((99, 9)), root @ root.T, None, None).status, touchdown.REFUSED_SIZE)

    def test_covariance_through_an_impact_is_that_of_its_saltation_matrix(self):
        random = np.random.default_rng(6)
        load = {'force': [0, 0, -9.81]}
        status, saltation, reach = touchdown.body_saltation_of(draws.bodies(30, np.float64), load, None)
        P, S = (root @ root.T for root in (random.normal(size=(12, 12)), random.normal(size=(6, 6))))
        solved, X, E = status >= 0, saltation.X, saltation.E
        self.assertGreater(solved.sum(), 25)
        after = touchdown.covariance_through(X, P, E, S).after
        self.assertTrue(np.all(reach.x[solved] > 0))
        self.assertTrue(np.allclose(after[solved], (X @ P @ X.transpose(0, 2, 1) + E @ S @ E.transpose(0, 2, 1))[solved]))


LANDER = {'mass': 100, 'inertia': [40, 40, 40, 0, 0, 0], 'feet': 4, 'planes': 1, 'ground': {'n': UP}, 'up': UP, 'horizon': 60,
          'foot': {'r': [[1, 1, -1], [1, -1, -1], [-1, 1, -1], [-1, -1, -1]],
                   'surface': {'mu_s': 0.6, 'mu_k': 0.5, 'e': 0.2}}, 'gravity': [0, 0, -1.62]}


class Landings(unittest.TestCase):
    def test_free_fall(self):
        height, speed = np.linspace(0.1, 5, 40)[:, None], np.array([0.0, -0.5, -2])
        v = np.zeros((3, 3))
        v[:, 2] = speed
        x = np.zeros((40, 1, 3))
        x[..., 2] = height + 1
        status, touch = touchdown.find_first_touch(LANDER, {'x': x, 'q': [1, 0, 0, 0], 'v': v})
        self.assertTrue(np.all(status >= 0))
        time = (speed + np.sqrt(speed**2 + 2 * 1.62 * height)) / 1.62
        self.assertTrue(np.allclose(touch.time, time, rtol=1e-9))
        self.assertTrue(np.all(touch.count == 4))

    def test_covariance_grows_in_flight(self):
        state = {'x': [0, 0, 3], 'q': [1, 0.02, 0.01, 0], 'v': np.array([[0, 0, 0], [0.5, 0, -1]])}
        root = np.random.default_rng(7).normal(size=(12, 12))
        P = 1e-6 * root @ root.T
        result = touchdown.first_touch_covariance(LANDER, state, P, None)
        self.assertTrue(np.all(result.status >= 0))
        for time, at in zip(result.touch.time, result.covariance.at):
            Phi = np.eye(12)  # without rotation
            Phi[0:6, 6:12] = time * np.eye(6)
            self.assertTrue(np.allclose(at, Phi @ P @ Phi.T, rtol=1e-9))

    def test_margins(self):
        state = touchdown.LanderState(x=[0, 0, 1], q=[1, 0, 0, 0])
        landing = touchdown.Landing()
        touchdown.landing_start(landing, LANDER, state)
        status, stance = touchdown.stance_of(landing, LANDER)
        lift = np.sqrt(2) - 1  # over an edge that is 1 m below and 1 m beside
        self.assertAlmostEqual(float(stance.energy), 100 * 1.62 * lift, places=9)

    def test_landing_to_rest(self):
        body = {'mass': 1, 'inertia': [0.1, 0.1, 0.1, 0, 0, 0], 'up': UP, 'feet': 4, 'planes': 1, 'ground': {'n': UP},
                'gravity': [0, 0, -9.81], 'horizon': 20,
                'foot': {'r': LANDER['foot']['r'], 'surface': LANDER['foot']['surface'], 'mu_sliding': 0.6}}
        state = {'x': [0, 0, 1.3], 'q': [1, 0, 0, 0], 'v': np.array([[0, 0, 0], [0.5, 0, 0], [0, 0, 1.0]])}
        status, landing = touchdown.land(body, state, 4096)
        self.assertTrue(np.all(landing.outcome == touchdown.OUTCOME_RESTS_UPRIGHT))
        self.assertTrue(np.allclose(landing.energy_lost, 9.81 * 0.3 + 0.5 * np.array([0, 0.25, 1]), rtol=2e-2))
        by_hand = touchdown.Landing(3)
        touchdown.landing_start(by_hand, body, state)
        while np.any(by_hand.outcome == touchdown.OUTCOME_OPEN):
            touchdown.landing_step(by_hand, body, 1e9)
        self.assertEqual(by_hand.state.tobytes(), landing.state.tobytes())
        touches = touchdown.land({**body, 'most_touches': 6}, state, 4096).touches
        self.assertEqual(touches.shape, (3, 6))
        self.assertEqual(touches.time[:, 0].tobytes(), landing.first_contact.tobytes())
        self.assertTrue(np.allclose(touches.v_n[:2, 0], -np.sqrt(2 * 9.81 * 0.3), rtol=1e-3))
        odds = touchdown.LandingOdds()
        for one in landing:
            touchdown.landing_tally(odds, one)
        self.assertEqual(int(odds.outcomes[touchdown.OUTCOME_RESTS_UPRIGHT]), 3)
        tallied = touchdown.LandingOdds()
        touchdown.landing_tally(tallied, landing)  # the three, one after the other
        self.assertEqual(tallied.tobytes(), odds.tobytes())
        sampled = touchdown.land_sampled(body, {'x': [0, 0, 1.3], 'q': [1, 0, 0, 0]}, {'e': 0.1}, 7, 4096)
        self.assertEqual(int(sampled.odds.outcomes.sum()), 7)


class Streams(unittest.TestCase):
    RIG = {'rate': 10000, 'normal': UP, 'range': 5000, 'threshold': 60, 'gravity': 0}

    @staticmethod
    def pulse(e, peak):
        """A force that rises for 5 ms and falls for e times as long, in a line, and nothing around it."""
        rise, fall = np.linspace(0, peak, 50, endpoint=False), np.linspace(peak, 0, int(50 * e))
        a = np.zeros((1200, 3))
        a[400:400 + 50 + int(50 * e), 2] = np.concatenate([rise, fall])
        return a

    def test_drops_side_by_side_and_one_after_the_other(self):
        restitution = np.array([0.4, 0.6, 0.8])
        a = np.stack([self.pulse(e, 2000) for e in restitution])
        tests = touchdown.DropTest((3, 1))
        self.assertTrue(np.all(touchdown.drop_start(tests, self.RIG) == 0))
        status = touchdown.drop_feed(tests, {'a': a})
        self.assertEqual(status.shape, (3, 1200))
        self.assertTrue(np.all(tests.phase == touchdown.DROP_READY))
        speed = np.array([[a_[400:450, 2].sum() / 10000] for a_ in a])
        status, impact = touchdown.drop_impact_of(tests, {'speed': speed})
        self.assertTrue(np.all(status >= 0))
        self.assertLess(np.abs(impact.e.value[:, 0] - restitution).max(), 0.03)
        alone = touchdown.DropTest()
        touchdown.drop_start(alone, self.RIG)
        for sample in a[1]:
            touchdown.drop_feed(alone, {'a': sample})
        by_itself = touchdown.drop_impact_of(alone, {'speed': speed[1, 0]}).impact
        for name in impact.dtype.names:  # not of bytes: the struct ends in some that no field has
            self.assertEqual(by_itself[name].tobytes(), impact[name][1, 0].tobytes())
        self.assertTrue(touchdown.drop_impact_of(alone, None).status & touchdown.CAVEAT_SHAPE)
        self.assertEqual(touchdown.drop_gap(alone, 65), touchdown.REFUSED_GAP)
        self.assertEqual(touchdown.drop_rearm(alone), 0)

    def test_a_record_keeps_every_impact(self):
        """Three drops in one record, as the loop of the header's comment finds them, sample by sample."""
        a = np.concatenate([self.pulse(e, 2000) for e in (0.4, 0.6, 0.8)])
        test, by_hand = touchdown.DropTest(), []
        touchdown.drop_start(test, self.RIG)
        for i, sample in enumerate(a):
            if touchdown.drop_feed(test, {'a': sample}) >= 0 and test.phase == touchdown.DROP_READY:
                by_hand.append((i, *touchdown.drop_impact_of(test, None)))
                touchdown.drop_rearm(test)
        found = touchdown.drop_impacts(self.RIG, a)
        self.assertEqual((len(by_hand), found.impact.shape), (3, (3,)))
        for row, (sample, status, impact) in enumerate(by_hand):
            self.assertEqual((found.sample[row], found.status[row]), (sample, status))
            for name in impact.dtype.names:
                self.assertEqual(found.impact[row][name].tobytes(), impact[name].tobytes())
        self.assertEqual(touchdown.drop_impacts(self.RIG, a[:300]).impact.shape, (0,))
        with self.assertRaisesRegex(ValueError, 'refused: rig'):
            touchdown.drop_impacts(dict(self.RIG, rate=0), a)

    def test_a_monitor_sees_the_foot_that_touches(self):
        machine = {'rate': 1000, 'mass': 10, 'inertia': [1, 1, 1, 0, 0, 0], 'feet': 3, 'range': 500,
                   'foot': {'r': [[1, 0, -1], [-1, 1, -1], [-1, -1, -1]], 'mu': 0.8},
                   'points': 1, 'point': {'r': [[0, 0, 1]]}, 'accelerometer_noise': 0.05, 'gyro_noise': 0.002}
        random = np.random.default_rng(4)
        impulse, r = np.array([0, 0, 1.0]), np.array([1, 0, -1.0])
        a, w = 0.05 * random.normal(size=(700, 3)), 0.002 * random.normal(size=(700, 3))
        a[400:410] += impulse / 10 / 0.010
        w[400:] += np.minimum(np.arange(1, 301), 10)[:, None] / 10 * np.cross(r, impulse)
        monitor = touchdown.Monitor()
        touchdown.monitor_start(monitor, machine)
        touchdown.monitor_feed(monitor, machine, {'a': a, 'w': w, 'n': UP})
        event = monitor.event
        self.assertEqual((int(event.number), int(event.foot)), (1, 0))
        self.assertEqual(int(event.explanation), touchdown.EXPLAINED_BY_FOOT)
        self.assertLess(np.abs(event.impulse - impulse).max(), 0.1)


class Words(unittest.TestCase):
    def test_names_versions_limits_and_surfaces(self):
        self.assertEqual(touchdown.mode_name(touchdown.MODE_STICKS), 'sticks')
        self.assertEqual(list(touchdown.status_name([0, -2, 3])), ['solved', 'refused: mass: not finite or not above 0', 'several caveats'])
        self.assertEqual(touchdown.caveat_name(2, 0), 'caveat: jam')
        parts = [touchdown.VERSION_MAJOR, touchdown.VERSION_MINOR, touchdown.VERSION_PATCH]
        self.assertEqual(touchdown.version(), 10000 * parts[0] + 100 * parts[1] + parts[2])
        self.assertEqual(touchdown.__version__, '.'.join(map(str, parts)))
        status, limits = touchdown.limits_of_library()
        self.assertEqual(int(limits.max_speeds), touchdown.MAX_SPEEDS)
        status, e = touchdown.restitution_at({'speed': [1, 2], 'e': [0.4, 0.2], 'points': 2}, np.array([0.5, 1.5, 9]))
        self.assertTrue(np.allclose(e, [0.4, 0.3, 0.2]))
        pairs = {'a': [1, 2], 'b': [3, 3], 'mu_s': 0.5, 'mu_k': [0.3, 0.4], 'restitution': {'e': [[0.1], [0.7]], 'points': 1}}
        status, surface = touchdown.surface_between(pairs, 3, np.array([1, 2, 4]), 1.0)
        self.assertEqual(list(status), [0, 0, touchdown.REFUSED_UNKNOWN_SURFACE])
        self.assertTrue(np.allclose(surface.e[:2], [0.1, 0.7]) and np.isnan(surface.e[2]))


if __name__ == '__main__':
    unittest.main()
