/** In order: most browsers also name those that they descend from. */
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
 * Browser and system in words, both empty where unknown. A program other than a browser is named as it names itself:
 * "curl".
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
