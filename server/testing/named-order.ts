import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests of a change begin in the order in which they are named, the most likely to fail first. */
export class NamedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = process.env['TEST_ORDER']?.split('\n').filter(Boolean) ?? []
    if (named.length === 0) return super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification) => named.findIndex((name) => moduleId.endsWith(`/${name}`))
    return files.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
