import manifest from '../../package.json' with { type: 'json' }

type Browser = 'chrome' | 'edge' | 'firefox' | 'safari'

/** The oldest version of each browser that the console supports: the one list, in package.json. */
export const oldest: [browser: Browser, version: string][] = manifest.browserslist.map((line) => {
  const [, browser, version = ''] = /^(chrome|edge|firefox|safari) >= ([\d.]+)$/.exec(line) ?? []
  if (browser !== 'chrome' && browser !== 'edge' && browser !== 'firefox' && browser !== 'safari')
    throw new Error(`package.json: browserslist: “${line}” is not “browser >= version”`)
  return [browser, version]
})

/** The same for the build: "chrome119". */
export const buildTargets = oldest.map(([browser, version]) => browser + version)
