import { maxFindingLength, maxIdLength, patientBounds } from '@health-console/contract/patients/checks.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import styles from './import-parts.module.css'
import { DownloadIcon } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Disclosure } from '../../../../ui/page/disclosure.tsx'
import { useDownloadTemplate } from '../../table/queries.ts'

/** Explains what an import does, with a link to the template. */
export function TemplateHint() {
  const download = useDownloadTemplate()
  return (
    <div className={styles.hint}>
      <p>The file replaces the whole table. You’ll see every change before the table is replaced.</p>
      <Button quiet size="small" startIcon={DownloadIcon} busy={download.isPending} onClick={() => download.mutate()}>
        Download template
      </Button>
    </div>
  )
}

/** Explains what an import checks. It is collapsed at first. */
export function ImportChecks() {
  return (
    <Disclosure label="What is checked" className={styles.checks}>
      <p>If anything in the file is unclear, we’ll ask you first:</p>
      <ul>
        <li>which sheets contain patients, what each column is, and its unit</li>
        <li>what codes mean, such as 1 and 2 for Sex</li>
        <li>how to read values such as 27,27 or 63 kg, merged cells, and several rows with the same Member ID</li>
      </ul>
      <p>A file is rejected, and nothing changes, if</p>
      <ul>
        <li>no visible sheet has a row of headings with patients below it</li>
        <li>a Member ID is missing, or a measurement isn’t a number</li>
        <li>
          an ID is longer than {maxIdLength} characters, or a diagnosis is longer than {maxFindingLength}
        </li>
      </ul>
      <p>These values are imported, but listed for you first:</p>
      <ul>
        <li>a Subject ID that is missing or appears twice</li>
        <li>an age that isn’t a whole number</li>
        <li>a systolic pressure that isn’t above the diastolic one</li>
        <li>a measurement outside its usual range: {boundsInWords()}</li>
        <li>a height and a weight that can’t both be right, or don’t match the BMI or the existing patient</li>
      </ul>
      <p>You’ll be asked for a reason if a whole column looks wrong:</p>
      <ul>
        <li>it seems to be in another unit, or swapped with another column</li>
        <li>many heights or BMIs are unusual for the age, and another unit would explain them</li>
        <li>it becomes empty, or its median moves by more than a third</li>
        <li>the sex of more than 2&nbsp;% of existing patients changes</li>
      </ul>
    </Disclosure>
  )
}

/** Lists the limits: "Age 0 to 130 years, Height 30 to 280 cm …". */
function boundsInWords(): string {
  return Object.entries(patientBounds)
    .map(([key, { min, max, unit }]) => {
      const label = patientColumns.find((column) => column.key === key)?.label
      return `${label} ${min} to ${max}\u00a0${unit}`
    })
    .join(', ')
}
