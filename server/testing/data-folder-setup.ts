import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { quickFolder } from './processes/quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dataFolder: string
  }
}

/** Creates, once per run, the folder of the tests' data directories. */
export default function setUpDataFolder(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(quickFolder(), 'console-data-'))
  // Other users test whether they can read what they must not read.
  chmodSync(folder, 0o755)
  project.provide('dataFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
