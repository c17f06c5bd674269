import { useQuery } from '@tanstack/react-query'
import { Fetched } from '../../api/fetched.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { AdministratorCommand } from '../../ui/page/administrator-command.tsx'
import { CopyableId, Fact, Facts } from './facts.tsx'
import styles from './proof-dialog.module.css'
import { proofQuery, verifierPath } from './queries.ts'

const verifyCommand = 'node verify-audit.mjs FILE'

/** Shows the proof of the audit log, and how to verify it. Mount it when it opens. */
export function ProofDialog({ onClose }: { onClose: () => void }) {
  const proof = useQuery(proofQuery)
  return (
    <InfoDialog onClose={onClose} title="Verify the audit log" size="large">
      <Fetched query={proof} failure="Couldn’t load the proof">
        {({
          data: {
            entries,
            checkpoint,
            publicKeys: [currentKey, ...oldKeys],
          },
        }) => (
          <>
            <p>
              Every entry includes the hash of the previous one. While the server is running, it signs the latest hash
              at least once an hour (a checkpoint). If you keep a copy of a checkpoint elsewhere, you can prove that no
              earlier entry was changed, removed or added.
            </p>
            <Facts>
              <Fact label="Entries">{formatCount(entries)}</Fact>
              <Fact label="Last checkpoint">
                {checkpoint ? (
                  <>
                    <Timestamp time={checkpoint.at} /> UTC, covering {formatCount(checkpoint.size)}{' '}
                    {checkpoint.size === 1 ? 'entry' : 'entries'}
                  </>
                ) : (
                  'None yet.'
                )}
              </Fact>
              {checkpoint && (
                <Fact label="Root hash">
                  <CopyableId id={checkpoint.rootHash} what="root hash" />
                </Fact>
              )}
              <Fact label="Public key">{currentKey && <CopyableId id={currentKey} what="public key" />}</Fact>
              {oldKeys.length > 0 && (
                <Fact label="Earlier keys">
                  {oldKeys.map((key) => (
                    <div key={key}>
                      <CopyableId id={key} what="earlier public key" />
                    </div>
                  ))}
                </Fact>
              )}
              <Fact label="On the server">
                Your system administrator can verify it.
                <AdministratorCommand command="verify-audit" />
              </Fact>
              <Fact label="Anywhere else">
                <span>Export the whole audit log as NDJSON, then run</span>
                <div>
                  <Copyable text={verifyCommand} what="command">
                    <code>{verifyCommand}</code>
                  </Copyable>
                </div>
                <div className={styles.verifier}>
                  <a className="link" href={verifierPath} download>
                    Download the verifier
                  </a>
                </div>
              </Fact>
            </Facts>
          </>
        )}
      </Fetched>
    </InfoDialog>
  )
}
