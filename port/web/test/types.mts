// What the package's types allow, and what they refuse: checked by `tsc --noEmit`.
import {load, type Struct, type td_body_impact} from 'touchdown-contact';

async function resolves(bytes: Uint8Array): Promise<number> {
  const td = await load(bytes, 'double');
  const lander = td.create('td_body_contact', {body: {mass: 12}, n: [0, 0, 1]});
  const hit: Struct<td_body_impact> = td.create('td_body_impact');
  const status: number = td.td_resolve_body(lander, hit);
  // @ts-expect-error the wrong struct
  td.td_resolve_body(hit, hit);
  // @ts-expect-error no such field
  td.create('td_body_contact', {mass: 12});
  // @ts-expect-error no such precision
  await load(bytes, 'half');
  return status + td.constants.TD_MODE_STICKS + (hit.w[0] ?? 0);
}
export {resolves};
