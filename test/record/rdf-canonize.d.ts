// What the tests use of rdf-canonize, which brings no types.

declare module 'rdf-canonize' {
  /** Canonical N-Quads of a dataset. */
  export function canonize(
    dataset: readonly object[],
    options: { readonly algorithm: 'RDFC-1.0' },
  ): Promise<string>
}
