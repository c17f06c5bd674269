import type { ListedVersion } from '@health-console/contract/files/files.ts'
import { ArrowRightIcon } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useMutationForm } from '../../../forms/use-mutation-form.ts'
import { fromEpochSeconds } from '../../../lib/dates.ts'
import { Segments } from '../../../ui/buttons/segments.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Data } from '../../../ui/values/data.tsx'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import styles from '../offer-to.module.css'
import { useOffer } from '../queries.ts'
import differences from './version-differences.module.css'

const steps = [5, 25, 50, 100] as const
type Step = (typeof steps)[number]

const nameOfStep = (percent: Step) => (percent === 100 ? 'All devices' : `${percent}\u00A0%`)

type OfferMoreDialogProps = {
  offer: ListedVersion
  /** The version that the other devices keep. */
  current: number
  onClose: () => void
}

/** Offers a version to more devices than now. */
export function OfferMoreDialog({ offer, current, onClose }: OfferMoreDialogProps) {
  const { version, offeredTo } = offer
  const now = offeredTo ?? 0
  const larger = steps.filter((step) => step > now)
  const [percent, setPercent] = useState<Step>(larger[0] ?? 100)
  const {
    field: _field,
    setField: _setField,
    values: _values,
    ...form
  } = useMutationForm({
    schema: z.object({}),
    defaultValues: {},
    mutation: useOffer({ fileId: offer.fileId, version }),
    send: () => ({ percent }),
    onSuccess: () => {
      toast.success(
        percent === 100 ? `Version ${version} is current` : `Version ${version} offered to ${nameOfStep(percent)}`,
      )
      onClose()
    },
  })
  const submitLabel = percent === 100 ? 'Offer to all devices' : `Offer to ${nameOfStep(percent)}`
  return (
    <FormDialog
      title={
        <>
          <Data>{offer.name}</Data> - offer version {version} to more
        </>
      }
      {...form}
      onClose={onClose}
      submitLabel={submitLabel}
      focusSubmit
    >
      <div className={differences.swap}>
        <VersionPlate version={current} />
        <Icon icon={ArrowRightIcon} />
        <VersionPlate version={version} next />
        <span>
          Offered to <b>{now}&nbsp;% of devices</b>
          <br />
          Uploaded <Timestamp time={fromEpochSeconds(offer.createdAt)} />
        </span>
      </div>
      <Segments
        legend="Offer to"
        options={larger.map((step) => ({ value: String(step), label: nameOfStep(step) }))}
        value={String(percent)}
        onChange={(chosen) => setPercent(larger.find((step) => String(step) === chosen) ?? 100)}
      />
      <Gauge label={`${now}\u00A0% of devices now, ${percent}\u00A0% then`} percent={now} ahead={percent - now} />
      <p className={styles.help}>
        Devices with version {version} keep it. About {percent - now}&nbsp;% more will get it the next time they check
        for updates.
      </p>
    </FormDialog>
  )
}
