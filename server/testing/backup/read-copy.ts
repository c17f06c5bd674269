import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { getRestoreProgram } from '../../src/core/database/postgres/copy.ts'
import type { TestApp } from '../build-app.ts'

/** The copy of the database in a backup, without compression. */
export async function readCopy({ context: { config, db, engine } }: TestApp): Promise<Buffer> {
  const copy = await engine.copy(db)
  if (engine.name === 'sqlite') return buffer(copy)
  const { file } = await getRestoreProgram(db, config.databaseDirectUrl ?? config.databaseUrl ?? '')
  const program = spawn(file, ['--file=-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [content] = await Promise.all([buffer(program.stdout), pipeline(copy, program.stdin)])
  return content
}
