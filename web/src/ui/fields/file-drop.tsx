import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode, type RefObject } from 'react'
import { ArrowDownIcon, FileTextIcon, UploadIcon, XIcon, type LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { acceptsFile } from '../../lib/file-accept.ts'
import { isolate } from '../../lib/isolate.ts'
import { FieldError } from './field.tsx'
import { Icon } from '../icon.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { toast } from '../toasts.ts'
import field from './field.module.css'
import styles from './file-drop.module.css'

type FileDropProps = {
  /** Comma-separated extensions or MIME patterns: ".gguf", "image/*,.pdf". */
  accept: string
  /** Shown under the prompt: "Max file size: 15 GB." */
  hint?: string
  file: File | null
  /** Called with the first matching file; null when the file was removed or no dropped file matches. */
  onFile: (file: File | null) => void
  error?: string | undefined
  icon?: LucideIcon
  /** Shown after the size of the chosen file. */
  detail?: ReactNode
  disabled?: boolean
}

/**
 * A zone for dropping or choosing one file. The chosen file replaces the zone, and another file can be dropped on it.
 */
export function FileDrop({ accept, hint, file, onFile, error, icon, detail, disabled = false }: FileDropProps) {
  const box = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const [over, setOver] = useState(false)
  useFollowFocus(box, file)

  function acceptFile(files: FileList | null) {
    const fitting = [...(files ?? [])].find((candidate) => acceptsFile(candidate, accept))
    if (!fitting && files?.length) toast.error('Wrong file format')
    // A file that does not match leaves the chosen one in place.
    if (fitting || (files?.length && !file)) onFile(fitting ?? null)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) acceptFile(event.dataTransfer.files)
  }

  return (
    <div
      ref={box}
      data-file
      className={classNames(field.field, styles.place)}
      onDragEnter={() => setOver(!disabled)}
      onDragOver={(event) => !disabled && event.preventDefault()}
      onDragLeave={(event) => !contains(event.currentTarget, event.relatedTarget) && setOver(false)}
      onDrop={onDrop}
    >
      {file ? (
        <ChosenFile
          file={file}
          icon={icon}
          detail={detail}
          over={over}
          onRemove={disabled ? undefined : () => onFile(null)}
        />
      ) : (
        <Zone
          accept={accept}
          hint={hint}
          over={over}
          onFiles={acceptFile}
          errorId={error ? errorId : undefined}
          disabled={disabled}
        />
      )}
      <div role="alert">{error && <FieldError id={errorId}>{error}</FieldError>}</div>
    </div>
  )
}

type ZoneProps = {
  accept: string
  hint: string | undefined
  over: boolean
  onFiles: (files: FileList | null) => void
  errorId: string | undefined
  disabled: boolean
}

function Zone({ accept, hint, over, onFiles, errorId, disabled }: ZoneProps) {
  const text = [hint, accept && `Accepts ${accept.replaceAll(',', ', ')}`].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.drop, over && styles.over, errorId && styles.invalid)}>
      <Icon icon={over ? ArrowDownIcon : UploadIcon} size={22} />
      <span>
        <b>Drop the file here</b> or <u>choose a file</u>
      </span>
      {text && <small>{text}</small>}
      <input
        type="file"
        accept={accept}
        aria-label={`Choose a file (${accept})`}
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
        disabled={disabled}
        onChange={(event) => {
          onFiles(event.target.files)
          // Allows choosing the same file again after it was rejected.
          event.target.value = ''
        }}
      />
    </div>
  )
}

type ChosenFileProps = {
  file: { name: string; size: number }
  icon?: LucideIcon | undefined
  detail?: ReactNode
  /** Whether another file is dragged over it. */
  over?: boolean
  onRemove?: (() => void) | undefined
}

/** The chosen file, in one line. */
export function ChosenFile({ file, icon = FileTextIcon, detail, over = false, onRemove }: ChosenFileProps) {
  return (
    <div className={classNames(styles.chosen, over && styles.over, !onRemove && styles.fixed)}>
      <Icon icon={icon} size={20} />
      <div className={styles.name}>
        <b title={isolate(file.name)}>{isolate(file.name)}</b>
        <span>
          <span>{formatBytes(file.size)}</span>
          {detail && <span> · {detail}</span>}
        </span>
      </div>
      {onRemove && <IconButton icon={XIcon} label="Remove file" onClick={onRemove} />}
    </div>
  )
}

/** When the zone and the file replace each other, the focus moves to the new one. */
function useFollowFocus(box: RefObject<HTMLDivElement | null>, file: File | null) {
  const before = useRef(file)
  useEffect(() => {
    if (Boolean(before.current) !== Boolean(file)) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    before.current = file
  }, [box, file])
}

function contains(zone: Element, target: EventTarget | null): boolean {
  return target instanceof Node && zone.contains(target)
}
