import { CopyIcon } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../../../../api/show-failure.ts'
import { ScrollTable } from '../../../../table/scroll-table.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { copyDownload } from '../../../../ui/buttons/copy-text.ts'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { ListPanel } from '../tables/list-panel.tsx'
import { patientTableColumns } from '../tables/patient-columns.tsx'
import { listMemberIds, useChangeList } from './use-import-list.ts'
import styles from '../tables/import-parts.module.css'

type PatientListProps = { id: string; kind: 'added' | 'removed'; count: number }

const words = {
  added: { none: 'No new rows.', label: 'Rows that would be new' },
  removed: { none: 'No rows would be removed.', label: 'Rows that would be removed' },
}
/** All rows that are new, or that are removed, a page at a time. */
export function PatientList(props: PatientListProps) {
  return props.count === 0 ? <p className="muted">{words[props.kind].none}</p> : <FilledList {...props} />
}

function FilledList({ id, kind }: PatientListProps) {
  const { data, search, table } = useChangeList(id, kind)
  const copy = useMutation({
    mutationFn: async () => copyDownload((await listMemberIds(id, kind)).join('\n'), 'list'),
    onError: (error) => showFailure(error, 'Couldn’t copy the list'),
  })
  const rows = data?.data.data.flatMap(({ memberId, now, next }) => {
    const values = kind === 'removed' ? now : next
    return values ? [{ ...values, id: memberId, changed: [] }] : []
  })
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search by Member ID" {...search} />
        <Button startIcon={CopyIcon} busy={copy.isPending} onClick={() => copy.mutate()}>
          Copy the list
        </Button>
      </div>
      <ListPanel list={table} count={rows?.length ?? 0}>
        <ScrollTable
          label={words[kind].label}
          density="compact"
          pinFirst
          columns={patientTableColumns}
          rows={rows ?? []}
          scrollKey={table.scrollKey}
        />
      </ListPanel>
    </>
  )
}
