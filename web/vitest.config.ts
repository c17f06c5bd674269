import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { findBrowser } from '../scripts/find-browser.ts'

const tempFolder = mkdtempSync(join(tmpdir(), 'health-console-web-'))
process.once('exit', () => rmSync(tempFolder, { recursive: true, force: true }))

/** Dropping needs a file that exists on disk. */
const writeTempFile: BrowserCommand<[name: string, content: string]> = async (_context, name, content) => {
  const path = join(await mkdtemp(join(tempFolder, 'file-')), name)
  await writeFile(path, content)
  return path
}

const executablePath = findBrowser()

export default defineConfig({
  plugins: [react()],
  test: {
    // The default is one less than the number of cores. With only one page, most of a run would be waiting.
    maxWorkers: 2,
    // The limit is only for tests that hang, because a busy computer takes long.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Files share processes, because loading the modules again costs more than most tests.
        test: { name: 'lib', include: ['src/**/*.test.ts', 'build/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          // Files share a page, because loading the modules again costs more than most tests.
          isolate: false,
          setupFiles: ['src/testing/setup.ts'],
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(executablePath ? { executablePath } : {}),
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
            commands: { writeTempFile },
          },
        },
      },
    ],
  },
})
