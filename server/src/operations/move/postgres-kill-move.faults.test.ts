import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  makeRestorePlace,
  openRestored,
  readAnswers,
  startFilledConsole,
} from '../../../testing/backup/filled-console.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { programs } from '../../../testing/processes/server-process.ts'

test('a move that is repeatedly killed ends with the complete console in the target', async () => {
  const { testApp, context, session, userId } = await startFilledConsole({}, { isEmbedded: true })
  const answers = await readAnswers(testApp, session.cookies, userId)
  await testApp.app.close()
  const { config } = context
  const place = await makeRestorePlace(testApp)
  const settings = {
    ...place.settings,
    DATA_DIR: config.dataDir,
    SECRET_KEY_FILE: config.secretKey.file,
    AUDIT_PROOF_DIR: `${config.auditProofDir}-2`,
  }
  const file = path.join(config.dataDir, 'new-place')
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(file, lines.join('\n'))
  let isDone = false
  for (let round = 0; !isDone; round += 1) {
    expect(round).toBeLessThanOrEqual(faultRounds)
    const env = { ...process.env, DATA_DIR: config.dataDir }
    const child = spawn(process.execPath, [programs.commands, 'move', `--to=${file}`], {
      env,
      stdio: 'ignore',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    // The last round runs to its end.
    if (round < faultRounds) {
      await Promise.race([sleep(500 + Math.random() * 2_500), ended])
      child.kill('SIGKILL')
    }
    const [exitCode] = await ended
    // A run after one that was killed after its last step also ends with 0.
    isDone = exitCode === 0
  }
  const after = await openRestored(settings, session.admin.email)
  expect(await readAnswers(after.testApp, after.cookies, userId)).toEqual(answers)
})
