import { BaseSequencer, type TestSpecification } from 'vitest/node'

// If one of these began last, it would leave the other core idle for many seconds.
const long = /(\/(s3|protocol)\.s3|\/(kill-change|kill-start)\.faults)\.test\.ts$/

/** Without times of an earlier run, Vitest begins with the largest files. These are small but slow. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = process.env['TEST_ORDER']?.split('\n').filter(Boolean) ?? []
    if (named.length > 0) return inOrderOf(named, files)
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** The tests of a change begin in the order in which they are named, the most likely to fail first. */
function inOrderOf(named: string[], files: TestSpecification[]): TestSpecification[] {
  const rankOf = ({ moduleId }: TestSpecification) => named.findIndex((name) => moduleId.endsWith(`/${name}`))
  return files.toSorted((one, other) => rankOf(one) - rankOf(other))
}
