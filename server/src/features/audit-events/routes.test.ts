import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import { type AuditEvent, listAuditEvents } from '@health-console/contract/audit/events.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { testEngine } from '../../../testing/engines/engines.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { type AuditEntry, byOperator, byServer } from '../../core/audit/entry.ts'
import { upsertUsers } from '../users/store.ts'
import { removeAccess } from '../staff/accounts/remove-access.ts'

const dayMs = 86_400_000
const noon = Date.parse('2026-03-07T12:00:00Z')

type Entry = Partial<Omit<AuditEntry, 'subjects'>> & { action?: AuditAction; subjects?: AuditSubject[]; atMs?: number }

/** A super admin and an audit log with these entries, without the entries of the test itself. */
async function withLog(...input: Entry[]) {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: 'Bo Boss' })
  await addEntries(testApp, input)
  return { testApp, boss, list: (query = '') => listed(boss, query) }
}

async function addEntries({ context, advance, freeze }: TestApp, input: Entry[]): Promise<void> {
  freeze()
  for (const [index, { atMs = noon + index * 1_000, ...entry }] of input.entries()) {
    advance(atMs - context.now())
    await context.audit.write([{ ...byServer, action: 'users.list', subjects: [], address: '192.0.2.7', ...entry }])
  }
  advance(Date.now() - context.now())
}

/** Removes the entries that reading the audit log adds. */
async function listed({ call }: Session, query: string): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (let cursor = ''; ;) {
    const answer = await call('GET', `/v1/audit-events?${query}${cursor && `&cursor=${cursor}`}`)
    expect(answer.statusCode).toBe(200)
    const { data, meta } = listAuditEvents.response.parse(answer.json())
    events.push(...data.filter(({ group }) => group !== 'viewRecord'))
    if (meta.nextCursor === null) return events
    cursor = meta.nextCursor
  }
}

const importRow = {
  state: 'applied',
  adminId: null,
  sessionId: null,
  sizeBytes: 1,
  sha256: '',
  addedCount: null,
  changedCount: null,
  removedCount: null,
  warningCount: null,
  reason: null,
  restoredFromMs: null,
  baseImportId: null,
  report: null,
  appliedAtMs: null,
} as const

const sequences = (events: AuditEvent[]) => events.map(({ sequence }) => sequence)

test('an entry shows the actor, the action, the subjects, the outcome and the origin', async () => {
  const { testApp, boss, list } = await withLog()
  const [user] = await insertUsers(testApp, [{ firstName: 'Mara' }])
  const { admin, call } = await signedIn(testApp, { fullName: 'Ada Example' })
  const answer = await call('GET', `/v1/users/${user?.id}`)
  const [event] = await list()
  const row = await testApp.context.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('action', '=', 'user.view')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({
    sequence: row.sequence,
    at: new Date(row.atMs).toISOString(),
    actor: { kind: 'staff', id: admin.id, name: 'Ada Example', hasLeft: false, color: expect.any(String) },
    action: 'user.view',
    group: 'viewUser',
    how: 'view',
    subjects: [{ kind: 'user', id: user?.id, memberId: '' }],
    outcome: 'ok',
    reason: null,
    count: 1,
    address: '127.0.0.1',
    sessionId: row.sessionId,
    requestId: answer.headers['x-request-id'] ?? row.requestId,
    hash: row.hash,
  })
  expect(boss.admin.id).not.toBe(admin.id)
})

test(
  'pages continue from the newest to the oldest entry without gaps or duplicates, also at equal times',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss } = await withLog(
      ...Array.from({ length: 120 }, (_, index) => ({ atMs: noon + Math.floor(index / 7) * 1_000 })),
    )
    const pages: AuditEvent[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `group=listUsers${cursor && `&cursor=${cursor}`}`
      const { data, meta } = (await boss.call('GET', `/v1/audit-events?${query}`)).json()
      pages.push(data)
      cursor = meta.nextCursor
      // Entries written meanwhile are newer than any cursor.
      await addEntries(testApp, [{ atMs: noon + dayMs }])
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
    expect(sequences(pages.flat())).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  },
)

test('each filter, and any two together, find exactly the matching entries', { tags: 'postgres' }, async () => {
  const [ada, eve] = ['0198aaaa-1111-7000-a000-000000000001', '0198aaaa-2222-7000-a000-000000000002']
  const entries: Entry[] = [
    { actorId: ada, action: 'users.list', subjects: ['user:u1', 'user:u2'], sessionId: 's-1', requestId: 'r-1' },
    { actorId: ada, action: 'users.search', subjects: ['user:u2'], sessionId: 's-1', requestId: 'r-2' },
    { actorId: eve, action: 'user.view', subjects: ['user:u1'], requestId: 'r-3', atMs: noon + dayMs },
    { actorId: eve, action: 'user.view', subjects: ['user:u1'], outcome: 'denied', reason: 'forbidden' },
    { actorId: ada, action: 'patients.view', subjects: ['patient:7', 'patient:70'], address: '198.51.100.9' },
    { actorId: ada, action: 'admin.revoke', subjects: [`admin:${eve}`] },
    { actorId: null, action: 'session.sign_in', outcome: 'failed', reason: 'wrong_credentials' },
  ]
  const { list } = await withLog(...entries)
  const filters: [string, (entry: Entry & { place: number }) => boolean][] = [
    [`actor=${ada}`, ({ actorId }) => actorId === ada],
    ['group=viewUser', ({ action }) => action === 'user.view'],
    ['group=staff', ({ action }) => action === 'admin.revoke'],
    ['subject=user:u1', ({ subjects }) => subjects?.includes('user:u1') === true],
    ['subject=patient:7', ({ subjects }) => subjects?.includes('patient:7') === true],
    ['outcome=ok', ({ outcome = 'ok' }) => outcome === 'ok'],
    ['outcome=failed', ({ outcome }) => outcome === 'failed'],
    ['seen=true', ({ subjects, outcome, action }) => action !== 'admin.revoke' && !!subjects && !outcome],
    ['from=2026-03-08', ({ atMs }) => atMs !== undefined],
    ['to=2026-03-07', ({ atMs }) => atMs === undefined],
    ['from=2026-03-07&to=2026-03-08', () => true],
    ['text=r-3', ({ requestId }) => requestId === 'r-3'],
    ['text=r-', ({ requestId }) => requestId !== undefined],
    ['text=s-1', ({ sessionId }) => sessionId === 's-1'],
    ['text=u', ({ subjects }) => subjects?.some((subject) => subject.startsWith('user:')) === true],
    ['text=7', ({ subjects }) => subjects?.includes('patient:7') === true],
    ['text=198.51', ({ address }) => address === '198.51.100.9'],
    [`text=${eve}`, ({ action }) => action === 'admin.revoke'],
    ['text=nothing', () => false],
  ]
  const expected = (matches: (entry: Entry & { place: number }) => boolean) =>
    entries
      .map((entry, index) => ({ ...entry, place: index + 1, time: entry.atMs ?? noon + index * 1_000 }))
      .filter(matches)
      .sort((a, b) => b.time - a.time)
      .map(({ place }) => place)
  // Both engines combine conditions alike, so the pairs of two filters are enough on PostgreSQL.
  const paired = testEngine() === 'postgres' ? 2 : filters.length
  for (const [index, [first, matchesFirst]] of filters.entries()) {
    for (const [second, matchesSecond] of filters.slice(index, index < paired ? undefined : index + 1)) {
      // Each filter is used once. The two days count as one filter, because a range must not end before it begins.
      const names = (query: string) => query.split('&').map((part) => part.replace(/=.*/, '').replace('from', 'to'))
      if (first !== second && names(first).some((name) => names(second).includes(name))) continue
      const query = first === second ? first : `${first}&${second}`
      const found = sequences(await list(query))
      expect([query, found]).toEqual([query, expected((entry) => matchesFirst(entry) && matchesSecond(entry))])
    }
  }
})

test(
  '[audit-16] the search finds users by their exact member ID, and entries show the member IDs of users that exist',
  { tags: 'postgres' },
  async () => {
    const { testApp, list } = await withLog()
    const { db } = testApp.context
    await db.transaction().execute((transaction) =>
      upsertUsers(transaction, [
        { id: 'u-1', memberId: 'HM-0012' },
        { id: 'u-2', memberId: 'hm-0012' },
        { id: 'u-3', memberId: 'HM-12' },
        { id: 'u-4', memberId: 'HM-00123' },
        { id: 'u-5', memberId: '' },
        { id: 'u-6', memberId: 'ＨＭ‑77' },
      ]),
    )
    await addEntries(
      testApp,
      ['u-1', 'u-2', 'u-3', 'u-4', 'u-5', 'u-6', 'u-gone'].map((id) => ({
        action: 'user.view' as const,
        subjects: [`user:${id}` as const],
      })),
    )
    const shown = async (query: string) =>
      (await list(query)).map(({ subjects: [subject] }: AuditEvent) => [subject?.id, subject?.memberId])
    expect(await shown('text=hm-0012&group=viewUser')).toEqual([
      ['u-2', 'hm-0012'],
      ['u-1', 'HM-0012'],
    ])
    expect(await shown('text=HM-12')).toEqual([['u-3', 'HM-12']])
    expect(await shown('text=HM-1')).toEqual([])
    for (const text of ['hm-77', 'HM–77', 'HM‑７７', '\u202AHM-77\u202C'])
      expect(await shown(`text=${encodeURIComponent(text)}`)).toEqual([['u-6', 'ＨＭ‑77']])
    expect(await shown(`text=${encodeURIComponent('HM–12')}`)).toEqual([['u-3', 'HM-12']])
    expect(await shown(`text=${encodeURIComponent('u‑gone')}`)).toEqual([['u-gone', undefined]])
    expect(await shown('text=u-gone')).toEqual([['u-gone', undefined]])
    expect(await shown('text=U-GONE')).toEqual([['u-gone', undefined]])
    expect(await shown('text=u-5')).toEqual([['u-5', '']])
  },
)

test('an actor is found by the id and shown by name even after leaving; an unknown actor has no name', async () => {
  const { testApp, boss, list } = await withLog()
  const eve = await signedIn(testApp, { fullName: 'Eve Former' })
  await eve.call('GET', '/v1/users')
  const { db } = testApp.context
  await db.transaction().execute((transaction) => removeAccess(transaction, [eve.admin.id], testApp.context.now()))
  await addEntries(testApp, [
    { actorId: 'gone', atMs: noon },
    { ...byOperator, operator: 'root', address: null, action: 'users.import', atMs: noon - 1 },
    { address: null, action: 'access_review.remind', atMs: noon - 2 },
    { outcome: 'failed', action: 'session.sign_in', atMs: noon - 3 },
  ])
  expect((await list()).map(({ actor }) => actor)).toEqual([
    { kind: 'staff', id: eve.admin.id, name: 'Eve Former', hasLeft: true },
    { kind: 'staff', id: 'gone', name: null, hasLeft: true },
    { kind: 'operator', id: null, name: 'root', hasLeft: false },
    { kind: 'server', id: null, name: null, hasLeft: false },
    { kind: 'nobody', id: null, name: null, hasLeft: false },
  ])
  expect(await list(`text=${eve.admin.id.slice(0, -2)}`)).toMatchObject([{ action: 'users.list' }])
  const account = { name: 'Ward tablets', scopes: ['models:read'] }
  const { id } = (await boss.call('POST', '/v1/service-accounts', account)).json().data
  await addEntries(testApp, [{ actorId: id, action: 'models.pull', atMs: noon - 4 }])
  expect(await list(`actor=${id}`)).toMatchObject([
    { actor: { name: 'Ward tablets (service account)', isService: true } },
  ])
  const actors = (await boss.call('GET', '/v1/audit-events/actors')).json().data
  expect(actors).toEqual([
    { id: boss.admin.id, name: 'Bo Boss', hasLeft: false, isService: false },
    { id: eve.admin.id, name: 'Eve Former', hasLeft: true, isService: false },
    { id, name: 'Ward tablets (service account)', hasLeft: false, isService: true },
  ])
})

test('filters by admin and subject also find entries of actions that only another version knows', async () => {
  const { testApp, boss, list } = await withLog()
  const action = 'users.teleport' as AuditAction
  await addEntries(testApp, [{ action, actorId: boss.admin.id, subjects: ['user:u1'] }])
  const found = [{ action, group: null, subjects: [{ kind: 'user', id: 'u1' }] }]
  expect(await list(`actor=${boss.admin.id}&to=2026-03-07`)).toMatchObject(found)
  expect(await list('subject=user:u1&to=2026-03-07')).toMatchObject(found)
})

test(
  'if two filters rarely match together, pages are short but nothing is left out',
  { tags: 'postgres' },
  async () => {
    const { testApp, list } = await withLog()
    const many = (count: number, entry: Entry) =>
      Array.from({ length: count }, () => ({ ...byServer, action: 'users.list' as const, subjects: [], ...entry }))
    const { audit } = testApp.context
    const both = { actorId: 'ada', subjects: ['user:u1'] satisfies AuditSubject[] }
    await audit.write(many(2, both))
    for (let round = 0; round < 4; round += 1) {
      await audit.write([...many(1_000, { actorId: 'ada' }), ...many(1_000, { subjects: ['user:u1'] })])
    }
    await audit.write(many(1, both))
    expect(sequences(await list('actor=ada&subject=user:u1'))).toEqual([8_003, 2, 1])
  },
)

test('[audit-11] reading the audit log is itself logged, with whom it was about, and never counts as viewing a user', async () => {
  const { testApp, boss } = await withLog({ subjects: ['user:u1'] })
  await boss.call('GET', '/v1/audit-events?subject=user:u1&text=u1')
  await boss.call('GET', '/v1/audit-events/actors')
  const rows = await testApp.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'actorId'])
    .where('action', 'like', 'audit.%')
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual([
    { action: 'audit.list', subjects: '["user:u1"]', actorId: boss.admin.id },
    { action: 'audit.actors', subjects: JSON.stringify([`admin:${boss.admin.id}`]), actorId: boss.admin.id },
  ])
  const seen = await boss.call('GET', '/v1/audit-events?subject=user:u1&seen=true')
  expect(seen.json().data).toMatchObject([{ action: 'users.list', how: 'list' }])
})

test('the categories of the log separate viewed or replaced personal data from changes', async () => {
  const actions = {
    'users.list': 'people',
    'report.download': 'people',
    'patients.import': 'people changes',
    'patients.template': '',
    'patients.import_preview': 'people',
    'admin.revoke': 'changes',
    'invitation.view': '',
    'admin.list': '',
    'files.publish': 'changes',
    'session.sign_in': '',
    'users.import': 'changes',
  } as const
  const names = Object.keys(actions) as (keyof typeof actions)[]
  const { list } = await withLog(...names.map((action) => ({ action })), { action: 'user.view', outcome: 'denied' })
  const found = async (part: string) => (await list(`part=${part}`)).map(({ action }) => action).toSorted()
  const expected = (part: string) => names.filter((action) => actions[action].includes(part))
  // A rejected request is logged as an attempt.
  expect(await found('people')).toEqual([...expected('people'), 'user.view'].toSorted())
  expect(await found('changes')).toEqual(expected('changes').toSorted())
  expect(await list('part=changes&group=listUsers')).toEqual([])
  expect(await list('part=changes&outcome=denied')).toEqual([])
})

test('staff, files and imports have their current names; users and patients have none', async () => {
  const { testApp, boss, list } = await withLog({
    subjects: [`admin:gone`, 'user:u1', 'file:f1', 'version:f1/7', 'version:f2/1', 'import:i1', 'import:i2'],
  })
  const { db, now } = testApp.context
  await addEntries(testApp, [{ subjects: [`admin:${boss.admin.id}`] }])
  const times = { createdAtMs: now(), updatedAtMs: now() }
  await db
    .insertInto('modelFiles')
    .values({ id: 'f1', type: 'gguf', name: 'Main LLM', currentVersion: 0, ...times })
    .execute()
  await db
    .insertInto('patientImports')
    .values({ ...importRow, id: 'i1', tableId: 'i1', fileName: 'ward-4.xlsx', rowCount: 232, ...times })
    .execute()
  const named = (await list()).flatMap(({ subjects }) => subjects.map(({ id, name, rows }) => [id, name, rows]))
  expect(named.toSorted()).toEqual(
    [
      [boss.admin.id, 'Bo Boss', undefined],
      ['gone', undefined, undefined],
      ['u1', undefined, undefined],
      ['f1', 'Main LLM', undefined],
      ['f1/7', 'Main LLM, version 7', undefined],
      ['f2/1', undefined, undefined],
      ['i1', 'ward-4.xlsx', 232],
      ['i2', undefined, undefined],
    ].toSorted(),
  )
})

test(
  'newer entries are counted up to a hundred, without those about reading the log',
  { tags: 'postgres' },
  async () => {
    const { testApp, boss } = await withLog({}, {})
    const newest = async (query = '') => (await boss.call('GET', `/v1/audit-events?${query}`)).json().meta.newestCursor
    const cursor = await newest('group=listUsers')
    const count = async (query = '') => {
      const answer = await boss.call('GET', `/v1/audit-events/newer?cursor=${cursor}${query}`)
      expect(answer.statusCode).toBe(200)
      return answer.json().data.count as number
    }
    expect(await count()).toBe(0)
    await boss.call('GET', '/v1/audit-events/actors')
    expect(await count()).toBe(0)
    const other = await signedIn(testApp, { role: 'super_admin' })
    await other.call('GET', '/v1/audit-events')
    await addEntries(testApp, [
      { atMs: noon + 500 },
      { atMs: noon + 1_000 },
      { atMs: noon + dayMs, action: 'user.view' },
    ])
    expect(await count()).toBe(3)
    expect(await count('&group=listUsers')).toBe(1)
    expect(await count('&part=changes')).toBe(0)
    expect(await count('&to=2026-03-07')).toBe(1)
    await testApp.context.audit.write(
      Array.from({ length: 120 }, () => ({ ...byServer, action: 'user.view' as const, subjects: [] })),
    )
    expect(await count()).toBe(100)
    expect(await newest('subject=user:nobody')).toBeNull()
  },
)

test('counting newer entries is neither logged nor counted as use of the session', async () => {
  const { testApp, boss } = await withLog({})
  testApp.freeze()
  const { newestCursor } = (await boss.call('GET', '/v1/audit-events')).json().meta
  const entries = () => testApp.context.db.selectFrom('auditEvents').select('sequence').execute()
  const before = await entries()
  const count = () => boss.call('GET', `/v1/audit-events/newer?cursor=${newestCursor}`)
  for (let minute = 0; minute < 14; minute += 1) {
    testApp.advance(60_000)
    expect((await count()).statusCode).toBe(200)
  }
  expect(await entries()).toEqual(before)
  testApp.advance(60_000)
  expect((await count()).statusCode).toBe(401)
})

test('[audit-2] only super admins may read the audit log', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp, { role: 'admin' })
  for (const url of ['/v1/audit-events', '/v1/audit-events/actors', '/v1/audit-events/newer?cursor=MC4w']) {
    expect((await call('GET', url)).statusCode).toBe(403)
    expect((await testApp.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  }
})

const invalidQueries = [
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-03-08&to=2026-03-07', 'to'],
  ['group=everything', 'group'],
  ['outcome=maybe', 'outcome'],
  ['subject=dog:7', 'subject'],
  ['seen=false', 'seen'],
  ['part=everything', 'part'],
  ['cursor=abc', 'cursor'],
  [`text=${'x'.repeat(101)}`, 'text'],
  ['page=2', 'page'],
]

test('an invalid query is rejected with the name of the field', async () => {
  const { boss } = await withLog()
  for (const [query, field] of invalidQueries) {
    const answer = await boss.call('GET', `/v1/audit-events?${query}`)
    const paths = answer.json().error.fields?.map(({ path }: { path: string }) => path)
    expect([query, answer.statusCode, paths]).toEqual([query, 400, [field]])
  }
})

test(
  'a text that begins too many ids is rejected with what to do; a complete id is not',
  { tags: 'postgres' },
  async () => {
    const ids = Array.from({ length: 21 }, (_, index) => `patient:4${index + 10}` as const)
    const { list } = await withLog({ action: 'patients.view', subjects: ['patient:4', ...ids] })
    expect(await list('text=4')).toHaveLength(1)
    expect(await list('text=42')).toHaveLength(1)
    const withoutTheWhole = await withLog({ action: 'patients.view', subjects: ids })
    const answer = await withoutTheWhole.boss.call('GET', '/v1/audit-events?text=4')
    expect(answer.statusCode).toBe(400)
    const message = 'More than 20 IDs start with this. Type more characters.'
    expect(answer.json().error.fields).toEqual([{ path: 'text', message }])
  },
)

test('a page of entries that name very many subjects ends early, and the next one continues', async () => {
  const subjects = (entry: number) =>
    Array.from({ length: 1_000 }, (_, index): AuditSubject => `report:${entry}-${index}-${'r'.repeat(180)}`)
  const { boss, list } = await withLog(...[1, 2, 3].map((entry) => ({ subjects: subjects(entry) })))
  const { data, meta } = (await boss.call('GET', '/v1/audit-events')).json()
  expect(data.length).toBeLessThan(3)
  expect(meta.nextCursor).not.toBe(null)
  expect((await list()).map((event) => event.subjects.length)).toEqual([1_000, 1_000, 1_000])
})
