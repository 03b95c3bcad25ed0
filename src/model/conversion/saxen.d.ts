/** What is used of saxen, which has no types of its own. */
declare module 'saxen' {
  type Context = () => { readonly line: number; readonly column: number }
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string>) => void): this
    on(event: 'text' | 'cdata', listener: (text: string) => void): this
    on(event: 'closeTag', listener: () => void): this
    on(event: 'error', listener: (error: Error, context: Context) => void): this
    parse(xml: string): void
    stop(): void
  }
}
