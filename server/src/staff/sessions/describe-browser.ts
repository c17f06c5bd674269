/** The order matters, because most browsers also name those that they are derived from. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.+ Safari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * The names of the browser and the system, empty if unknown. A program that is not a browser has the name it gives
 * itself, such as "curl".
 */
export function describeBrowser(userAgent: string): { browser: string; system: string } {
  const isBrowser = userAgent.startsWith('Mozilla/')
  const [program = ''] = /^[\w.-]{1,30}(?=\/|$)/.exec(userAgent) ?? []
  return {
    browser: isBrowser ? nameIn(browsers, userAgent) : program,
    system: nameIn(systems, userAgent),
  }
}

function nameIn(names: [string, RegExp][], userAgent: string): string {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
}
