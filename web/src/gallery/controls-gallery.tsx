import { DownloadIcon, FileBracesIcon, HospitalIcon, SettingsIcon, ShieldUserIcon, UserPlusIcon } from 'lucide-react'
import { Badge, Tag } from '../ui/values/badge.tsx'
import { Breadcrumb } from '../ui/page/breadcrumb.tsx'
import { Button, type ButtonProps } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Copyable } from '../ui/buttons/copyable.tsx'
import { Timestamp } from '../ui/dates/timestamp.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Spinner, LoadingMark } from '../ui/spinner.tsx'
import { toast, type ToastType } from '../ui/toasts.ts'
import { VersionPlate } from '../ui/values/version-plate.tsx'
import { Columns, Flow, Section, Specimen } from './frame.tsx'

type Sample<Props> = { caption: string; state?: 'hover' | 'focus' | 'press'; props?: Props }

const states: Sample<ButtonProps>[] = [
  { caption: 'rest' },
  { caption: 'hover', state: 'hover' },
  { caption: 'focus', state: 'focus' },
  { caption: 'pressed', state: 'press' },
  { caption: 'disabled', props: { disabled: true } },
  { caption: 'busy', props: { busy: true } },
]

const inRow: ButtonProps = { quiet: true, size: 'small' }
const download: ButtonProps = { ...inRow, startIcon: DownloadIcon, children: 'Download report' }
const revoke: ButtonProps = { ...inRow, variant: 'delete', children: 'Revoke access' }
const withIcon: ButtonProps = { variant: 'primary', startIcon: UserPlusIcon, children: 'Invite' }

const samples: Sample<ButtonProps>[] = [
  { caption: 'small 28', props: { ...withIcon, size: 'small' } },
  { caption: 'medium 36', props: withIcon },
  { caption: 'large 44', props: { ...withIcon, size: 'large' } },
  { caption: 'quiet, in rows', props: download },
  { caption: 'quiet hover', state: 'hover', props: download },
  { caption: 'quiet busy', props: { ...download, busy: true } },
  { caption: 'quiet delete', props: revoke },
  { caption: 'hover', state: 'hover', props: revoke },
]

const iconSamples: Sample<{ disabled: boolean }>[] = [
  { caption: 'icon' },
  { caption: 'icon hover', state: 'hover' },
  { caption: 'icon focus', state: 'focus' },
  { caption: 'icon disabled', props: { disabled: true } },
]

const toasts: { type: ToastType; text: string }[] = [
  { type: 'info', text: 'A verification link has been sent to your new e-mail' },
  { type: 'warning', text: 'The upload was interrupted. It resumes when the connection is back.' },
  { type: 'loading', text: 'Fetching all reports of Siân Llewellyn' },
  { type: 'error', text: 'Failed to fetch users' },
  { type: 'success', text: 'Successfully revoked access of Bartholomew Featherstonehaugh-Cholmondeley' },
]

/** Buttons, badges, page header, spinners, toasts. */
export function ControlsGallery() {
  return (
    <>
      <Section title="Button">
        {(['primary', 'outline', 'delete'] as const).map((variant) => (
          <Flow key={variant}>
            {states.map(({ props, ...shown }) => (
              <Specimen key={shown.caption} {...shown}>
                <Button variant={variant} {...props}>
                  Import data
                </Button>
              </Specimen>
            ))}
          </Flow>
        ))}
        <Flow>
          {samples.map(({ props, ...shown }) => (
            <Specimen key={shown.caption} {...shown}>
              <Button {...props} />
            </Specimen>
          ))}
          {iconSamples.map(({ props, ...shown }) => (
            <Specimen key={shown.caption} {...shown}>
              <IconButton icon={SettingsIcon} label="Settings" {...props} />
            </Specimen>
          ))}
        </Flow>
        <Columns>
          <Specimen caption="full width">
            <Button variant="primary" size="large" fullWidth>
              Sign in
            </Button>
          </Specimen>
        </Columns>
      </Section>
      <Section title="Badge, tag, version">
        <Flow>
          <Badge colour="green" label="Admin" />
          <Badge colour="red" label="Super admin" />
          <Badge colour="yellow" label="2 pending" />
          <Badge label="Expired" />
          <Tag>You</Tag>
          <VersionPlate version={12} />
          <VersionPlate version={8} next />
          <VersionPlate version={0} />
        </Flow>
      </Section>
      <Section title="Page header">
        <div>
          <PageHeader
            breadcrumb={
              <Breadcrumb
                parent={
                  <a className="link" href="#users">
                    Users
                  </a>
                }
                current="Siân Llewellyn"
              />
            }
            icon={FileBracesIcon}
            title="Siân Llewellyn`s reports"
            count={12}
            tools={<Button startIcon={DownloadIcon}>Download all</Button>}
          />
          <PageHeader
            icon={HospitalIcon}
            title="Hospital Patients"
            count={1524}
            below={
              <p className="stamp">
                Last updated: <b>14 November 2026, 16:02</b>
              </p>
            }
          />
          <PageHeader icon={ShieldUserIcon} title="Admins" badge={<Badge colour="yellow" label="2 pending" />} />
        </div>
      </Section>
      <Section title="Times and copying">
        <Flow>
          <Specimen caption="a time in a list">
            <Timestamp time="2026-11-20T07:17:00.000Z" />
          </Specimen>
          <Specimen caption="copied by its button">
            <Copyable text="HM-4218-77" what="member id HM-4218-77" />
          </Specimen>
        </Flow>
      </Section>
      <Section title="Spinner">
        <Flow>
          <Specimen caption="spinner 16">
            <Spinner />
          </Specimen>
          <Specimen caption="page and table">
            <LoadingMark />
          </Specimen>
        </Flow>
      </Section>
      <Section title="Toast">
        <Flow>
          {toasts.map(({ type, text }) => (
            <Button key={type} size="small" onClick={() => toast[type](text)}>
              Show {type}
            </Button>
          ))}
        </Flow>
      </Section>
    </>
  )
}
