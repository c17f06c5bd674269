import { expect, test } from 'vitest'
import { beginPlanned, ggufOf, partUrl, put } from '../../../../testing/files/files-app.ts'
import { publishSent, startReplicas } from '../../../../testing/files/one-way.ts'

const rounds = 6

test('of parts and a whole file that are sent at the same time, one is accepted, and published with its own hash', async () => {
  const app = await startReplicas()
  for (let round = 0; round < rounds; round += 1) {
    const [inParts, whole] = [ggufOf(2_000, 2 * round + 1), ggufOf(2_000, 2 * round + 2)]
    const begun = await beginPlanned(app.session, inParts)
    const sendParts = async () => {
      const url = await partUrl(app.session, begun.upload.id, 1)
      return (await put(url, inParts)).status
    }
    const [parts, other] = await Promise.allSettled([sendParts(), app.send(app.replica, begun.url, whole)])
    const isInParts = parts.status === 'fulfilled' && parts.value === 200
    const isWhole = other.status === 'fulfilled' && other.value === 204
    expect([isInParts, isWhole].filter(Boolean)).toHaveLength(1)
    const content = await publishSent(app, begun)
    expect(content.equals(isInParts ? inParts : whole)).toBe(true)
  }
})

test('if two replicas receive a whole file each, one file is published with its own hash, and neither request fails with an internal error', async () => {
  const app = await startReplicas()
  for (let round = 0; round < rounds; round += 1) {
    const contents = [ggufOf(2_000, 2 * round + 1), ggufOf(2_000, 2 * round + 2)] as const
    const begun = await beginPlanned(app.session, contents[0])
    const statuses = await Promise.all([
      app.send(app.testApp.app, begun.url, contents[0]),
      app.send(app.replica, begun.url, contents[1]),
    ])
    expect([204, 409]).toEqual(expect.arrayContaining(statuses))
    const content = await publishSent(app, begun)
    if (statuses[0] !== statuses[1]) expect(content.equals(contents[statuses.indexOf(204) as 0 | 1])).toBe(true)
  }
})
