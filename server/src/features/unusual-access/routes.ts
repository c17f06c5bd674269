import {
  type AccessFinding,
  answerAccessFinding,
  listAccessFindings,
} from '@health-console/contract/audit/unusual-access.ts'
import { pageMeta } from '@health-console/contract/http/paging.ts'
import type { FastifyInstance } from 'fastify'
import { keepReason } from '../../core/audit/reasons.ts'
import type { Context } from '../../core/context.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { router } from '../../http/requests/route.ts'
import { listStaffNames, type StaffName } from '../audit-events/presenting/staff-names.ts'
import { listAdmins } from '../staff/admins/store.ts'
import * as store from './store.ts'
import { dayMs } from './views.ts'

export function unusualAccessRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, now } = context
  const route = router(app, context)

  route(listAccessFindings, {
    permission: 'super_admin',
    action: 'access_check.view',
    why: 'one page: findings, which name IDs and colleagues',
    audit: (_call, { data }) => ({
      subjects: [
        ...new Set(
          data.flatMap(({ admin, user }) => [
            `admin:${admin.id}` as const,
            ...(user ? [`user:${user.id}` as const] : []),
          ]),
        ),
      ],
    }),
    shows: (_call, { data }) => ({ kind: 'audit_rows', rows: data.length }),
    handler: async ({ query, admin }) => {
      const isOpen = query.state !== 'answered'
      const limit = config.pageSize
      const rows = await store.listFindings(db, isOpen, { offset: (query.page - 1) * limit, limit })
      const staff = [...new Set(rows.flatMap(({ adminId, answeredBy }) => [adminId, answeredBy ?? []].flat()))]
      const names = new Map((await listStaffNames(db, staff)).map((each) => [each.id, each]))
      const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
      const users =
        userIds.length === 0
          ? []
          : await db.selectFrom('endUsers').select(['id', 'memberId']).where('id', 'in', userIds).execute()
      const memberIds = new Map(users.map(({ id, memberId }) => [id, memberId]))
      const state = await store.findState(db)
      const superAdmins = (await listAdmins(db)).filter(({ role }) => role === 'super_admin')
      const open = (await store.summarizeOpen(db)).count
      return {
        data: rows.map((row) => present(row, { names, memberIds, callerId: admin.id })),
        meta: pageMeta(query.page, limit, isOpen ? open : await store.countAnswered(db)),
        checks: {
          isOn: config.unusualAccess,
          open,
          checkedAt: state?.checkedAtMs == null ? null : new Date(state.checkedAtMs).toISOString(),
          hasOthers: superAdmins.some(({ id }) => id !== admin.id),
        },
      }
    },
  })

  route(answerAccessFinding, {
    permission: 'super_admin',
    action: 'access_check.explain',
    why: 'hides unusual access from the list',
    sensitive: true,
    audit: ({ body, shown }) => ({
      subjects: shown,
      action: body.kind === 'explained' ? 'access_check.explain' : 'access_check.follow_up',
    }),
    handler: ({ params, body, admin, shown, change }) =>
      change(async (transaction) => {
        const atMs = now()
        const finding = await store.answerFinding(transaction, params.id, {
          state: body.kind,
          answeredBy: admin.id,
          answeredAtMs: atMs,
        })
        if (finding === undefined) throw notFound('There is no finding with this ID.')
        if (finding === 'own')
          throw new ApiError('forbidden', 'This finding is about you. Another super admin must answer it.')
        if (finding === 'invited')
          throw new ApiError(
            'forbidden',
            'One of you invited the other less than 30 days ago. Another super admin must answer this finding.',
          )
        if (finding === 'answered')
          throw conflict('This finding has been answered already. It’s in the list of answered findings.')
        const { userId, adminId } = finding
        if (userId !== null) shown.push(`user:${userId}`)
        shown.push(`admin:${adminId}`)
        await keepReason(transaction, {
          action: body.kind === 'explained' ? 'access_check.explain' : 'access_check.follow_up',
          subject: userId === null ? `admin:${adminId}` : `user:${userId}`,
          adminId: admin.id,
          reason: body.sentence,
          atMs,
        })
      }),
  })
}

type Known = { names: Map<string, StaffName>; memberIds: Map<string, string>; callerId: string }

function present(
  row: Awaited<ReturnType<typeof store.listFindings>>[number],
  { names, memberIds, callerId }: Known,
): AccessFinding {
  const who = names.get(row.adminId)
  return {
    id: row.id,
    day: toDay(row.day),
    firstDay: toDay(row.firstDay),
    admin: { id: row.adminId, name: who?.name ?? null, hasLeft: who?.hasLeft ?? true, color: who?.color },
    user: row.userId === null ? null : { id: row.userId, memberId: memberIds.get(row.userId) ?? '' },
    why: { rule: row.rule, ...JSON.parse(row.numbers) },
    entries: row.entries,
    isOwn: row.adminId === callerId,
    answer:
      row.state === 'open' || row.answeredAtMs === null
        ? null
        : {
            kind: row.state,
            sentence: row.reason ?? '',
            by: names.get(row.answeredBy ?? '')?.name ?? null,
            at: new Date(row.answeredAtMs).toISOString(),
          },
  }
}

const toDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
