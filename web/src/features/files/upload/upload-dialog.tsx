import { type FileVersion, maxPromptTextBytes, type Offered } from '@health-console/contract/files/files.ts'
import type { FileFacts } from '@health-console/contract/files/facts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../../lib/use-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { confirmDiscard } from '../../../ui/dialogs/confirm.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFocusWhenReady } from '../../../ui/page/use-focus-when-ready.ts'
import { extensionOf, fileIcons, type FileRow } from '../file-rows.ts'
import { FileFactsTable } from '../facts-table.tsx'
import { OfferTo } from '../offer-to.tsx'
import offerStyles from '../offer-to.module.css'
import { begunUploadsQuery, factsQuery, filesQuery, promptTextQuery, refetchFiles, versionsQuery } from '../queries.ts'
import { SameVersionNote } from './same-version.tsx'
import { TemplateChanges, TextChanges } from '../versions/text-changes.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type Uploader, startUpload } from './sending/uploader.ts'
import { addUpload, uploads } from './sending/uploads.ts'
import { useAskBeforeUnload } from '../../../lib/use-ask-before-unload.ts'
import { type Inspected, useInspection } from './use-inspection.ts'
import { Data } from '../../../ui/values/data.tsx'

type UploadDialogProps = { file: FileRow; maxFileBytes: number; needsTwo: boolean; onClose: () => void }

const discardFile = {
  title: 'Discard the chosen file?',
  body: 'It hasn’t been uploaded.',
  cancelLabel: 'Keep the file',
}

/** Chooses the next version of a file, or shows the progress of its upload. Mount it when it opens. */
export function UploadDialog({ file, maxFileBytes, needsTwo, onClose }: UploadDialogProps) {
  const upload = useStore(uploads).find(({ type }) => type === file.type)
  const [chosen, setChosen] = useState<File | null>(null)
  useCloseAfter(upload, onClose)
  // An upload that has started asks by itself.
  useAskBeforeUnload(chosen !== null && !upload)

  async function leave() {
    if (upload || !chosen || (await confirmDiscard(discardFile))) onClose()
  }

  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={
        <>
          <Data>{file.name}</Data>
          <span>{` - ${file.key ? 're-upload' : 'upload'}`}</span>
        </>
      }
    >
      {upload ? (
        <UploadProgress upload={upload} onClose={onClose} />
      ) : (
        <ChooseFile
          current={file}
          file={chosen}
          onFile={setChosen}
          maxFileBytes={maxFileBytes}
          needsTwo={needsTwo}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** A finished upload closes the dialog. */
function useCloseAfter(upload: Uploader | undefined, onClose: () => void) {
  const shown = useRef(upload)
  useEffect(() => {
    if (!upload && shown.current?.state.get().step === 'done') onClose()
    shown.current = upload
  }, [upload, onClose])
}

type ChooseFileProps = {
  current: FileRow
  file: File | null
  onFile: (file: File | null) => void
  maxFileBytes: number
  needsTwo: boolean
  onClose: () => void
}

function ChooseFile({ current, file, onFile, maxFileBytes, needsTwo, onClose }: ChooseFileProps) {
  const [isFileMissing, setIsFileMissing] = useState(false)
  const [offerTo, setOfferTo] = useState<Offered>()
  const offered = useQuery(filesQuery).data?.data.offers?.find(({ type }) => type === current.type)
  const inspection = useInspection(current.type, file, maxFileBytes)
  const before = useCurrent(current, file)
  // Everything about the file appears at once, before Upload can be pressed, so that nothing moves then.
  const inspected = inspection?.step === 'read' && !before.isLoading ? inspection : null
  const uploadButton = useFocusWhenReady(inspected !== null)
  const rejection = inspection?.step === 'rejected' ? inspection.message : undefined

  function choose(chosen: File | null) {
    onFile(chosen)
    setIsFileMissing(chosen === null)
  }

  function start() {
    if (!file) return
    addUpload(startUpload(file, current, offerTo), {
      onDone: () => {
        toast.success(
          needsTwo ? 'New version uploaded. Another admin needs to approve it.' : 'New version uploaded successfully',
        )
        void refetchFiles()
      },
      onFailed: (failure, isShown) => {
        if (!isShown) toast.error(failure.message, failure)
        // The upload may have failed because the version or the limit has changed since they were fetched.
        void refetchFiles()
      },
    })
    // If it fails, another file can be chosen.
    onFile(null)
  }

  return (
    <>
      <DialogBody>
        <FileDrop
          accept={extensionOf(current.type)}
          hint={`Max file size: ${maxFileBytes / 1e9} GB.`}
          icon={fileIcons[current.type]}
          file={file}
          onFile={choose}
          error={rejection ?? (isFileMissing ? 'Please upload a file' : undefined)}
        />
        {offered && !needsTwo && (
          <Note tone="warning">
            Version {offered.version} is offered to {offered.offeredTo}&nbsp;% of devices. Offer it to all devices, or
            withdraw it, before you upload another version.
          </Note>
        )}
        {file === null && <InterruptedNote current={current} />}
        {inspected && <ChosenFile current={current} inspected={inspected} before={before} />}
      </DialogBody>
      {/* It is there before a file is chosen, so that it moves nothing. */}
      {!needsTwo && current.version > 0 && !offered && (
        <div className={offerStyles.inFoot}>
          <OfferTo what="the new version" current={current.version} value={offerTo} onChange={setOfferTo} />
        </div>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button ref={uploadButton} variant="primary" disabled={!inspected} onClick={start}>
          Upload
        </Button>
      </DialogFoot>
    </>
  )
}

type Current = {
  isLoading: boolean
  facts: FileFacts | undefined
  /** Only if the chosen prompt can be compared with it. */
  text: string | undefined
  versions: FileVersion[]
}

/** What the chosen file is compared with. What couldn’t be fetched is left out. */
function useCurrent({ id, type, version, size }: FileRow, file: File | null): Current {
  const isNext = file !== null && version > 0
  const isComparable = isNext && type === 'txt' && Math.max(size, file.size) <= maxPromptTextBytes
  const facts = useQuery({ ...factsQuery(id, version), enabled: isNext })
  const text = useQuery({ ...promptTextQuery(id, version), enabled: isComparable })
  const versions = useQuery({ ...versionsQuery(id), enabled: isNext })
  return {
    isLoading: [facts, text, versions].some(({ isLoading }) => isLoading),
    facts: facts.data?.data,
    text: isComparable ? text.data?.data.text : undefined,
    versions: isNext ? (versions.data?.data ?? []) : [],
  }
}

type ChosenFileProps = { current: FileRow; inspected: Inspected; before: Current }

/** Describes the chosen file, and how it differs from the current version. */
function ChosenFile({ current: { version }, inspected: { facts, sha256, text }, before }: ChosenFileProps) {
  const known = before.facts ?? null
  const same = before.versions.find((each) => each.sha256 !== null && each.sha256 === sha256)
  return (
    <>
      {same && <SameVersionNote same={same} />}
      <FileFactsTable facts={facts} {...(version > 0 && { current: { version, facts: known } })} />
      {before.text !== undefined && text !== null && <TextChanges what="prompt" before={before.text} after={text} />}
      {facts.kind === 'gguf' && (version === 0 || known !== null) && (
        <TemplateChanges before={known?.kind === 'gguf' ? known.templates : []} after={facts.templates} />
      )}
    </>
  )
}

/** An interrupted upload from this or another browser, which resumes when the same file is chosen. */
function InterruptedNote({ current }: { current: FileRow }) {
  const { data } = useQuery(begunUploadsQuery)
  const begun = data?.data.find((upload) => upload.type === current.type && upload.sizeBytes !== null)
  if (!begun) return null
  return (
    <Note>
      The upload of{' '}
      <b>
        <Data>{begun.filename || current.name}</Data>
      </b>{' '}
      wasn’t finished. Choose the same file to resume it.
    </Note>
  )
}
