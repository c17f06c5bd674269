import { createHash } from 'node:crypto'
import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { withoutSummaries } from './build/without-summaries.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Short, and alike for all of a file: every page has the names of all styles. */
const nameClass = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 5)}`

/** What opens over a page, and its form. It is fetched after the page. */
const dialogs =
  /node_modules\/(@ark-ui|@zag-js|react-hook-form|@hookform|@standard-schema)\/|src\/(forms\/(form|use-mutation|confirmed|new-password)|ui\/dialogs\/[a-z-]*dialog)/

/** What pages are made of, and the modules without components that they share with dialogs. */
const pages =
  /node_modules\/(lucide-react|@tanstack|zod)\/|(contract|formats)\/src\/|src\/(forms|shell|table|ui)\/|src\/.+\.(ts|css)$/

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // loaders name calls of the contract: with their page, so that the sign-in page does not fetch all of it
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
      generatedRouteTree: 'src/route-tree.gen.ts',
    }),
    react(),
    preloadFont(),
    withoutSummaries(),
    precompress(),
  ],
  server: {
    proxy: { '/v1': server, '/mailbox': server, '/openapi.json': server },
  },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    // says which files a page needs; the budgets are counted with it
    manifest: true,
    // One file of styles: the part of it that only one page needs is smaller than the request for it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Three files that several pages share. By default the bundler makes one for each combination of importers, about
        // two hundred, most of them smaller than the request for them.
        codeSplitting: {
          // Otherwise a group would also take what only one dialog needs of a library.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'sign-in', tags: ['$initial'] },
            { name: 'dialogs', test: dialogs, minShareCount: 2 },
            { name: 'pages', test: pages, minShareCount: 2 },
          ],
        },
      },
    },
    // inlined files would need data: in the content security policy
    assetsInlineLimit: 0,
  },
})
