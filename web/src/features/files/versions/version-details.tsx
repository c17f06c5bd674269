import type { FileVersion } from '@health-console/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Fetched } from '../../../api/fetched.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectBox } from '../../../ui/fields/select-box.tsx'
import { Disclosure } from '../../../ui/page/disclosure.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { FileFactsTable } from '../facts-table.tsx'
import { nameOf } from '../who-uploaded.ts'
import { factsQuery } from '../queries.ts'
import { VersionHash } from './version-hash.tsx'
import { PromptVersionChanges } from './version-texts.tsx'
import styles from './version-details.module.css'

type VersionDetailsProps = { fileId: string; version: FileVersion; versions: FileVersion[] }

/** The file, hash, signature, decisions and content of a version. The content is fetched when it is opened. */
export function VersionDetails({ fileId, version, versions }: VersionDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const facts = useQuery({ ...factsQuery(fileId, version.version), enabled: isOpen })
  const { filename, decisions, signatureUrl, restoredFrom, sameAs } = version
  return (
    <Disclosure label="Details" className={styles.details} onToggle={setIsOpen}>
      <div className={styles.body}>
        <dl>
          <Line term="File">
            <Data>{filename}</Data>
          </Line>
          {restoredFrom !== null && <Line term="Origin">{`restored from version ${restoredFrom}`}</Line>}
          {restoredFrom === null && sameAs !== null && <Line term="Content">{`same as version ${sameAs}`}</Line>}
          {decisions.map((decision) => (
            <Line key={decision.decision} term="Decision">
              <span>
                <span>{decided[decision.decision]} by </span>
                {decision.by ? <Data>{nameOf(decision.by)}</Data> : 'a system administrator'}
                {decision.reason && (
                  <span>
                    : “<Data>{decision.reason}</Data>”
                  </span>
                )}
                {decision.doubt && <span> - {doubts[decision.doubt]}</span>}
              </span>
            </Line>
          ))}
          <Line term="SHA-256">
            <VersionHash version={version} />
          </Line>
          {signatureUrl && (
            <Line term="Signature">
              <span>Signed</span>
              <a
                className="link"
                href={signatureUrl}
                download
                aria-label={`Download signature of version ${version.version}`}
              >
                Download signature
              </a>
            </Line>
          )}
        </dl>
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

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Compares a published version of the prompt with any other. A version that awaits approval is read in its review. */
function ComparePrompts({ fileId, version, versions }: VersionDetailsProps) {
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
