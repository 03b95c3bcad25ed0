/** What is used of citation-js, which has no types. */

declare module '@citation-js/core' {
  export const plugins: {
    readonly input: {
      chain(
        data: unknown,
        options: { readonly generateGraph: false; readonly forceType?: string },
        // oxlint-disable-next-line typescript/no-explicit-any
      ): Record<string, any>[]
    }
  }
}
declare module '@citation-js/plugin-bibtex' {}
declare module '@citation-js/plugin-ris' {}
