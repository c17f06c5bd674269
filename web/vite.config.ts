import { createHash } from 'node:crypto'
import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { sharedChunks } from './build/shared-chunks.ts'
import { withoutSummaries } from './build/without-summaries.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Short, and alike for all of a file: every page has the names of all styles. */
const nameClass = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 5)}`

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
    sharedChunks(),
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
    // What a page fetches later, when the browser is idle, finds its imports by itself: naming them all ahead, with those
    // that are there already, would cost every page more than 1 kB.
    modulePreload: {
      resolveDependencies: (_file, needed, { hostId, hostType }) =>
        hostType === 'html' || hostId.includes('/sign-in-') ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    // inlined files would need data: in the content security policy
    assetsInlineLimit: 0,
  },
})
