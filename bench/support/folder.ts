import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new folder. `run.ts` removes it with all that a measurement leaves. */
export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'console-bench-'))
