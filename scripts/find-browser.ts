import { chromium } from '@playwright/test'
import { findProgram, isProgram } from '../server/testing/processes/find-program.ts'

// The headless build needs half the processor time.
const systemNames = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds the Chromium for tests: CHROME_PATH, otherwise the one that Playwright installed, otherwise the system's.
 * @throws Error if CHROME_PATH is not a program
 */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROME_PATH']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new Error(`CHROME_PATH is not a program: ${chosen}`)
  }
  const ofSystem = systemNames.map((name) => findProgram(name) ?? '')
  return [chromium.executablePath(), ...ofSystem, ...macApplications].find(isProgram)
}
