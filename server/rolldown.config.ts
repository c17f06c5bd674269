import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const sources = path.join(import.meta.dirname, 'src')

export default defineConfig({
  cwd: import.meta.dirname,
  platform: 'node',
  input: { main: 'src/main.ts', cli: 'src/cli.ts' },
  // pg uses this package only if it is installed.
  external: ['pg-native'],
  plugins: [filesNamedByPlace()],
  output: { dir: 'dist', cleanDir: true },
})

/**
 * Adds the files that modules refer to by URL: `new URL('./name.ts', import.meta.url)` is the module of a thread, other
 * names are files to read, and so are those of packages, `createRequire(import.meta.url).resolve('package/file')`.
 */
function filesNamedByPlace(): Plugin {
  const named =
    /new URL\('(\.{1,2}\/[^']+)', import\.meta\.url\)|createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/g
  return {
    name: 'files-named-by-place',
    transform: {
      filter: { id: /[/\\]server[/\\]src[/\\]/, code: /import\.meta/ },
      async handler(code, importer) {
        if (/import\.meta\.(dirname|filename)/.test(code))
          this.error(`${importer}: the build is elsewhere; refer to a file with new URL('./name', import.meta.url)`)
        const replacements: string[] = []
        for (const [, beside, inPackage = ''] of code.matchAll(named)) {
          const file = beside
            ? path.resolve(path.dirname(importer), beside)
            : createRequire(importer).resolve(inPackage)
          // Otherwise two chunks with the same name would both become the first one.
          const name = path.relative(sources, file).replaceAll(/[/\\]/g, '-').replace(/\.ts$/, '')
          const reference = file.endsWith('.ts')
            ? this.emitFile({ type: 'chunk', id: file, name })
            : this.emitFile({ type: 'asset', name: path.basename(file), source: await readFile(file) })
          replacements.push(`new URL(import.meta.ROLLUP_FILE_URL_${reference})`)
        }
        return code.replaceAll(named, () => replacements.shift() ?? '')
      },
    },
  }
}
