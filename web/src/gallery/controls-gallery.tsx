import { DownloadIcon, FileBracesIcon, HospitalIcon, SettingsIcon, ShieldUserIcon, UserPlusIcon } from 'lucide-react'
import { Badge, Tag } from '../ui/badge.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Moment } from '../ui/moment.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Spinner, LoadingMark } from '../ui/spinner.tsx'
import { toast, type ToastType } from '../ui/toasts.ts'
import { VersionPlate } from '../ui/version-plate.tsx'
import { Columns, Flow, Section, Specimen } from './frame.tsx'

const states = [
  { caption: 'rest' },
  { caption: 'hover', hold: 'hover' },
  { caption: 'focus', hold: 'focus' },
  { caption: 'pressed', hold: 'press' },
] as const

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
            {states.map((state) => (
              <Specimen key={state.caption} caption={state.caption} hold={'hold' in state ? state.hold : undefined}>
                <Button variant={variant}>Import data</Button>
              </Specimen>
            ))}
            <Specimen caption="disabled">
              <Button variant={variant} disabled>
                Import data
              </Button>
            </Specimen>
            <Specimen caption="busy">
              <Button variant={variant} busy>
                Import data
              </Button>
            </Specimen>
          </Flow>
        ))}
        <Flow>
          <Specimen caption="small 28">
            <Button variant="primary" size="small" startIcon={UserPlusIcon}>
              Invite
            </Button>
          </Specimen>
          <Specimen caption="medium 36">
            <Button variant="primary" startIcon={UserPlusIcon}>
              Invite
            </Button>
          </Specimen>
          <Specimen caption="large 44">
            <Button variant="primary" size="large">
              Sign in
            </Button>
          </Specimen>
          <Specimen caption="quiet, in rows">
            <Button quiet size="small" startIcon={DownloadIcon}>
              Download report
            </Button>
          </Specimen>
          <Specimen caption="quiet hover" hold="hover">
            <Button quiet size="small" startIcon={DownloadIcon}>
              Download report
            </Button>
          </Specimen>
          <Specimen caption="quiet delete">
            <Button quiet size="small" variant="delete">
              Revoke access
            </Button>
          </Specimen>
          <Specimen caption="hover" hold="hover">
            <Button quiet size="small" variant="delete">
              Revoke access
            </Button>
          </Specimen>
          <Specimen caption="quiet busy">
            <Button quiet size="small" startIcon={DownloadIcon} busy>
              Download report
            </Button>
          </Specimen>
          <Specimen caption="icon">
            <IconButton icon={SettingsIcon} label="Settings" />
          </Specimen>
          <Specimen caption="icon hover" hold="hover">
            <IconButton icon={SettingsIcon} label="Settings" />
          </Specimen>
          <Specimen caption="icon focus" hold="focus">
            <IconButton icon={SettingsIcon} label="Settings" />
          </Specimen>
          <Specimen caption="icon disabled">
            <IconButton icon={SettingsIcon} label="Settings" disabled />
          </Specimen>
        </Flow>
        <Columns>
          <Specimen caption="full width">
            <Button variant="primary" fullWidth>
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
          <Badge colour="green" label="Current" />
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
                links={[
                  <a key="users" className="link" href="#users">
                    Users
                  </a>,
                ]}
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
          <Specimen caption="a time of a list">
            <Moment time="2026-11-20T07:17:00.000Z" />
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
