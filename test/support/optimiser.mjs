/**
 * Has V8 optimise only what runs for long. A process of tests runs much code a few times each: what Node 20
 * compiles for it never pays back, and took a quarter of the CPU time of a run. Newer ones wait by themselves.
 */
import { setFlagsFromString } from 'node:v8'

const isNode20 = Number.parseInt(process.versions.v8) < 12

if (isNode20) {
  // Bytes of bytecode that a function runs before it is optimised: 66 KB by default.
  setFlagsFromString('--interrupt-budget=1000000')
  // The same for WebAssembly: 1.8 MB by default, and this from Node 22 on.
  setFlagsFromString('--wasm-tiering-budget=13000000')
}
