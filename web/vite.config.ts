import { createHash } from 'node:crypto'
import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTargets } from './build/oldest-browsers.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { withoutDocument } from './build/without-document.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Class names are short, and alike for all of a file, because every page contains the names of all styles. */
const nameClass = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 5)}`

/** The code of what opens over a page, its form, and what only dialogs contain. It is fetched after the page. */
const dialogs =
  /node_modules\/(@ark-ui|@zag-js|react-hook-form|@hookform|@standard-schema)\/|src\/(forms\/(form|use-mutation|confirmed|new-password)|ui\/dialogs\/[a-z-]*dialog|ui\/(page\/(history-list|history-actions|pairs-list)|fields\/(select-box|file-drop)|values\/(counts|sha256))|features\/.+\/sign-on-window)|contract\/src\/staff\/(email-changes|own-sessions|second-factor)\./

/**
 * The building blocks of pages, and the modules without components that pages share with dialogs. What few pages or only
 * dialogs need is left out: parts of the contract, of some features and of tables.
 */
const pages =
  /node_modules\/(lucide-react|@tanstack|zod)\/|(contract|formats)\/src\/(?!prompt-difference|patients\/(?!patients|unit-spellings|numbers-in-text)|audit\/|files\/(approval|facts)|first-steps|staff\/(access-review|email-changes|own-sessions|scopes|second-factor|service-accounts))|src\/(api|forms|shell|ui)\/|src\/table\/(?!lead-cell|search-and-order)|web\/src\/(?!features\/(access-review|audit|files\/(facts|queries)|patients\/import|second-factor|service-accounts|settings|unusual-access)\b).+\.(ts|css)$/

/** What the pages and dialogs of the audit log share, but for the link that other pages show. */
const auditLog =
  /web\/src\/features\/audit\/(?!who-has-viewed-button|audit-state|seen-days)|contract\/src\/audit\/(?!unusual-access)/

/** What lists of staff and of accounts share, and the list of users. */
const lists = /src\/table\/(lead-cell|search-and-order)|contract\/src\/staff\/scopes/

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // Loaders name endpoints of the contract. They stay with their page, so that the sign-in page does not fetch the
      // whole contract.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
      generatedRouteTree: 'src/route-tree.gen.ts',
    }),
    react(),
    preloadFont(),
    withoutDocument(),
    precompress(),
  ],
  server: {
    proxy: { '/v1': server, '/mailbox': server, '/openapi.json': server },
  },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    target: buildTargets,
    // The manifest lists the files that a page needs. The budgets are counted with it.
    manifest: true,
    // There is one style sheet, because the part of it that only one page needs is smaller than the request for it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // These are four files that several pages share. By default the bundler makes one for each combination of
        // importers, about two hundred, most of them smaller than the request for them.
        codeSplitting: {
          // Otherwise a group would also contain what only one dialog needs of a library.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'sign-in', tags: ['$initial'] },
            { name: 'dialogs', test: dialogs, minShareCount: 2 },
            { name: 'pages', test: pages, minShareCount: 2 },
            { name: 'audit-log', test: auditLog, minShareCount: 2 },
            { name: 'lists', test: lists, minShareCount: 2 },
          ],
        },
      },
    },
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
  },
})
