import { runChecks, type CheckResult } from './checks.ts'

/** Prints one line for each check, and the output of its tool if it failed. */
export function report({ name, ok, output, tookMs }: CheckResult): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(26)} ${(tookMs / 1000).toFixed(1)} s`)
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '      '))
}

if (import.meta.main) {
  const results = await runChecks(report)
  const failed = results.filter((result) => !result.ok).length
  console.log(`\ncheck: ${results.length - failed} passed, ${failed} failed, 0 skipped`)
  process.exitCode = failed === 0 ? 0 : 1
}
