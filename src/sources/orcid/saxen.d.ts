/** What is used of saxen, which has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag' | 'cdata', listener: (text: string) => void): this
    on(event: 'text', listener: (text: string, decode: (text: string) => string) => void): this
    on(event: 'closeTag', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
    parse(xml: string): void
  }
}
