import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { afterAll } from 'vitest'

// Records which functions of the server the tests of a process have called, for `scripts/test/postgres-queries.ts`.

declare global {
  var profiler: Session | undefined
}

const file = process.env['RUN_FUNCTIONS_FILE']

if (file !== undefined) {
  // Files share a process, and the functions that an earlier file has called may not be compiled again.
  const profiler = (globalThis.profiler ??= beginProfile())
  afterAll(() => {
    profiler.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      const called = result.flatMap(({ url, functions }) => {
        const [, source] = /\/(server\/src\/.+?\.ts)(\?.*)?$/.exec(url) ?? []
        if (source === undefined || source.includes('.test.')) return []
        const names = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map((each) => each.functionName)
        return names.filter(Boolean).map((name) => `${source} ${name}\n`)
      })
      appendFileSync(file, called.join(''))
    })
  })
}

function beginProfile(): Session {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  // With counts, V8 runs no optimized code.
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  return session
}
