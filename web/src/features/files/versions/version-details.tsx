import type { FileDecision, FileVersion } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Fetched } from '../../../api/fetched.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectBox } from '../../../ui/fields/select-box.tsx'
import { Disclosure } from '../../../ui/page/disclosure.tsx'
import { type Pair, PairsList } from '../../../ui/page/pairs-list.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { FileFactsTable } from '../facts-table.tsx'
import { nameOf } from '../who-uploaded.ts'
import { factsQuery } from '../queries.ts'
import { VersionHash } from './version-hash.tsx'
import { PromptVersionChanges } from './version-texts.tsx'
import styles from './version-details.module.css'

type VersionDetailsProps = {
  fileId: string
  version: FileVersion
  versions: FileVersion[]
  /** Whether it is open when the dialog opens. */
  isOpenedFirst: boolean
}

/** The file, hash, signature, decisions and content of a version. The content is fetched when it is opened. */
export function VersionDetails({ fileId, version, versions, isOpenedFirst }: VersionDetailsProps) {
  const [isOpen, setIsOpen] = useState(isOpenedFirst)
  const facts = useQuery({ ...factsQuery(fileId, version.version), enabled: isOpen })
  const { filename, decisions, signatureUrl, restoredFrom, sameAs } = version
  return (
    <Disclosure label="Details" className={styles.details} isOpenedFirst={isOpenedFirst} onToggle={setIsOpen}>
      <div className={styles.body}>
        <PairsList
          pairs={[
            ['File', <Data key="file">{filename}</Data>],
            ['Origin', restoredFrom !== null && `restored from version ${restoredFrom}`],
            ['Content', restoredFrom === null && sameAs !== null && `same as version ${sameAs}`],
            ...decisions.map((each): Pair => ['Decision', <Decision key={each.decision} decision={each} />]),
            ['SHA-256', <VersionHash key="hash" version={version} />],
            ['Signature', signatureUrl && <Signature key="signature" version={version.version} url={signatureUrl} />],
          ]}
        />
        {isOpen && (
          <Fetched query={facts} failure="Couldn’t read the file">
            {({ data }) => (
              <>
                <FileFactsTable facts={data} />
                {data.kind === 'txt' && <ComparePrompts fileId={fileId} version={version} versions={versions} />}
              </>
            )}
          </Fetched>
        )}
      </div>
    </Disclosure>
  )
}

function Decision({ decision: { decision, by, reason, doubt } }: { decision: FileDecision }) {
  return (
    <span>
      <span>{decided[decision]} by </span>
      {by ? <Data>{nameOf(by)}</Data> : 'a system administrator'}
      {reason && (
        <span>
          : “<Data>{reason}</Data>”
        </span>
      )}
      {doubt && <span> - {doubts[doubt]}</span>}
    </span>
  )
}

function Signature({ version, url }: { version: number; url: string }) {
  return (
    <>
      <span>Signed</span>
      <a className="link" href={url} download aria-label={`Download signature of version ${version}`}>
        Download signature
      </a>
    </>
  )
}

/** Compares a published version of the prompt with any other. A version that awaits approval is read in its review. */
function ComparePrompts({ fileId, version, versions }: Omit<VersionDetailsProps, 'isOpenedFirst'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const others = versions.filter((each) => each.version !== version.version && each.state === 'published')
  const than = others.find((each) => String(each.version) === chosen)
  if (version.state !== 'published' || others.length === 0) return null
  return (
    <>
      <Field label="Compare with">
        {(control) => (
          <SelectBox
            {...control}
            value={chosen}
            placeholder="Choose a version"
            options={others.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))}
            onChange={setChosen}
          />
        )}
      </Field>
      {than && <PromptVersionChanges key={than.version} fileId={fileId} version={version} than={than} />}
    </>
  )
}

const decided: Record<FileVersion['decisions'][number]['decision'], string> = {
  approve: 'Approved',
  reject: 'Rejected',
  restore: 'Restored',
  withdraw: 'Withdrawn',
}

const doubts = {
  invited: 'one of them had invited the other less than 30 days before',
  browser: 'in a browser that the uploader had also used',
}
