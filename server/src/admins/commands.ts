import { parseArgs } from 'node:util'
import { Email, Name } from '@health-console/contract/text.ts'
import { askPassword, type Command, readPasswordFromStdin, UsageError } from '../command.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'
import { findAdminByEmail, insertAdmin } from './store.ts'

export const createAdminCommand: Command = {
  usage: 'create-admin --email ADDRESS --name NAME --role admin|super_admin [--password-stdin]',
  summary: 'Create an admin; asks for the password, or reads it from standard input.',
  async run({ config, db, passwords, audit, now }, args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string', default: 'admin' },
        'password-stdin': { type: 'boolean', default: false },
      },
    })
    const email = Email.safeParse(values.email ?? '')
    const fullName = Name.safeParse(values.name ?? '')
    const role = values.role
    if (!email.success) throw new UsageError('--email must be a valid e-mail address.')
    if (!fullName.success) throw new UsageError('--name must not be empty.')
    if (role !== 'admin' && role !== 'super_admin') throw new UsageError('--role must be admin or super_admin.')
    if (await findAdminByEmail(db, email.data)) throw new Error(`${email.data} has an account already.`)

    const password = values['password-stdin'] ? await readPasswordFromStdin() : await askPassword('Password: ')
    const person = { email: email.data, fullName: fullName.data }
    const problems = checkNewPassword(password, config.productName, person)
    if (problems.length > 0) throw new Error(`The password is not good enough: ${problems.join('; ')}.`)

    const admin = await insertAdmin(db, { ...person, role, passwordHash: await passwords.hash(password), nowMs: now() })
    await audit.record({
      action: 'admin.create',
      subject: admin.id,
      outcome: 'ok',
      actorId: null,
      address: null,
      requestId: null,
    })
    return `${email.data} can sign in as ${role}.`
  },
}
