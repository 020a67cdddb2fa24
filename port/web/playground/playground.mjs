// Puts the library, which is in the page, under the three parts of it.
import {load} from '../touchdown.mjs';
import {drop} from './drop.mjs';
import {landing} from './landing.mjs';
import {strike} from './strike.mjs';
import {byId} from './vectors.mjs';

async function unpacked() {
  const packed = Uint8Array.from(atob(byId('wasm').textContent.trim()), sign => sign.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start() {
  const td = await load(await unpacked());
  for (const part of [strike, drop, landing]) part(td);
  document.documentElement.dataset.ready = td.td_version();
}

start().catch(error => { byId('problem').textContent = `This browser cannot run the page: ${error.message}`; });
