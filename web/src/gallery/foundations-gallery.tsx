import { avatarColors } from '@health-console/contract/admins.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/values/avatar.tsx'
import { Flow, Section, Specimen } from './frame.tsx'
import styles from './gallery.module.css'

const colours =
  'paper surface surface-raised surface-field surface-sunken surface-hover surface-press rule border border-control rule-strong text text-muted accent accent-hover accent-soft danger danger-soft success success-soft warning warning-soft info info-soft neutral-soft focus'.split(
    ' ',
  )

const names = [
  'Marguerite Aubert-Delacroix',
  'Ravi Chandrasekhar',
  'Ingrid Østergård',
  'Yuki Matsuda',
  'Tal Ben-David',
  'Øyvind',
  'Hana Jun Kim',
  'Siân Llewellyn',
  'Kwame Adu Boateng',
  'Zoë Brännström',
  'Ngozi Okonkwo',
  'José María Íñiguez',
]

/** Colour, avatars, type, icons. */
export function FoundationsGallery() {
  return (
    <>
      <Section title="Colour">
        <div className={styles.swatches}>
          {colours.map((colour) => (
            <div key={colour} className={styles.swatch}>
              <i style={{ background: `var(--${colour})` }} />
              {colour}
            </div>
          ))}
        </div>
      </Section>
      <Section title="Avatars">
        <div className={styles.avatars}>
          {avatarColors.map((colour, index) => (
            <div key={colour}>
              <Avatar name={names[index]} colour={colour} />
              {colour}
            </div>
          ))}
        </div>
        <Flow>
          {(['small', 'medium', 'large'] as const).map((size) => (
            <Specimen key={size} caption={size}>
              <Avatar name="Ravi Chandrasekhar" colour="mint-pine" size={size} />
            </Specimen>
          ))}
          <Specimen caption="pending">
            <Avatar name={null} colour="butter-honey" />
          </Specimen>
          <Specimen caption="unknown colour">
            <Avatar name="Łukasz Wiśniewski" colour="no-such-colour" />
          </Specimen>
        </Flow>
      </Section>
      <Section title="Type">
        <div>
          <TypeRow name="display 36 / 620">
            <span className={styles.display}>Create new password</span>
          </TypeRow>
          <TypeRow name="dialog 20 / 620">
            <span className={styles.dialogTitle}>Invite admins</span>
          </TypeRow>
          <TypeRow name="body 14 / 400">They won’t be able to access the platform after that.</TypeRow>
          <TypeRow name="caps 15.5 → 10.9">
            <span className="caps muted">Cerebrovascular disease</span>
          </TypeRow>
          <TypeRow name="unit 12">
            128 <span className="unit">mmHg</span> · 4.68 <span className="unit">GB</span> · 23.24{' '}
            <span className="unit">kg/m²</span>
          </TypeRow>
          <TypeRow name="id">
            <span className="id">
              <b>0192f3a4</b>
              <i>-7c1e-7b2a-9d10-4be1c8a0f3d2</i>
            </span>
          </TypeRow>
          <TypeRow name="date and time">
            20 November 2026, <span className="time">07:17</span>
          </TypeRow>
          <TypeRow name="links">
            <a className="link" href="#links">
              link
            </a>{' '}
            ·{' '}
            <a className="link link-quiet" href="#links">
              quiet link
            </a>
          </TypeRow>
        </div>
      </Section>
    </>
  )
}

function TypeRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.typeRow}>
      <span>{name}</span>
      <div>{children}</div>
    </div>
  )
}
