import { parseArgs } from 'node:util'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { invisibleInEmail } from '@health-console/contract/values/email-address.ts'
import { Email, emailKeyOf, Name, shownName } from '@health-console/contract/values/text.ts'
import { byOperator } from '../../../core/audit/entry.ts'
import type { Command } from '../../../commands/command.ts'
import { UsageError } from '../../../commands/command-errors.ts'
import { promptPassword, readPasswordFromStdin, type Terminal } from '../../../commands/terminal.ts'
import type { Context } from '../../../core/context.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { findLastSignIns } from '../admins/last-sign-in.ts'
import { presentTime } from '../admins/present.ts'
import { issueInvitation } from '../links/invite-admins.ts'
import { findInvitationsTo, listInvitations, withdrawLinks } from '../links/store.ts'
import { formatTimestamp } from '../../../mail/templates/timestamp.ts'
import { checkNewPassword } from '../credentials/password-rules.ts'
import { type Factors, listFactors, noFactors } from '../credentials/factors.ts'
import { findAdminByEmail, insertAdmin, listAdmins, lockStaff, reinstateAdmin } from '../admins/store.ts'

export const createAdminCommand: Command = {
  usage: 'create-admin --email ADDRESS [--role admin|super_admin] [--invite | --name NAME [--password-stdin]]',
  summary:
    'Print an invitation link. With --name, create the admin now and prompt for a password, or read it from standard input.',
  async run(context, args, terminal: Terminal = process) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string', default: 'admin' },
        invite: { type: 'boolean', default: false },
        'password-stdin': { type: 'boolean', default: false },
      },
    })
    const email = readEmail(values.email)
    const { role } = values
    if (role !== 'admin' && role !== 'super_admin') throw new UsageError('--role must be admin or super_admin.')
    if (values.invite || values.name === undefined) return invite(context, email, role)

    const fullName = Name.safeParse(values.name)
    if (!fullName.success) throw new UsageError(`--name cannot be used: ${fullName.error.issues[0]?.message}.`)
    await rejectAdmin(context.db, email)
    const password = values['password-stdin']
      ? await readPasswordFromStdin(terminal)
      : await promptPassword(terminal, 'Password: ')
    return createWithPassword(context, { email, role, fullName: fullName.data }, password)
  },
}

export const listAdminsCommand: Command = {
  usage: 'list-admins [--json]',
  summary:
    'List admins with their second factor and last sign-in, and pending invitations. --json prints one JSON object.',
  async run({ db, now }, args) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    const listed = await listAdmins(db)
    const ids = listed.map(({ id }) => id)
    const [factors, lastSignIns] = [await listFactors(db, ids), await findLastSignIns(db, ids)]
    const admins = listed.map((admin) =>
      describeAdmin(admin, {
        factors: factors.get(admin.id) ?? noFactors,
        lastSignInAt: presentTime(lastSignIns.get(admin.id)),
      }),
    )
    const invitations = (await listInvitations(db)).map(({ email, role, expiresAtMs }) => ({
      email,
      role,
      expiresAt: new Date(expiresAtMs).toISOString(),
      isExpired: expiresAtMs <= now(),
    }))
    if (values.json) return JSON.stringify({ admins, invitations })
    if (admins.length + invitations.length === 0) return 'There is no admin and no invitation yet.'
    return toTable([
      ['Email', 'Role', 'Second factor', 'Last sign-in', 'Name'],
      ...admins.map(({ email, role, secondFactors, lastSignInAt, fullName }) => {
        const signedIn = lastSignInAt === null ? 'never' : formatTimestamp(Date.parse(lastSignInAt))
        return [email, role, secondFactors.join(', ') || 'none', signedIn, fullName]
      }),
      ...invitations.map(({ email, role, expiresAt, isExpired }) => {
        const until = formatTimestamp(Date.parse(expiresAt))
        return [email, role, isExpired ? `invitation expired ${until}` : `invited until ${until}`]
      }),
    ])
  },
}

type Known = { factors: Factors; lastSignInAt: string | null }

function describeAdmin({ email, role, fullName }: AdminsTable, { factors: { app, passkeys }, lastSignInAt }: Known) {
  return {
    email,
    role,
    fullName: shownName(fullName, email),
    secondFactors: [...(app ? ['app'] : []), ...(passkeys ? ['passkey'] : [])],
    lastSignInAt,
  }
}

/** Pads every cell except the last of its row to the width of its column. */
function toTable(rows: string[][]): string {
  const padded = rows.map((row) => row.slice(0, -1))
  const widthOf = (column: number) => Math.max(...padded.map((row) => row[column]?.length ?? 0))
  const toLine = (row: string[]) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widthOf(column)))).join('  ')
  return rows.map(toLine).join('\n')
}

/** @throws UsageError for an invalid email address */
export function readEmail(value: string | undefined): string {
  const email = Email.safeParse(value ?? '')
  if (!email.success && email.error.issues.some(({ message }) => message === invisibleInEmail))
    throw new UsageError('--email contains an invisible character. Type the address instead of pasting it.')
  if (!email.success) throw new UsageError('--email must be a valid email address.')
  return email.data
}

async function invite(context: Context, email: string, role: 'admin' | 'super_admin'): Promise<string> {
  const { db, engine, audit, now } = context
  const { invitation, url } = await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    await rejectAdmin(transaction, email)
    const [pending] = await findInvitationsTo(transaction, [email])
    const invited = { email, role, inviterId: null, pending, createdAtMs: now() }
    const issued = await issueInvitation(transaction, context, invited, 'caller')
    const subjects: AuditSubject[] = [`invitation:${issued.invitation.id}`]
    await audit.append(transaction, [{ ...byOperator, action: 'invitation.create', subjects }])
    return issued
  })
  return `Link for ${email} to become ${role}, valid once, until ${formatTimestamp(invitation.expiresAtMs)}:\n${url}`
}

async function createWithPassword(
  { config, db, engine, passwords, audit, now }: Context,
  person: { email: string; fullName: string; role: 'admin' | 'super_admin' },
  password: string,
): Promise<string> {
  const errors = await checkNewPassword(password, config.productName, person)
  if (errors.length > 0) throw new Error(`The password is not strong enough: ${errors.join('; ')}`)
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    const former = await rejectAdmin(transaction, person.email)
    await withdrawLinks(transaction, 'invitations', 'emailKey', emailKeyOf(person.email))
    const admin = former
      ? await reinstateAdmin(transaction, former.id, { ...person, passwordHash, inviterId: null, joinedAtMs: now() })
      : await insertAdmin(transaction, { ...person, passwordHash, nowMs: now() })
    await audit.append(transaction, [{ ...byOperator, action: 'admin.create', subjects: [`admin:${admin.id}`] }])
  })
  return `${person.email} can sign in as ${person.role}.`
}

/** @returns the row of an admin who had access earlier */
async function rejectAdmin(db: Context['db'], email: string) {
  const existing = await findAdminByEmail(db, email)
  if (existing && existing.role !== 'user') throw new Error(`${email} already has access.`)
  return existing
}
