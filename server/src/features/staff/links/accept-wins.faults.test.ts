import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn, sessionOf } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { dataOf, httpBrowser, startRealServer } from '../../../../testing/processes/real-server.ts'

const invites = '/v1/admin-invites'
type Invited = { results: { success: { id: string }[] } }

const wanted = 2 * faultRounds
/** This is far more rounds than are needed to reach the edge from both sides. */
const mostRounds = 40 * wanted

test('on the real server, accepting, deleting and resending at the same moment lead to one consistent state', async () => {
  const testApp = await buildTestApp()
  const { admin } = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  const server = await startRealServer(testApp)
  const won = { accept: 0, others: 0 }
  /** How long after the accept request the others begin: longer if they have won, shorter if it has. */
  let delayMs = 50
  for (let round = 0; round < mostRounds && Math.min(won.accept, won.others) < wanted; round += 1) {
    const email = `person${round}@example.org`
    const boss = httpBrowser(server, (await sessionOf(testApp, admin)).cookies)
    const { results } = await dataOf<Invited>(boss.call('POST', invites, { users: [{ email }] }))
    const id = results.success[0]?.id
    const readLink = () => mailTo(testApp, 'invitation', email).then(secretIn, () => '')
    await expect.poll(readLink, { timeout: 60_000 }).not.toBe('')
    const inviteId = await readLink()

    const body = { inviteId, fullName: 'Zoë Ångström', password: 'Copper-lantern-9' }
    const person = httpBrowser(server)
    const accepting = person.call('POST', `${invites}/accept`, body)
    await sleep(delayMs)
    const resending = boss.call('POST', invites, { users: [{ email }], resend: true })
    const deleting = boss.call('DELETE', `${invites}/${id}`)
    const [accepted, resent, deleted] = (await Promise.all([accepting, resending, deleting])).map(
      ({ status }) => status,
    )

    const { admins } = await dataOf<{ admins: { email: string }[] }>(boss.call('GET', '/v1/admins'))
    const isAdmin = admins.some((each) => each.email === email)
    expect((await person.call('GET', '/v1/auth/admin/me')).status).toBe(isAdmin ? 200 : 401)
    expect(await dataOf(boss.call('GET', invites))).toEqual([])
    expect((await person.call('POST', `${invites}/accept`, body)).status).toBe(404)
    if (accepted === 200) {
      expect({ isAdmin, resent, deleted }).toEqual({ isAdmin: true, resent: 404, deleted: 404 })
      won.accept += 1
      delayMs *= 0.8
    } else {
      expect({ isAdmin, accepted, deleted }).toEqual({ isAdmin: false, accepted: 404, deleted: 200 })
      expect([200, 404]).toContain(resent)
      won.others += 1
      delayMs *= 1.3
    }
  }
  expect(won.accept).toBeGreaterThanOrEqual(wanted)
  expect(won.others).toBeGreaterThanOrEqual(wanted)
})
