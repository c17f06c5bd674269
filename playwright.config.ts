import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

const browser = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  projects: [
    {
      name: 'journeys',
      testIgnore: '**/*.faults.e2e.ts',
      grepInvert: /@faults/,
      // Drawing each step of a movement costs a tenth of the processor time.
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
    // What rarely happens, second ways to the same result, odd widths, and the screens once more, in every variant.
    { name: 'faults', grep: /\.faults\.e2e\.ts |screens\.e2e\.ts |@faults/ },
  ],
  // Each has its own browser and servers, and two other stages run beside them.
  workers: 2,
  // Only against tests that hang: a busy machine takes long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    browserName: 'chromium',
    // Far from UTC, where the console's days are: a date shown in local time is off by one here.
    timezoneId: 'America/Los_Angeles',
    // Recording costs every test a sixth of its time.
    trace: process.env['TRACE'] ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without a locale the browser cannot write the names of downloads.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--in-process-gpu',
        '--js-flags=--no-maglev --no-turbofan',
      ],
      ...(browser === undefined ? {} : { executablePath: browser }),
    },
  },
})
