import { useState } from 'react'
import { BrainCircuitIcon, DownloadIcon } from 'lucide-react'
import { Badge } from '../ui/values/badge.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ChosenFile, FileDrop } from '../ui/fields/file-drop.tsx'
import { Gauge } from '../ui/values/gauge.tsx'
import { HistoryList } from '../ui/page/history-list.tsx'
import { Note } from '../ui/page/note.tsx'
import { PaceReadout, ProgressReadout } from '../ui/values/readout.tsx'
import { Counts } from '../ui/values/counts.tsx'
import { VersionPlate } from '../ui/values/version-plate.tsx'
import { Columns, Section, Specimen } from './frame.tsx'

const model = { name: 'lumen-med-7b-instruct-q4_k_m-2026-11-20.gguf', size: 4_810_000_000 }
const zone = ':scope > div > div'

/** Drop zone, progress, import counts, history. */
export function FilesGallery() {
  return (
    <>
      <Section title="Drop zone">
        <Columns>
          <Specimen caption="live">
            <LiveDrop />
          </Specimen>
          {(['hover', 'focus-within'] as const).map((state) => (
            <Specimen key={state} caption={state} state={state} on={zone}>
              <FileDrop accept=".gguf" hint="Max file size: 15 GB." file={null} onFile={() => {}} />
            </Specimen>
          ))}
          <Specimen caption="error">
            <FileDrop accept=".xlsx" file={null} onFile={() => {}} error="Please upload a file" />
          </Specimen>
          <Specimen caption="chosen">
            <ChosenFile file={model} icon={BrainCircuitIcon} onRemove={() => {}} />
          </Specimen>
          <Specimen caption="chosen, uploading">
            <ChosenFile file={model} icon={BrainCircuitIcon} />
          </Specimen>
        </Columns>
      </Section>
      <Section title="Progress">
        <Columns>
          {(['running', 'paused', 'failed', 'done'] as const).map((state) => (
            <Specimen key={state} caption={state}>
              <Gauge label={state} percent={state === 'done' ? 100 : 62} state={state} />
            </Specimen>
          ))}
          <Specimen caption="with readouts">
            <ProgressReadout percent={62} doneBytes={2.98e9} totalBytes={4.81e9} />
            <Gauge label="Main LLM upload" percent={62} />
            <PaceReadout bytesPerSecond={21.8e6} secondsLeft={84} />
          </Specimen>
        </Columns>
      </Section>
      <Section title="Import">
        <Counts
          items={[
            { label: 'New', count: 14 },
            { label: 'Changed', count: 6 },
            { label: 'Unchanged', count: 1212 },
            { label: 'Removed', count: 1 },
          ]}
        />
        <Note>
          13 of 14 columns are used. <b>Heart Rate(b/m)</b> is left out.
        </Note>
        <Note tone="warning">The file replaces the whole table.</Note>
        <Note tone="danger">
          <b>6 values in 6 rows can’t be read. Nothing was imported.</b> Correct them in the file and upload it again.
        </Note>
      </Section>
      <Section title="History">
        <HistoryList
          items={[7, 6, 5].map((version) => ({
            id: String(version),
            plate: <VersionPlate version={version} />,
            title: (
              <>
                20 November 2026, <span className="time">07:17</span>
              </>
            ),
            badge: version === 7 && <Badge colour="green" label="Current" />,
            detail: (
              <>
                4.68 <span className="unit">GB</span> · Marguerite Aubert-Delacroix
              </>
            ),
            current: version === 7,
            action: (
              <Button quiet size="small" startIcon={DownloadIcon} aria-label={`Download version ${version}`}>
                Download
              </Button>
            ),
          }))}
        />
      </Section>
    </>
  )
}

function LiveDrop() {
  const [file, setFile] = useState<File | null>(null)
  return <FileDrop accept=".gguf" hint="Max file size: 15 GB." file={file} onFile={setFile} />
}
