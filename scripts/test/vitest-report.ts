import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import * as z from 'zod'
import { root } from '../program.ts'
import { reportFailure } from './failures.ts'
import type { Failure } from './stage.ts'

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

type Errors = z.infer<typeof Error>[]

export const failureOf = ({ file, name, errors }: { file: string; name: string; errors: Errors }): Failure => ({
  test: `${file} › ${name}`,
  message: describe(errors),
})

export const failureOutside = ({ file, errors }: { file?: string | undefined; errors: Errors }): Failure => ({
  test: file ?? 'outside of any test',
  message: describe(errors),
})

const describe = (errors: Errors) =>
  errors.map(({ message, stack, diff }) => [stack ?? message, diff].filter(Boolean).join('\n')).join('\n\n')

/** Reports failures when they happen. At the end, writes each test with its errors, and the errors outside of tests, which Vitest's own JSON report leaves out. */
// oxlint-disable-next-line import/no-default-export -- Vitest requires it
export default class VitestReport implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') reportFailure(failureOf(describeTest(test)))
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors().map(describeError)
    if (errors.length > 0) reportFailure(failureOutside({ file: nameOf(module), errors }))
  }

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

const describeTests = (module: TestModule) => [...module.children.allTests()].filter(isChosen).map(describeTest)

/** The tests without the tag of the run are not a part of it. */
const isChosen = ({ tags, project }: TestCase) => (project.config.tagsFilter ?? []).every((tag) => tags.includes(tag))

function describeTest(test: TestCase) {
  const { state, errors = [] } = test.result()
  return { file: nameOf(test.module), name: test.fullName, state, errors: errors.map(describeError) }
}

function describeError({ message, stack, diff }: { message: string; stack?: string; diff?: unknown }) {
  return { message, ...(stack && { stack }), ...(typeof diff === 'string' && { diff }) }
}
