import type { Admin } from '@health-console/contract/staff/admins.ts'
import { fileTypes } from '@health-console/contract/files/files.ts'
import { type FirstSteps as Steps, getFirstSteps } from '@health-console/contract/first-steps.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheckIcon, CircleIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { classNames } from '../../lib/class-names.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdministratorCommand } from '../../ui/page/administrator-command.tsx'
import styles from './first-steps.module.css'

const SecondFactorDialog = fetchedLater(
  async () => (await import('../second-factor/second-factor-dialog.tsx')).SecondFactorDialog,
)

/** A step that was done on another page, or by a system administrator, counts at once. */
const firstStepsQuery = { ...queryOptionsFor(getFirstSteps, {}), staleTime: 0 }

type Step = { name: string; isDone: boolean; why: string; action?: ReactNode; command?: string }

const linkClass = buttonClass({ quiet: true, size: 'small' })

/** The steps that a new console still needs, for super admins. The list disappears when all are done. */
export function FirstSteps({ me }: { me: Admin }) {
  useFetchAhead(SecondFactorDialog)
  const [isSecuring, setIsSecuring] = useState(false)
  const id = useId()
  const { data, refetch } = useQuery(firstStepsQuery)
  if (!data) return null
  const secure = (
    <Button quiet size="small" onClick={() => setIsSecuring(true)}>
      Set up
    </Button>
  )
  const close = () => {
    setIsSecuring(false)
    void refetch()
  }
  const steps = stepsOf(data.data, secure).toSorted((a, b) => Number(b.isDone) - Number(a.isDone))
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length && !isSecuring) return null
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <h2 id={id}>
        Getting started{' '}
        <span>
          {done} of {steps.length} done
        </span>
      </h2>
      <ol>
        {steps.map(({ name, isDone, why, action, command }) => (
          <li key={name} className={classNames(isDone && styles.done)}>
            <Icon icon={isDone ? CircleCheckIcon : CircleIcon} size={18} />
            <div>
              <b>{name}</b>
              {isDone ? <span className="sr-only">, done</span> : <p>{why}</p>}
              {!isDone && command && <AdministratorCommand command={command} />}
            </div>
            {!isDone && action}
          </li>
        ))}
      </ol>
      <p className="muted">
        By default, the console doesn’t look for unusual access to users’ data. Consult your staff representatives
        before you turn it on:{' '}
        <Link className="link" to="/audit/review" preload={false}>
          What is checked
        </Link>
      </p>
      {isSecuring && <SecondFactorDialog admin={me} onClose={close} />}
    </section>
  )
}

function stepsOf(steps: Steps, secure: ReactNode): Step[] {
  const missing = fileTypes.filter(({ type }) => steps.missingFiles.includes(type))
  return [
    {
      name: 'Two-step sign-in',
      isDone: steps.hasSecondFactor,
      why: 'Without it, anyone who has your password can sign in as you.',
      action: secure,
    },
    {
      name: 'Another super admin',
      isDone: steps.hasOtherSuperAdmin,
      why: 'If you can’t complete two-step sign-in, another super admin can reset it.',
      action: (
        <Link className={linkClass} to="/admins" search={{ dialog: 'invite' }}>
          Invite
        </Link>
      ),
    },
    {
      name: 'Hospital patients',
      isDone: steps.hasPatients,
      why: 'Import an XLSX file to fill the table.',
      action: (
        <Link className={linkClass} to="/hospital-patients" search={{ dialog: 'import' }} preload={false}>
          Import table
        </Link>
      ),
    },
    {
      name: 'The three files',
      isDone: missing.length === 0,
      why: `Still missing: ${missing.map(({ name }) => name).join(', ')}.`,
      action: (
        <Link className={linkClass} to="/files" search={{ upload: missing[0]?.type }}>
          Upload
        </Link>
      ),
    },
    {
      name: steps.mail === 'off' ? 'Email (off)' : 'Email',
      isDone: steps.mail !== 'untried',
      why: 'No email has been sent yet. Send an invitation to test it.',
    },
    {
      name: 'A backup',
      isDone: steps.hasBackup,
      why: 'Ask your system administrator to create one.',
      command: 'backup FOLDER',
    },
  ]
}
