import { createServiceAccount, type ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { scopes } from '@health-console/contract/staff/scopes.ts'
import { toPlainInput } from '@health-console/contract/values/typed-text.ts'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useMutationForm } from '../../forms/use-mutation-form.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './account-dialog.module.css'
import { useCreateAccount } from './queries.ts'

const whatScopesDo = {
  'models:read': 'Read the current models',
  'users:write': 'Add and change users',
  'reports:write': 'Add and change reports',
  'users:erase': 'Erase users (can’t be combined with write scopes)',
  'accesses:read': 'Read who viewed a user (can’t be combined with other scopes)',
} as const

const { name, scopes: Scopes, networks: Networks } = createServiceAccount.body.shape

const Form = z.strictObject({
  name,
  scopes: Scopes,
  networks: z
    .string()
    .check(
      z.refine(
        (text) => z.safeParse(Networks, readNetworks(text)).success,
        'Enter up to 20 networks, such as 192.0.2.0/24 or 2001:db8::/48',
      ),
    ),
})

type AccountDialogProps = { onCreated: (account: ServiceAccount) => void; onClose: () => void }

/** Creates a service account. Mount it when it opens, because closing it discards what was typed. */
export function AccountDialog({ onCreated, onClose }: AccountDialogProps) {
  const scopesId = useId()
  const create = useCreateAccount()
  const { field, isDirty, ...form } = useMutationForm({
    schema: Form,
    defaultValues: { name: '', scopes: [], networks: '' },
    mutation: create,
    send: ({ networks, ...values }) => ({ ...values, networks: readNetworks(networks) }),
    onSuccess: ({ data }) => onCreated(data),
  })
  const { error: scopesError, ...scope } = field('scopes')

  return (
    <FormDialog title="New service account" hasDraft={isDirty} onClose={onClose} submitLabel="Create account" {...form}>
      <TextField label="Name" help="For example, the server or group of devices that will use it." {...field('name')} />
      <fieldset className={styles.scopes} aria-describedby={scopesError && scopesId}>
        <legend>Scopes</legend>
        {scopes.map((each) => (
          <Checkbox
            key={each}
            value={each}
            aria-invalid={scopesError ? true : undefined}
            label={
              <span>
                {each} <span className={styles.does}>{whatScopesDo[each]}</span>
              </span>
            }
            {...scope}
          />
        ))}
        {scopesError && <FieldError id={scopesId}>{scopesError}</FieldError>}
      </fieldset>
      <TextField
        label="Allowed networks"
        help="Comma-separated. Leave empty to allow any."
        placeholder="10.20.0.0/16, fd42:7c1::/48"
        autoCapitalize="none"
        spellCheck={false}
        {...field('networks')}
      />
    </FormDialog>
  )
}

/** A single address is a network of one. */
function readNetworks(text: string): string[] {
  const networks = toPlainInput(text)
    .split(/[\s,،、;]+/)
    .filter(Boolean)
  return networks.map((each) => (each.includes('/') ? each : `${each}${each.includes(':') ? '/128' : '/32'}`))
}
