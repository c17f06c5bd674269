// TextDecoder and TextEncoder exist in browsers and in Node, but not in the ECMAScript library that this workspace is
// limited to. Declaring only these two makes the use of any other browser or Node API fail the type check.
interface TextDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare const TextDecoder: new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }) => TextDecoder

interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare const TextEncoder: new () => TextEncoder
