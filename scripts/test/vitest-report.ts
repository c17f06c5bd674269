import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import * as z from 'zod'
import { root } from '../program.ts'

const Error = z.object({ message: z.string(), diff: z.optional(z.string()), stack: z.optional(z.string()) })

/** The results of a Vitest run, as `VitestReport` writes them. */
export const Report = z.object({
  tests: z.array(
    z.object({
      file: z.string(),
      /** The title, including those of its groups. */
      name: z.string(),
      state: z.enum(['passed', 'failed', 'skipped', 'pending']),
      errors: z.array(Error),
    }),
  ),
  /** The errors of files that failed before their first test, and those outside of any test. */
  outside: z.array(z.object({ file: z.optional(z.string()), errors: z.array(Error) })),
})

/** Writes each test with its errors, and the errors outside of tests, which Vitest's own JSON report leaves out. */
// oxlint-disable-next-line import/no-default-export -- Vitest requires it
export default class VitestReport implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const file = process.env['VITEST_REPORT_FILE']
    if (file === undefined) return
    const report: z.infer<typeof Report> = {
      tests: modules.flatMap(describeTests),
      outside: [
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => ({ file: nameOf(module), errors: module.errors().map(describeError) })),
        ...(unhandled.length > 0 ? [{ errors: unhandled.map(describeError) }] : []),
      ],
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

const nameOf = (module: TestModule) => path.relative(root, module.moduleId)

function describeTests(module: TestModule) {
  return [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    return { file: nameOf(module), name: test.fullName, state, errors: errors.map(describeError) }
  })
}

function describeError({ message, stack, diff }: { message: string; stack?: string; diff?: unknown }) {
  return { message, ...(stack && { stack }), ...(typeof diff === 'string' && { diff }) }
}
