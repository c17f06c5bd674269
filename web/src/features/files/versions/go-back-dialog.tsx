import { DecisionReason } from '@health-console/contract/files/approval.ts'
import type { FileVersion, Offered } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useMutationForm } from '../../../forms/use-mutation-form.ts'
import { formatDate, fromEpochSeconds } from '../../../lib/dates.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { InfoDialog } from '../../../ui/dialogs/info-dialog.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { SelectBox } from '../../../ui/fields/select-box.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { OfferTo } from '../offer-to.tsx'
import type { FileRow } from '../file-rows.ts'
import { reviewQuery, useRestore, useWithdraw } from '../queries.ts'
import { type Compared, VersionDifferences } from './version-differences.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { VersionTexts } from './version-texts.tsx'

type GoBackDialogProps = {
  file: FileRow
  version: FileVersion
  versions: FileVersion[]
  meId: string
  onClose: () => void
}

/** Restores an earlier version, and shows what that changes. */
export function RestoreDialog({ file, version, versions, meId, onClose }: GoBackDialogProps) {
  const current = versions.find(({ isCurrent }) => isCurrent) ?? null
  const waiting = versions.find(({ state }) => state === 'awaiting_approval')
  const [offerTo, setOfferTo] = useState<Offered>()
  const { field, values, ...form } = useMutationForm({
    schema: z.object({ reason: DecisionReason }),
    defaultValues: { reason: '' },
    mutation: useRestore({ fileId: file.id, version: version.version }),
    send: ({ reason }) => ({
      reason,
      replaces: current?.version ?? 0,
      ...(offerTo !== undefined && { offerTo }),
    }),
    onSuccess: (restored) => {
      toast.success(
        offerTo === undefined
          ? `Version ${version.version} restored as version ${restored.version}`
          : `The content of version ${version.version} is now offered to ${offerTo}\u00A0% of devices`,
      )
      onClose()
    },
  })
  return (
    <FormDialog
      title={
        <>
          <Data>{file.name}</Data> - restore version {version.version}
        </>
      }
      size="wide"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      submitLabel="Restore"
    >
      <Comparison file={file} version={version} meId={meId} />
      {waiting && (
        <Note tone="warning">
          Version {waiting.version} is awaiting approval. If you continue, it’s discarded and has to be uploaded again.
        </Note>
      )}
      <TextField
        label="Reason"
        help="Saved in the history. The content is published again as a new version. Nothing is deleted."
        data-autofocus
        {...field('reason')}
      />
      {current && <OfferTo what="the new version" current={current.version} value={offerTo} onChange={setOfferTo} />}
    </FormDialog>
  )
}

/** Withdraws a version. If it is current, another version becomes current in the same step. */
export function WithdrawDialog({ file, version, versions, meId, onClose }: GoBackDialogProps) {
  const needsReplacement = versions.some((each) => each.isCurrent && hasContentOf(each, version))
  const targets = versions.filter((each) => each.state === 'published' && !hasContentOf(each, version))
  const offered = targets.find(({ offeredTo }) => typeof offeredTo === 'number')
  const { field, setField, values, ...form } = useMutationForm({
    schema: z.object({
      reason: DecisionReason,
      goBackTo: z
        .string()
        .check(z.refine((chosen) => !needsReplacement || chosen !== '', 'Choose the version to replace it with')),
    }),
    defaultValues: { reason: '', goBackTo: needsReplacement && offered ? String(offered.version) : '' },
    mutation: useWithdraw({ fileId: file.id, version: version.version }),
    send: ({ reason, goBackTo }) => ({ reason, ...(goBackTo !== '' && { goBackTo: Number(goBackTo) }) }),
    onSuccess: () => {
      toast.success(`Version ${version.version} withdrawn`)
      onClose()
    },
  })
  const goBackTo = field('goBackTo')
  const title = (
    <>
      <Data>{file.name}</Data> - withdraw version {version.version}
    </>
  )
  if (needsReplacement && targets.length === 0) {
    return (
      <InfoDialog title={title} onClose={onClose}>
        <p>This is the only published version, so it can’t be withdrawn. Upload another version first.</p>
      </InfoDialog>
    )
  }
  const chosen = targets.find((each) => String(each.version) === values.goBackTo)
  return (
    <FormDialog
      title={title}
      size="wide"
      hasDraft={values.reason !== ''}
      {...form}
      onClose={onClose}
      submitLabel={`Withdraw version ${version.version}`}
      submitVariant="delete"
    >
      <p>Withdrawn versions can’t be downloaded or restored. Anyone who requests one sees your reason.</p>
      {needsReplacement && (
        <Field label="Replace with" error={goBackTo.error}>
          {(control) => (
            <SelectBox
              {...control}
              ref={goBackTo.ref}
              name={goBackTo.name}
              value={values.goBackTo || null}
              placeholder="Choose a version"
              options={targets.map((each) => ({
                value: String(each.version),
                label: `Version ${each.version}, ${formatDate(fromEpochSeconds(each.createdAt))}`,
              }))}
              onChange={(value) => setField('goBackTo', value)}
            />
          )}
        </Field>
      )}
      {chosen && <Comparison file={file} version={chosen} meId={meId} />}
      <TextField label="Reason" help="Shown everywhere this version is listed." data-autofocus {...field('reason')} />
    </FormDialog>
  )
}

const hasContentOf = (one: FileVersion, other: FileVersion) =>
  one.version === other.version || (one.sha256 !== null && one.sha256 === other.sha256)

function Comparison({ file, version, meId }: { file: FileRow; version: FileVersion; meId: string }) {
  const { data } = useQuery(reviewQuery(file.id, version.version))
  if (!data) return null
  const compared: Compared = { fileId: file.id, ...data.data }
  return (
    <>
      <VersionDifferences compared={compared} word="Published" meId={meId} />
      <VersionTexts fileId={file.id} version={version} than={compared.current} />
    </>
  )
}
