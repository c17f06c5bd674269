import { onTestFinished } from 'vitest'
import { type RunningNginx, runNginx } from './run-nginx.ts'

/** Runs nginx until the test has finished. */
export async function startNginx(...options: Parameters<typeof runNginx>): Promise<RunningNginx> {
  const nginx = await runNginx(...options)
  onTestFinished(() => nginx.stop())
  return nginx
}
