import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../../testing/factories.ts'
import { keptMails } from '../../../testing/mail/mails.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { byServer } from '../../core/audit/entry.ts'
import { checkAccess } from './check-access.ts'
import { endingsOf } from './find-unusual.ts'
import { dayMs } from './views.ts'

const hourMs = 3_600_000

/** A console whose clock is at the start of a day, with some users. */
async function start(environment: Record<string, string> = { UNUSUAL_ACCESS: 'on' }) {
  const testApp = await buildTestApp(environment)
  const { context, advance, freeze } = testApp
  freeze()
  advance(dayMs - (context.now() % dayMs))
  const users = await insertUsers(
    testApp,
    Array.from({ length: 80 }, (_, index) => ({ memberId: `HM-${index}`, lastName: `Family${index}`, email: '' })),
  )
  const ids = users.map(({ id }) => id)
  const signal = new AbortController().signal
  return {
    testApp,
    ids,
    db: context.db,
    run: () => checkAccess(context)(signal),
    /** Lets an admin view users at an hour of the present day. */
    async view(adminId: string, userIds: string[], hour = 10, action: AuditAction = 'user.view') {
      const before = context.now() % dayMs
      if (before < hour * hourMs) advance(hour * hourMs - before)
      await context.audit.write(
        userIds.map((id) => ({ ...byServer, actorId: adminId, action, subjects: [`user:${id}` as const] })),
      )
    },
    /** Goes on to two hours after the end of the day, when it is checked. */
    nextDay: () => advance(dayMs - (context.now() % dayMs)),
    checkTime: () => advance(2 * hourMs),
  }
}

type World = Awaited<ReturnType<typeof start>>

/** Lets days pass, and runs the check of each. */
async function pass(world: World, days: number, work: (index: number) => Promise<unknown> = async () => {}) {
  for (let index = 0; index < days; index += 1) {
    await work(index)
    world.nextDay()
    world.checkTime()
    await world.run()
  }
}

const findings = ({ db }: World) =>
  db.selectFrom('accessFindings').selectAll().orderBy('rule').orderBy('adminId').execute()
const summary = async (world: World) =>
  (await findings(world)).map(({ rule, adminId, userId, numbers, entries, state }) => ({
    rule,
    adminId,
    userId,
    numbers: JSON.parse(numbers),
    entries,
    state,
  }))
const someone = (world: World, fullName = 'Ada Example') => createAdmin(world.testApp, { fullName })

test(
  '[review-1] a user with the last name, or the email address, of an admin or a colleague is found',
  { tags: 'postgres' },
  async () => {
    const world = await start()
    const berg = await someone(world, 'Ada van der Berg')
    const colleague = await someone(world, 'Bo Example')
    const [same, own, other, first] = await insertUsers(world.testApp, [
      { lastName: 'VAN DER BÉRG' },
      { email: berg.email },
      { email: colleague.email },
      { lastName: 'Ada' },
    ])
    // Common last names say nothing: here one of 80 is more than 0.5 %, so there must be more users.
    await insertUsers(
      world.testApp,
      Array.from({ length: 200 }, () => ({ lastName: 'Smith' })),
    )
    const smith = await someone(world, 'Cleo Smith')
    const [commonUser] = await insertUsers(world.testApp, [{ lastName: 'Smith' }])
    await pass(world, 1)
    await pass(world, 1, async () => {
      await world.view(
        berg.id,
        [same, own, other, first].map((user) => user?.id ?? ''),
      )
      await world.view(smith.id, [commonUser?.id ?? ''])
    })
    const found = await summary(world)
    expect(found.map(({ userId, numbers }) => [userId, numbers.how]).toSorted()).toEqual(
      [
        [same?.id, 'name'],
        [own?.id, 'own_email'],
        [other?.id, 'colleague_email'],
      ].toSorted(),
    )
    expect(JSON.stringify(await findings(world))).not.toMatch(/berg|example/i)
  },
)

test('the endings of a name are its words after the first, with at least three letters', () => {
  expect([...endingsOf('Ada van der Berg')]).toEqual(['van der berg', 'der berg', 'berg'])
  expect([...endingsOf('Li Wu')]).toEqual([])
  expect([...endingsOf('Anne Müller-Lüdenscheidt')]).toEqual(['muller ludenscheidt', 'ludenscheidt'])
})

test('[review-2] more than three times as many users as on the own median day, and more than 20, are found', async () => {
  const world = await start()
  const [steady, newcomer] = [await someone(world), await someone(world)]
  const another = await someone(world)
  // Two view the same users, so that only this rule can find something.
  await pass(world, 10, async () => {
    await world.view(steady.id, world.ids.slice(0, 8))
    await world.view(another.id, world.ids.slice(0, 8))
  })
  expect(await summary(world)).toEqual([])
  await pass(world, 1, async () => {
    await world.view(steady.id, world.ids.slice(0, 24))
    await world.view(newcomer.id, world.ids.slice(0, 60))
  })
  // 24 is three times 8, and a new colleague has no usual day yet.
  expect(await summary(world)).toEqual([])
  await pass(world, 1, () => world.view(steady.id, world.ids.slice(0, 25)))
  expect(await summary(world)).toEqual([
    {
      rule: 'many',
      adminId: steady.id,
      userId: null,
      numbers: { users: 25, usual: 8 },
      entries: 25,
      state: 'open',
    },
  ])
})

test('[review-3] one user on five days within 30, while no one else viewed them, is found and its numbers are updated', async () => {
  const world = await start()
  const [reader, other] = [await someone(world), await someone(world)]
  const [target = '', shared = ''] = world.ids
  await pass(world, 1)
  for (let visit = 0; visit < 5; visit += 1) {
    expect(await summary(world)).toEqual([])
    await pass(world, 4, async (index) => {
      if (index > 0) return
      await world.view(reader.id, [target, shared])
      if (visit === 2) await world.view(other.id, [shared])
    })
  }
  const common = { rule: 'alone', adminId: reader.id, userId: target, state: 'open' }
  expect(await summary(world)).toEqual([{ ...common, numbers: { days: 5 }, entries: 5 }])
  await pass(world, 1, () => world.view(reader.id, [target]))
  expect(await summary(world)).toEqual([{ ...common, numbers: { days: 6 }, entries: 6 }])
})

test('[review-3] an admin with more than five such users looks after them, and none of them is found', async () => {
  const world = await start()
  const [manager, reader] = [await someone(world), await someone(world)]
  await pass(world, 29, async (index) => {
    if (index % 7 !== 0) return
    await world.view(manager.id, world.ids.slice(0, 6))
    await world.view(reader.id, world.ids.slice(10, 15))
  })
  const found = await summary(world)
  expect(found.map(({ adminId, numbers }) => [adminId, numbers])).toEqual(
    Array.from({ length: 5 }, () => [reader.id, { days: 5 }]),
  )
})

test('[review-4] three users in an hour in which an admin hardly ever views anyone are found', async () => {
  const world = await start()
  const [day, night] = [await someone(world), await someone(world)]
  await pass(world, 21, async () => {
    await world.view(night.id, world.ids.slice(0, 10), 3)
    await world.view(day.id, world.ids.slice(0, 10), 13)
  })
  await pass(world, 1, async () => {
    await world.view(day.id, world.ids.slice(0, 3), 3)
    await world.view(night.id, world.ids.slice(0, 10), 3)
    await world.view(day.id, world.ids.slice(0, 10), 14)
  })
  expect(await summary(world)).toEqual([
    {
      rule: 'hour',
      adminId: day.id,
      userId: null,
      numbers: { users: 3, hour: 3, percent: 0 },
      entries: 13,
      state: 'open',
    },
  ])
})

test('[review-5] lists, searches, rejected requests, service accounts and commands never count', async () => {
  const world = await start()
  const admin = await someone(world)
  const machine = await withToken(world.testApp, ['users:write'])
  await pass(world, 1)
  await pass(world, 1, async () => {
    for (const action of ['users.list', 'users.search'] as const)
      await world.view(admin.id, world.ids.slice(0, 3), 10, action)
    await world.view(machine.id, world.ids.slice(0, 3))
    const subjects = [`user:${world.ids[0]}` as const]
    await world.testApp.context.audit.write([
      { ...byServer, actorId: admin.id, outcome: 'denied', action: 'user.view', subjects },
      { ...byServer, operator: 'root', action: 'user.view', subjects },
    ])
    await world.view(admin.id, [world.ids[5] ?? ''], 11, 'report.view')
  })
  const openings = await world.db.selectFrom('openings').select(['hour', 'adminId', 'userId']).execute()
  expect(openings).toEqual([{ hour: 11, adminId: admin.id, userId: world.ids[5] }])
})

test('[review-5] the numbers count if the page was not opened, as by a request without the page', async () => {
  const world = await start()
  const [reader, other] = [await someone(world), await someone(world)]
  const [target = '', opened = ''] = world.ids
  await pass(world, 5, async () => {
    await world.view(reader.id, [opened], 10)
    await world.view(reader.id, [target, opened], 12, 'reports.numbers')
    await world.view(other.id, [opened], 13)
  })
  const openings = await world.db.selectFrom('openings').select(['hour', 'userId']).distinct().execute()
  expect(openings.toSorted((a, b) => a.hour - b.hour)).toEqual([
    { hour: 10, userId: opened },
    { hour: 12, userId: target },
    { hour: 13, userId: opened },
  ])
  expect(await summary(world)).toMatchObject([{ rule: 'alone', userId: target, entries: 5 }])
})

test(
  '[review-6] missed days are made up in order, by one of two replicas, and a killed run leaves no doubles',
  { tags: 'postgres' },
  async () => {
    const world = await start()
    const reader = await someone(world)
    const [target = ''] = world.ids
    await pass(world, 1)
    const others = Array.from({ length: 6 }, () => checkAccess(world.testApp.context))
    for (let day = 0; day < 6; day += 1) {
      await world.view(reader.id, [target], 9)
      world.nextDay()
    }
    world.checkTime()
    // A run that stops after its first step: the days are read, but the rules are not applied.
    const { db } = world
    await others[0]?.(AbortSignal.abort())
    const { checkedDay } = await db.selectFrom('accessChecks').selectAll().executeTakeFirstOrThrow()
    await Promise.all(others.map((run) => run(new AbortController().signal)))
    await Promise.all(others.map((run) => run(new AbortController().signal)))
    const state = await db.selectFrom('accessChecks').selectAll().executeTakeFirstOrThrow()
    expect([state.checkedDay - checkedDay, state.readDay - state.checkedDay, state.runner]).toEqual([6, 0, null])
    expect(await db.selectFrom('openings').select('day').execute()).toHaveLength(6)
    expect(await summary(world)).toMatchObject([{ rule: 'alone', userId: target, numbers: { days: 6 }, entries: 6 }])

    // A kill between the two transactions of a day.
    await db
      .updateTable('accessChecks')
      .set({ checkedDay: state.checkedDay - 1 })
      .execute()
    await world.run()
    expect(await summary(world)).toHaveLength(1)
  },
)

test('[review-6] after it is turned on, the last 56 days are read, and only yesterday is checked', async () => {
  const world = await start()
  const reader = await someone(world)
  for (let day = 0; day < 60; day += 1) {
    if (day > 2) await world.view(reader.id, world.ids.slice(0, 2), 9)
    world.nextDay()
  }
  world.checkTime()
  await world.run()
  const days = await world.db.selectFrom('openings').select('day').distinct().execute()
  expect(days).toHaveLength(57)
  expect((await summary(world)).map(({ numbers }) => numbers)).toEqual([{ days: 30 }, { days: 30 }])
  await pass(world, 10)
  const left = await world.db.selectFrom('openings').select('day').distinct().execute()
  expect(left).toHaveLength(55)
})

test('[review-7] turned off, all that was collected is deleted', async () => {
  const world = await start()
  const reader = await someone(world)
  await pass(world, 6, () => world.view(reader.id, world.ids.slice(0, 2)))
  expect(await summary(world)).toHaveLength(2)
  const { context } = world.testApp
  await checkAccess({ ...context, config: { ...context.config, unusualAccess: false } })(new AbortController().signal)
  for (const table of ['openings', 'accessFindings', 'accessChecks'] as const)
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
  const ended = world.db.selectFrom('auditEvents').select('reason').where('action', '=', 'access_check.end')
  expect(await ended.execute()).toEqual([{ reason: 'findings_2' }])
})

test('[review-7] the sentences of answers are deleted with their findings', async () => {
  const world = await start()
  const reader = await someone(world)
  const answerAll = async () => {
    const boss = await signedIn(world.testApp, { role: 'super_admin' })
    const open = (await findings(world)).filter(({ state }) => state === 'open')
    for (const { id } of open) {
      const body = { kind: 'explained', sentence: 'A weekly call' }
      expect((await boss.call('POST', `/v1/access-findings/${id}/answer`, body)).statusCode).toBe(204)
    }
  }
  const sentences = async () => (await world.db.selectFrom('reasons').select('reason').execute()).length
  await pass(world, 10, () => world.view(reader.id, world.ids.slice(0, 6)))
  await pass(world, 1, () => world.view(reader.id, world.ids.slice(0, 40)))
  await answerAll()
  expect([(await summary(world)).map(({ rule }) => rule), await sentences()]).toEqual([['many'], 1])
  await pass(world, 91)
  expect([await summary(world), await sentences()]).toEqual([[], 0])

  await pass(world, 5, () => world.view(reader.id, world.ids.slice(0, 2)))
  await answerAll()
  expect(await sentences()).toBe(2)
  const { context } = world.testApp
  await checkAccess({ ...context, config: { ...context.config, unusualAccess: false } })(new AbortController().signal)
  expect(await sentences()).toBe(0)
})

test('[review-7] unless it is turned on, nothing is collected', { tags: 'postgres' }, async () => {
  const world = await start({})
  const reader = await someone(world)
  await pass(world, 6, () => world.view(reader.id, world.ids.slice(0, 2)))
  for (const table of ['openings', 'accessFindings', 'accessChecks'] as const)
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test(
  '[review-8] what was collected about a user is deleted with the user, also if the product deletes the row',
  { tags: 'postgres' },
  async () => {
    const world = await start()
    const [reader, boss] = [await someone(world), await signedIn(world.testApp, { role: 'super_admin' })]
    const [erased = '', deleted = ''] = world.ids
    await pass(world, 5, () => world.view(reader.id, [erased, deleted]))
    const answered = (await findings(world)).find(({ userId }) => userId === erased)
    await world.db
      .updateTable('accessFindings')
      .set({ state: 'explained', answeredAtMs: world.testApp.context.now(), answeredBy: boss.admin.id })
      .where('id', '=', answered?.id ?? '')
      .execute()
    await world.db
      .insertInto('reasons')
      .values({
        id: 'r',
        action: 'access_check.explain',
        subject: `user:${erased}`,
        adminId: boss.admin.id,
        reason: 'A secret',
        atMs: 1,
      })
      .execute()
    const fresh = await signedIn(world.testApp, { role: 'super_admin' })
    await fresh.call('POST', `/v1/users/${erased}/erasure`, { reason: 'Asked for it', memberId: 'HM-0' })
    await world.db.deleteFrom('endUsers').where('id', '=', deleted).execute()
    expect(await world.db.selectFrom('openings').selectAll().where('userId', '=', erased).execute()).toEqual([])
    expect(await world.db.selectFrom('reasons').select('reason').execute()).toEqual([])
    expect((await findings(world)).map(({ userId }) => userId)).toEqual([deleted])
    await pass(world, 1)
    expect(await findings(world)).toEqual([])
    expect(await world.db.selectFrom('openings').selectAll().execute()).toEqual([])
  },
)

test('[review-9] a super admin answers once, with a sentence, and never about themselves', async () => {
  const world = await start()
  const reader = await signedIn(world.testApp, { role: 'super_admin', fullName: 'Rea Reader' })
  const [target = ''] = world.ids
  await pass(world, 5, () => world.view(reader.admin.id, [target]))
  const boss = await signedIn(world.testApp, { role: 'super_admin', fullName: 'Bo Boss' })
  const again = await signedIn(world.testApp, { role: 'super_admin', fullName: 'Cleo Chief' })
  const plain = await signedIn(world.testApp, {})
  const list = async (state = 'open') => (await boss.call('GET', `/v1/access-findings?state=${state}`)).json()
  const { data, meta, checks } = await list()
  expect(data).toMatchObject([
    {
      admin: { id: reader.admin.id, name: 'Rea Reader', hasLeft: false },
      user: { id: target, memberId: 'HM-0' },
      why: { rule: 'alone', days: 5 },
      entries: 5,
      isOwn: false,
      answer: null,
    },
  ])
  expect(meta).toMatchObject({ page: 1, totalAmount: 1, totalPages: 1 })
  expect(checks).toMatchObject({ isOn: true, open: 1, hasOthers: true })
  const url = `/v1/access-findings/${data[0].id}/answer`
  const body = { kind: 'explained', sentence: 'Weekly call, agreed with the ward' }
  expect((await plain.call('GET', '/v1/access-findings')).statusCode).toBe(403)
  expect((await plain.call('POST', url, body)).statusCode).toBe(403)
  expect((await boss.call('POST', url, { ...body, sentence: ' ' })).statusCode).toBe(400)
  expect((await boss.call('POST', url, { kind: 'explained' })).statusCode).toBe(400)
  expect((await boss.call('POST', '/v1/access-findings/unknown/answer', body)).statusCode).toBe(404)
  // The session of the reader is as fresh as the others only if they sign in now.
  const reading = await signedIn(world.testApp, { role: 'super_admin' })
  await world.db.updateTable('accessFindings').set({ adminId: reading.admin.id }).execute()
  expect((await reading.call('POST', url, body)).statusCode).toBe(403)
  await world.db.updateTable('accessFindings').set({ adminId: reader.admin.id }).execute()

  expect((await boss.call('POST', url, body)).statusCode).toBe(204)
  expect((await again.call('POST', url, body)).statusCode).toBe(409)
  expect((await list()).data).toEqual([])
  expect((await list('answered')).data).toMatchObject([
    { answer: { kind: 'explained', sentence: body.sentence, by: 'Bo Boss' } },
  ])
  const [entry] = await world.db
    .selectFrom('auditEvents')
    .select(['actorId', 'subjects', 'reason'])
    .where('action', '=', 'access_check.explain')
    .where('outcome', '=', 'ok')
    .execute()
  const subjects = JSON.stringify([`user:${target}`, `admin:${reader.admin.id}`])
  expect(entry).toEqual({ actorId: boss.admin.id, subjects, reason: null })

  // The same rule, admin and user is quiet for 90 days, and then found again.
  await pass(world, 89, () => world.view(reader.admin.id, [target]))
  expect((await findings(world)).filter(({ state }) => state === 'open')).toEqual([])
  await pass(world, 3, () => world.view(reader.admin.id, [target]))
  expect((await findings(world)).map(({ state }) => state)).toEqual(['open'])
})

test('[review-9] an admin whom the reader has just invited does not answer', async () => {
  const world = await start()
  const reader = await someone(world)
  await pass(world, 5, () => world.view(reader.id, world.ids.slice(0, 1)))
  const [accomplice, boss] = [
    await signedIn(world.testApp, { role: 'super_admin', inviterId: reader.id }),
    await signedIn(world.testApp, { role: 'super_admin' }),
  ]
  const [finding] = await findings(world)
  const answer = (who: typeof boss) =>
    who.call('POST', `/v1/access-findings/${finding?.id}/answer`, { kind: 'explained', sentence: 'All is well' })
  expect((await answer(accomplice)).statusCode).toBe(403)
  expect((await findings(world)).map(({ state }) => state)).toEqual(['open'])
  expect((await answer(boss)).statusCode).toBe(204)
})

test('[review-9] a follow-up stays for a year, and a reader who goes on is found again', async () => {
  const world = await start()
  const reader = await someone(world)
  const [target = ''] = world.ids
  await pass(world, 5, () => world.view(reader.id, [target]))
  const boss = await signedIn(world.testApp, { role: 'super_admin' })
  const [finding] = await findings(world)
  const body = { kind: 'follow_up', sentence: 'The manager asks' }
  expect((await boss.call('POST', `/v1/access-findings/${finding?.id}/answer`, body)).statusCode).toBe(204)
  await pass(world, 2)
  expect((await findings(world)).map(({ state }) => state)).toEqual(['follow_up'])
  await pass(world, 1, () => world.view(reader.id, [target]))
  expect((await findings(world)).map(({ state }) => state).toSorted()).toEqual(['follow_up', 'open'])
})

test('findings are in pages, and none is left out', { tags: 'postgres' }, async () => {
  const world = await start({ UNUSUAL_ACCESS: 'on', PAGE_SIZE: '2' })
  const reader = await someone(world)
  await pass(world, 5, () => world.view(reader.id, world.ids.slice(0, 5)))
  const boss = await signedIn(world.testApp, { role: 'super_admin' })
  const list = async (query: string) => (await boss.call('GET', `/v1/access-findings?${query}`)).json()
  const pages = [await list('page=1'), await list('page=2'), await list('page=3')]
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1])
  expect(pages.flatMap(({ data }) => data.map(({ user }: { user: { id: string } }) => user.id)).toSorted()).toEqual(
    world.ids.slice(0, 5).toSorted(),
  )
  expect(pages.map(({ meta }) => meta.totalPages)).toEqual([3, 3, 3])
  expect((await list('page=1&state=answered')).meta).toMatchObject({ totalAmount: 0, totalPages: 1 })
})

test('[review-10] super admins are emailed once a week, with counts only, while something is open', async () => {
  const world = await start()
  const reader = await someone(world, 'Rea Reader')
  await createAdmin(world.testApp, { role: 'super_admin', email: 'boss@example.org' })
  const [target = ''] = world.ids
  await pass(world, 5, () => world.view(reader.id, [target]))
  const mails = async () => (await keptMails(world.testApp)).filter(({ kind }) => kind === 'open-findings')
  expect(await mails()).toEqual([])
  await pass(world, 3)
  await Promise.all([world.run(), world.run()])
  const [mail, ...more] = await mails()
  expect([mail?.to, more]).toEqual(['boss@example.org', []])
  expect(JSON.stringify(mail)).toContain('1 finding needs an answer')
  for (const secret of ['Reader', 'HM-0', target]) expect(JSON.stringify(mail)).not.toContain(secret)
  await pass(world, 7)
  expect(await mails()).toHaveLength(2)
})
