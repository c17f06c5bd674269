import { pageMeta } from '@health-console/contract/paging.ts'
import { useState } from 'react'
import { SendIcon, UserMinusIcon } from 'lucide-react'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/data-table.tsx'
import { rowLinkClass } from '../table/scroll-table.tsx'
import { LeadCell } from '../table/lead-cell.tsx'
import { Pagination } from '../table/pagination.tsx'
import { RowAction, RowActions } from '../table/row-action.tsx'
import { EmailLink } from '../ui/values/email-link.tsx'
import { Avatar } from '../ui/values/avatar.tsx'
import { Badge, Tag } from '../ui/values/badge.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Flow, Section } from './frame.tsx'
import styles from './gallery.module.css'

type Patient = {
  id: string
  subject: string
  sex: string
  weight: number | null
  systolic: number | null
  bmi: number | null
  hypertension: string
  diabetes: string | null
  infarction: string | null
  disease: string | null
}

const patients: Patient[] = Array.from({ length: 12 }, (_, index) => ({
  id: `HM-${1204830 + index * 7919}`,
  subject: String(index + 1),
  sex: index % 2 ? 'Male' : 'Female',
  weight: index === 2 ? null : 61 + index * 7,
  systolic: index === 5 ? null : 118 + index * 5,
  bmi: index === 2 ? null : 23.239 + index,
  hypertension: index % 3 ? 'Stage 1 hypertension' : 'Prehypertension',
  diabetes: index % 2 ? 'Type 2 Diabetes' : null,
  infarction: index % 4 ? null : 'cerebral infarction',
  disease: index % 5 ? null : 'cerebrovascular disease',
}))

const patientColumns: Column<Patient>[] = [
  {
    key: 'id',
    label: 'Member ID',
    kind: 'id',
    sortable: true,
    render: (row) => (
      <a className={rowLinkClass} href={`#${row.id}`}>
        {row.id}
      </a>
    ),
  },
  { key: 'subject', label: 'Subject ID', kind: 'id', sortable: true },
  { key: 'sex', label: 'Sex', sortable: true },
  { key: 'weight', label: 'Weight', unit: '(kg)', kind: 'number', sortable: true },
  { key: 'systolic', label: 'Systolic BP', unit: ' (mmHg)', kind: 'number', sortable: true },
  {
    key: 'bmi',
    label: 'BMI',
    unit: ' (kg/m²)',
    kind: 'number',
    sortable: true,
    render: (row) => row.bmi?.toFixed(2),
  },
  { key: 'hypertension', label: 'Hypertension', sortable: true },
  { key: 'diabetes', label: 'Diabetes', sortable: true },
  { key: 'infarction', label: 'Cerebral infarction', sortable: true },
  { key: 'disease', label: 'Cerebrovascular disease', sortable: true },
]

type SampleAdmin = { id: string; name: string | null; colour: string; role: string; email: string }

const admins: SampleAdmin[] = [
  {
    id: '1',
    name: 'Marguerite Aubert-Delacroix',
    colour: 'frost-cobalt',
    role: 'super_admin',
    email: 'marguerite.aubert-delacroix@lumenhealth.example',
  },
  {
    id: '2',
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    colour: 'lilac-iris',
    role: 'admin',
    email: 'bartholomew.featherstonehaugh-cholmondeley@universitaetsklinikum-heidelberg.example',
  },
  { id: '3', name: null, colour: 'butter-honey', role: 'admin', email: 'eniola@partner-clinic.example' },
]

const adminColumns: Column<SampleAdmin>[] = [
  {
    key: 'name',
    label: 'Name',
    render: (row) => (
      <LeadCell
        start={<Avatar name={row.name} colour={row.colour} />}
        text={row.name ?? 'Invite pending'}
        muted={row.name === null}
        aside={row.id === '1' && <Tag>You</Tag>}
      />
    ),
  },
  {
    key: 'role',
    label: 'Role',
    render: (row) =>
      row.role === 'super_admin' ? <Badge colour="red" label="Super admin" /> : <Badge colour="green" label="Admin" />,
  },
  {
    key: 'email',
    label: 'Email',
    maxWidth: '21.25rem',
    render: (row) => <EmailLink email={row.email} />,
  },
  {
    key: 'actions',
    label: 'Action',
    kind: 'actions',
    render: (row) =>
      row.id === '1' ? null : (
        <RowActions>
          {row.name === null && <RowAction icon={SendIcon} label="Resend invite" />}
          <RowAction icon={UserMinusIcon} iconWhenNarrow label="Revoke access" variant="delete" />
        </RowActions>
      ),
  },
]

/** Tables, their other states, and the pager. */
export function TablesGallery() {
  return (
    <>
      <Section title="Table">
        <div style={{ display: 'flex', height: 420 }}>
          <DataTable label="Sample patients" columns={patientColumns} rows={patients} pinFirst />
        </div>
        <DataTable label="Sample admins" columns={adminColumns} rows={admins} />
        <div className={styles.states}>
          <DataTable
            label="Sample without rows"
            columns={patientColumns}
            rows={[]}
            empty={{ title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }}
          />
          <DataTable label="Sample loading" columns={patientColumns} rows={[]} loading />
          <DataTable
            label="Sample failed"
            columns={patientColumns}
            rows={[]}
            failed={{ title: 'Failed to fetch users', onRetry: () => {} }}
          />
        </div>
      </Section>
      <Section title="Pager">
        <Pages />
      </Section>
    </>
  )
}

const lists = [
  { name: 'Five pages', total: 96, page: 1 },
  { name: 'First page', total: 1524, page: 1 },
  { name: 'Middle page', total: 1524, page: 39 },
  { name: 'Last page', total: 1524, page: 77 },
]

function Pages() {
  const [{ total, page }, setShown] = useState({ total: 1524, page: 39 })
  return (
    <>
      <Flow>
        {lists.map(({ name, ...list }) => (
          <Button key={name} size="small" onClick={() => setShown(list)}>
            {name}
          </Button>
        ))}
      </Flow>
      <Pagination
        page={page}
        meta={pageMeta(page, 20, total)}
        onPage={(next) => setShown({ total, page: next })}
        hrefOf={(each) => `#page-${each}`}
        isOld={false}
      />
    </>
  )
}
