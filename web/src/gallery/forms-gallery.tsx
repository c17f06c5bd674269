import { useState } from 'react'
import { PasswordStrength } from '../forms/password-strength.tsx'
import { RolePicker } from '../forms/role-picker.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import type { Days } from '../lib/days.ts'
import { DatePicker } from '../ui/dates/date-picker.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { TextArea, TextField } from '../ui/fields/text-field.tsx'
import { Columns, Section, Specimen } from './frame.tsx'

const box = ':scope > div > div'

/** Fields, password strength, role picker, date picker. */
export function FormsGallery() {
  return (
    <>
      <Section title="Field">
        <Columns>
          <Specimen caption="rest">
            <TextField label="Name" defaultValue="Eniola Oyelaran" />
          </Specimen>
          <Specimen caption="placeholder">
            <TextField label="Name" placeholder="First and last name" />
          </Specimen>
          <Specimen caption="hover" state="hover" on={box}>
            <TextField label="Name" defaultValue="Eniola Oyelaran" />
          </Specimen>
          <Specimen caption="focus" state="focus-within" on={box}>
            <TextField label="Name" defaultValue="Eniola Oyelaran" />
          </Specimen>
          <Specimen caption="error">
            <TextField label="Email" defaultValue="eniola@" error="Invalid email address" />
          </Specimen>
          <Specimen caption="error and focus" state="focus-within" on={box}>
            <TextField label="Email" defaultValue="eniola@" error="Invalid email address" />
          </Specimen>
          <Specimen caption="disabled">
            <TextField label="Email" defaultValue="eniola@partner-clinic.example" disabled />
          </Specimen>
          <Specimen caption="password">
            <PasswordField label="Password" defaultValue="winterberry" autoComplete="new-password" />
          </Specimen>
          <Specimen caption="search, empty">
            <Search label="Search by member ID" start="" />
          </Specimen>
          <Specimen caption="search, clearable">
            <Search label="Search by Name or ID" start="okonkwo" />
          </Specimen>
          <Specimen caption="large 44, with help">
            <TextField label="Email" size="large" defaultValue="a@b.example" help="We send the link there." />
          </Specimen>
          <Specimen caption="checkbox">
            <Checkbox label="Trust this browser for 30 days" defaultChecked />
          </Specimen>
          <Specimen caption="text area">
            <TextArea label="Email addresses" placeholder="Enter comma-separated e-mails" />
          </Specimen>
        </Columns>
      </Section>
      <Section title="Password strength">
        <Columns>
          {[
            ['nothing typed', ''],
            ['3 or more fail', 'winter'],
            ['2 fail', 'winterberry'],
            ['1 fails', 'Winterberry'],
            ['none fail', 'Winterberry7'],
          ].map(([caption = '', password = '']) => (
            <Specimen key={caption} caption={caption}>
              <PasswordStrength password={password} />
            </Specimen>
          ))}
        </Columns>
      </Section>
      <Section title="Role picker">
        <Columns>
          <Specimen caption="rest">
            <Role />
          </Specimen>
          <Specimen caption="focus" state="focus" on="input:checked">
            <Role />
          </Specimen>
        </Columns>
      </Section>
      <Section title="Date picker">
        <Columns>
          <Specimen caption="chosen">
            <Picker date="2026-11-18T00:00:00.000Z" />
          </Specimen>
          <Specimen caption="empty">
            <Picker />
          </Specimen>
        </Columns>
      </Section>
    </>
  )
}

function Search({ label, start }: { label: string; start: string }) {
  const [value, setValue] = useState(start)
  return <SearchField label={label} value={value} onSearch={setValue} />
}

function Role() {
  const [role, setRole] = useState<'super_admin' | 'admin'>('admin')
  return <RolePicker value={role} onChange={setRole} />
}

function Picker({ date }: { date?: string }) {
  const [days, setDays] = useState<Days>({ date })
  return <DatePicker label="Date generated" days={days} onChange={setDays} />
}
