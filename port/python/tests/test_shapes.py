"""What does not fit raises, and says what would; what the library refuses comes back as its status.

Seen red: a covariance of 12 x 12 as 12 states of a row each; the check of dimensions in _Given.fitted taken out, that of
names, of precisions, of sizes that disagree, of writable states; outputs prepared with 0 instead of 0xFF; record arrays as
numpy's own, which take any attribute; M="upper" not looked at.
"""
import unittest

import numpy as np

import draws
import touchdown

ARM = {'system': {'M': np.eye(2), 'u': [0.0, -1.0]}, 'J': [[1, 0], [0, 0], [0, 1.0]], 'normal': [0, 0, 1]}


class Refusals(unittest.TestCase):
    def raises(self, error, words, function, *arguments, **named):
        with self.assertRaises(error) as raised:
            function(*arguments, **named)
        for word in words.split():
            self.assertIn(word, str(raised.exception))

    def test_shapes(self):
        self.raises(ValueError, 'body.v (2,) 3', touchdown.resolve_body, {'body': {'v': [1, 2]}})
        self.raises(ValueError, 'body.v () 3', touchdown.resolve_body, {'body': {'v': 1}})
        self.raises(ValueError, 'broadcast (5,) (4,)', touchdown.resolve_body, {'body': {'mass': np.ones(4)}, 'r': np.ones((5, 3))})
        self.raises(ValueError, 'J (3, 3) n 2', touchdown.resolve_speeds, dict(ARM, J=np.eye(3)))
        self.raises(ValueError, 'J needs 3', touchdown.resolve_speeds, dict(ARM, J=np.eye(2)))
        self.raises(ValueError, 'up to 8', touchdown.find_first_touch, {'foot': {'r': np.zeros((9, 3))}}, {})
        self.raises(ValueError, '3 count', touchdown.resolve_speeds_multi_contact,
                    {'system': ARM['system'], 'J': np.zeros((4, 2))})
        self.raises(ValueError, '', touchdown.restitution_at, touchdown.Restitution(3), np.ones(2))

    def test_misspelt_names(self):
        falls = touchdown.BodyContact(2)
        with self.assertRaisesRegex(AttributeError, 'mu.*did you mean mu_s'):
            falls.surface.mu = 0.5
        with self.assertRaisesRegex(AttributeError, 'bodi.*did you mean body'):
            falls.bodi
        with self.assertRaisesRegex(TypeError, 'surfase.*did you mean surface'):
            touchdown.BodyContact(2, surfase={})

    def test_results_print_names_and_units(self):
        shown = repr(touchdown.resolve({'W': {'nn': 1, 'tt': 1, 'ss': 1}, 'v': {'n': -1.0}, 'surface': {'e': 0.5}}))
        self.assertIn('status: solved', shown)
        self.assertRegex(shown, r'p\.n +1\.5 N s\n')
        self.assertRegex(shown, r'mode_restitution +sticks\n')

    def test_caveats_are_a_list_of_names(self):
        both = touchdown.CAVEAT_JAM | touchdown.CAVEAT_MARGINAL
        names = [touchdown.caveat_name(both, k) for k in range(2)]
        self.assertEqual(touchdown.caveats(both), names)
        self.assertEqual(touchdown.caveats([0, touchdown.CAVEAT_JAM, -2]), [[], names[:1], []])

    def test_the_upper_triangle_of_a_mass_matrix(self):
        M = np.array([[[3, 1], [1, 2.0]], [[4, -1], [-1, 2.0]]])
        arm = dict(ARM, system=dict(ARM['system'], M=np.triu(M)))
        whole = touchdown.resolve_speeds(dict(ARM, system=dict(ARM['system'], M=M)))
        self.assertTrue(np.all(touchdown.resolve_speeds(arm).status == touchdown.REFUSED_MASS_MATRIX))
        self.assertEqual(touchdown.resolve_speeds(arm, M='upper').u_after.tobytes(), whole.u_after.tobytes())
        nested = touchdown.predict_effector({'speeds': arm}, M='upper')
        self.assertEqual(nested.u_after.tobytes(), whole.u_after.tobytes())
        self.raises(ValueError, "did you mean upper", touchdown.resolve_speeds, arm, M='uper')
        self.raises(TypeError, '', touchdown.resolve_body, {}, M='upper')

    def test_types(self):
        self.raises(TypeError, 'mass real', touchdown.resolve_body, {'body': {'mass': 'heavy'}})
        self.raises(TypeError, 'mass complex128', touchdown.resolve_body, {'body': {'mass': 1j}})
        self.raises(TypeError, 'law integers float64', touchdown.resolve, {'options': {'law': 1.5}})
        self.raises(ValueError, 'law 32', touchdown.resolve, {'options': {'law': 2**31}})
        self.raises(TypeError, 'Contact float64', touchdown.resolve, np.zeros(3))
        self.raises(TypeError, 'Contact BodyContact', touchdown.resolve, touchdown.BodyContact(2))
        self.raises(TypeError, 'float32', touchdown.Contact, 3, np.float16)

    def test_precisions_do_not_mix(self):
        self.raises(TypeError, 'both float32 float64', touchdown.resolve, touchdown.Contact(2, np.float32), precision=float)
        self.raises(TypeError, 'both', touchdown.drop_feed, touchdown.DropSample(1, np.float32), touchdown.DropTest(1))

    def test_names(self):
        self.raises(TypeError, 'bdoy surface', touchdown.resolve_body, {'bdoy': {}})
        self.raises(TypeError, 'friction mu_k', touchdown.Surface, friction=1)
        self.raises(TypeError, '', touchdown.resolve)
        self.raises(TypeError, 'u_after field', touchdown.resolve_speeds,
                    dict(ARM, system=dict(ARM['system'], u_after=[0, 0])))
        self.raises(TypeError, 'Speeds mapping', touchdown.resolve_speeds, np.zeros(2))

    def test_states_are_written(self):
        self.raises(TypeError, 'DropTest(..)', touchdown.drop_start, {}, touchdown.DropRig())
        test = touchdown.DropTest()
        test.flags.writeable = False
        self.raises(ValueError, 'read written', touchdown.drop_start, test, touchdown.DropRig())

    def test_the_library_refuses_by_status_and_writes_nothing(self):
        rows = draws.bodies(5, np.float64)
        rows.body.mass = [1, np.nan, 0, -1, np.inf]
        status, hit = touchdown.resolve_body(rows)
        self.assertEqual(list(status[1:]), [touchdown.REFUSED_MASS] * 4)
        self.assertGreaterEqual(status[0], 0)
        self.assertTrue(np.all(np.isnan(hit.v[1:])) and np.all(hit.impact.case_number[1:] == -1))
        self.assertTrue(np.all(np.isfinite(hit.v[0])))
        self.assertEqual(touchdown.status_name(status)[1], 'refused: mass: not finite or not above 0')

    def test_null_is_what_is_not_given(self):
        self.assertEqual(touchdown.resolve_speeds({'system': {'u': [1.0]}, 'J': [[1], [0], [0.0]]}).status,
                         touchdown.REFUSED_NULL)
        self.assertEqual(touchdown.resolve_speeds({}).status, touchdown.REFUSED_NULL)
        size = touchdown.MAX_SPEEDS + 1
        too_many = {'system': {'M': np.eye(size), 'u': np.zeros(size)}, 'J': np.zeros((3, size)), 'normal': [0, 0, 1]}
        self.assertEqual(touchdown.resolve_speeds(too_many).status, touchdown.REFUSED_SIZE)

    def test_a_covariance_is_a_matrix_or_its_rows_and_no_states(self):
        variances = np.diag(np.arange(1.0, 13))
        for given in (variances, variances.reshape(-1), np.broadcast_to(variances, (5, 12, 12))):
            rows = touchdown.LandingErrors(covariance=given)
            self.assertEqual(rows.shape, (5,) if given.ndim == 3 else ())
            self.assertTrue(np.array_equal(rows.covariance.reshape(-1, 12, 12)[0], variances))
        for wrong in (np.zeros(12), np.zeros((3, 12)), np.zeros((144, 1)), np.zeros((6, 6))):
            self.raises(ValueError, 'covariance 144', touchdown.LandingErrors, covariance=wrong)

    def test_an_upper_triangle_is_not_taken_for_a_diagonal_matrix(self):
        full = np.full((12, 12), 0.5) + np.eye(12)
        for given in (full, np.tril(full)):
            touchdown.LandingErrors(covariance=given)
            touchdown.covariance_through(np.eye(12), given, None, None)
        self.raises(ValueError, 'covariance symmetric', touchdown.LandingErrors, covariance=np.triu(full))
        self.raises(ValueError, 'C symmetric', touchdown.covariance_through, np.eye(12), np.triu(full), None, None)
        self.raises(ValueError, 'S symmetric', touchdown.covariance_through, np.eye(12), full, np.eye(12), np.triu(full))

    def test_the_extension_reads_and_writes_no_more_than_there_is(self):
        """What reaches it by another way than the package. Seen red: a crash, or bytes beyond an array written."""
        call, names = touchdown._touchdown.call, touchdown._touchdown.names
        table = touchdown._touchdown.interface(True)['functions']
        index = {row['name']: i for i, row in enumerate(table)}
        body, status = touchdown.BodyContact(), np.zeros((), np.int32)
        hit = np.zeros((), touchdown.BodyImpact.dtype())
        resolve, good = index['td_resolve_body'], [body, hit]
        call(resolve, True, good, [0, hit.nbytes], status)
        read_only = hit.copy()
        read_only.flags.writeable = False
        shifted = np.zeros(hit.nbytes + 1, np.uint8)[1:].view(hit.dtype)[0:1].reshape(())
        hostile = [
            (len(table), True, good, [0, 0], status), (2**63, True, good, [0, 0], status),
            (resolve, True, [body], [0], status), (resolve, True, good * 9, [0] * 18, status),
            (resolve, True, good, [0], status), (resolve, True, good, [0, 10**9], status), (resolve, True, good, [0, -1], status),
            (resolve, True, good, [10**9, 0], status), (resolve, True, [body, None], [0, 8], status),
            (resolve, True, [np.zeros(()), hit], [0, 0], status), (resolve, True, [body, np.zeros(())], [0, 0], status),
            (resolve, True, [touchdown.BodyContact(precision=np.float32), hit], [0, 0], status),
            (resolve, True, [body, np.zeros(hit.nbytes, np.uint8)], [0, 0], status),
            (resolve, True, [body, read_only], [0, 0], status), (resolve, True, [body, shifted], [0, 0], status),
            (resolve, True, [body, np.array([object()] * 200)], [0, 0], status), (resolve, True, [body, 'text'], [0, 0], status),
            (resolve, True, good, [0, 0], np.zeros((), np.int8)), (resolve, True, good, [0, 0], None),
            (resolve, True, [body, np.zeros(3, hit.dtype)], [0, 0], np.zeros(2, np.int32)),
            (resolve, True, [body, np.zeros((1, 2), hit.dtype)], [0, 0], np.zeros(2, np.int32))]
        through, n = index['td_covariance_through'], np.array(12, np.int32)
        hostile += [(through, True, [n, n, np.zeros(()), np.zeros(()), n, None, None, np.zeros(())], [0] * 8, status),
                    (through, True, [None, n, None, None, n, None, None, None], [0] * 8, status),
                    (through, True, [np.array(2**31 - 1, np.int32), n] + [np.zeros((), 'V1152')] * 2 + [n, None, None, np.zeros((), 'V1152')], [0] * 8, status)]
        derivatives, speeds = index['td_resolve_speeds_derivatives'], np.zeros((), touchdown.Speeds.dtype())
        speeds['system']['n'] = 6
        room = np.zeros((), touchdown.SpeedsDerivatives.dtype())
        hostile += [(derivatives, True, [speeds, room, np.zeros(()), np.zeros(())], [0] * 4, status)]
        for given in hostile:
            with self.assertRaises((TypeError, ValueError, IndexError, OverflowError), msg=str(given)[:200]):
                call(*given)
        law = index['td_law_name'] if 'td_law_name' in index else index['td_mode_name']
        for given in ((resolve, good, np.zeros((), np.uintp)), (law, [n], np.zeros((), np.int32)), (law, [None], np.zeros((), np.uintp)),
                      (law, [n], np.zeros(6, np.uintp)[::2])):
            with self.assertRaises((TypeError, ValueError)):
                names(*given)

    def test_no_states_are_no_error(self):
        status, hit = touchdown.resolve_body(touchdown.BodyContact(0))
        self.assertEqual((status.shape, hit.shape), ((0,), (0,)))


if __name__ == '__main__':
    unittest.main()
