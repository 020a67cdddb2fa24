/** A struct in the memory of the .wasm: its fields are read and written there. */
export type Struct<T> = T & { readonly address: number; readonly length: number; row(index: number): Struct<T> };

/** Numbers in the memory of the .wasm, for a parameter that points to them. */
export interface Numbers {
  readonly address: number;
  readonly values: Float32Array | Float64Array | Int32Array;
}

/** What of a struct is given in the beginning; the rest is zero, which is each field's default. */
export type Given<T> = T extends number ? number : T extends ArrayLike<infer E> ? ArrayLike<Given<E>> : { [K in keyof T]?: Given<T[K]> };

/** The library in one precision. All of it is synchronous, and no two of them share memory. */
export interface Touchdown extends Functions {
  readonly precision: 'float' | 'double';
  readonly constants: Constants;
  /** `count` structs in a row, zeros but for what is given of the first. */
  create<Name extends keyof Structs>(name: Name, given?: Given<Structs[Name]>, count?: number): Struct<Structs[Name]>;
  /** Reals, or integers of 32 bits. */
  reals(values: ArrayLike<number>): Numbers;
  integers(values: ArrayLike<number>): Numbers;
  /** A copy as plain objects and arrays. */
  plain<T>(struct: Struct<T>): T;
  /** Runs `work`, and takes back the memory of what was created in it. */
  within<Result>(work: () => Result): Result;
}

/** The library of a .wasm: its bytes, or a module that is compiled already. */
export function load(wasm: BufferSource | WebAssembly.Module, precision?: 'float' | 'double'): Promise<Touchdown>;
