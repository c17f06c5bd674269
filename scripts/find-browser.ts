import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

// The headless build takes half the processor time.
const systemNames = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The Chromium for tests: CHROME_PATH, else the one Playwright installed, else the system's.
 * @throws Error when CHROME_PATH names no program
 */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROME_PATH']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new Error(`CHROME_PATH names no program: ${chosen}`)
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const onPath = systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [chromium.executablePath(), ...onPath, ...macApplications].find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
