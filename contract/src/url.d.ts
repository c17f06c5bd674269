// URL exists in browsers and in Node, but not in the ECMAScript library that this workspace is limited to. Declaring only
// this makes the use of any other browser or Node API fail the type check.
interface URL {
  readonly hostname: string
}
declare const URL: { new (url: string): URL; canParse(url: string): boolean }
