import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import { dateOfBirth } from '@health-console/contract/patient-units.ts'
import { foldText } from '@health-console/contract/text.ts'
import { findColumn } from './headings.ts'
import { findUnit, findUnitOf } from './units.ts'

/** A column that a heading may mean. The lower the rank, the likelier. */
export type Suggestion = { key: PatientColumnKey; unit: string | null; rank: number }

/**
 * What clinics, registries and studies call the columns, likeliest first, without case, spaces and punctuation. Units and
 * words such as "patient" or "at admission" around them are recognised separately. Every one of them is asked, never taken.
 */
const names: Record<PatientColumnKey, string> = {
  memberId:
    'memberid memberno membernumber patientid patientno patientnumber patientcode patientidentifier mrn medicalrecordnumber medicalrecordno recordnumber hospitalnumber hospitalno hospitalid hospno nhsnumber chartnumber chartno uhid umrn registrationnumber registrationno regno pid ptid caseid caseno casenumber personid recordid identifier id participantid participantno studyid subjectid subjectno subjectnumber subject patient code no num number nr srno sno serialno',
  subjectId:
    'subjectid subjectno subjectnumber subjectcode usubjid subjid participantid participantno participantnumber studyid studyno studynumber screeningnumber enrolmentid enrollmentid subject participant',
  sex: 'sex gender sexgender gendersex biologicalsex birthsex sexatbirth sexassignedatbirth administrativegender mf malefemale',
  age: 'age ageatvisit ageinyears agegiven dob dateofbirth birthdate birthday datebirth born',
  height: 'height ht hgt stature bodyheight standingheight heightstanding',
  weight: 'weight wt wgt bodyweight bw bodymass mass',
  systolicBloodPressure:
    'systolicbloodpressure systolicbp sbp systolic systolicpressure bpsystolic bpsys sysbp sys systbp syst aphi bloodpressuresystolic bloodpressure bp nibp bloodpress bpreading restingbp restingbloodpressure trestbps',
  diastolicBloodPressure:
    'diastolicbloodpressure diastolicbp dbp diastolic diastolicpressure bpdiastolic bpdia bpdias diabp diasbp dia dias diast aplo bloodpressurediastolic bloodpressure bp nibp bloodpress bpreading',
  bmi: 'bmi bodymassindex quetelet queteletindex',
  hypertension:
    'hypertension htn hbp highbloodpressure highbp hypertensive arterialhypertension hypertensionstage hypertensionstatus htnstage prevalenthyp ht',
  diabetes: 'diabetes dm diabetesmellitus diabetic diabetesstatus diabetestype t2dm dm2 t2d type2diabetes niddm',
  cerebralInfarction:
    'cerebralinfarction cerebralinfarct stroke ischemicstroke ischaemicstroke braininfarction braininfarct infarct infarction prevalentstroke',
  cerebrovascularDisease:
    'cerebrovasculardisease cerebrovascular cva cerebrovascularaccident tia strokeortia cerebrovascularevent',
}

const byName = new Map<string, { key: PatientColumnKey; rank: number }[]>()
for (const { key } of patientColumns) {
  for (const [rank, name] of names[key].split(' ').entries())
    byName.set(name, [...(byName.get(name) ?? []), { key, rank }])
}

const wordsOf = (text: string) => new Set(text.split(' '))
/** Words that may stand before and after a name without changing what it means. */
const before = wordsOf(
  'the patient patients pt pts participant baseline initial current mean average avg measured history of hx has known any prior self reported diagnosed',
)
const after = wordsOf(
  'at on in of the a value values measured measurement visit baseline admission adm enrolment enrollment inclusion diagnosis screening entry first last final current mean average avg reading status flag yn yesno history hx known diagnosed patient code 0 1',
)

const birth = /^(?:dob|dateofbirth|birthdate|birthday|datebirth|born)$/

/** The columns that a heading resembles, likeliest first, with the unit that it names. */
export function suggestColumns(heading: string): Suggestion[] {
  const tokens = foldText(heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/\p{L}+|\p{N}+/gu) ?? []
  if (tokens.length === 0 || tokens.length > 12) return []
  let from = 0
  for (;;) {
    for (let to = tokens.length; to > from; to -= 1) {
      const name = tokens.slice(from, to).join('')
      const found = (byName.get(name) ?? []).flatMap(({ key, rank }) => {
        const unit = birth.test(name) ? dateOfBirth : readRest(key, tokens.slice(to))
        return unit === undefined ? [] : [{ key, unit, rank }]
      })
      if (found.length > 0) return found.toSorted((a, b) => a.rank - b.rank)
    }
    if (!before.has(tokens[from] ?? '')) return []
    from += 1
  }
}

/** The unit behind a name, null without one; undefined where something else follows. */
function readRest(key: PatientColumnKey, rest: readonly string[]): string | null | undefined {
  for (let from = 0; from < rest.length; from += 1) {
    for (let to = rest.length; to > from; to -= 1) {
      const unit = findUnitOf(key, rest.slice(from, to).join(''))
      const around = [...rest.slice(0, from), ...rest.slice(to)]
      if (unit !== undefined && around.every((word) => after.has(word))) return unit
    }
  }
  return rest.every((word) => after.has(word)) ? null : undefined
}

/** The unit that a heading names, whatever column it is. */
export function unitOfHeading(heading: string): string | null {
  const exact = findColumn(heading)
  if (exact !== undefined) return writtenUnit(exact, heading)
  const suggested = suggestColumns(heading).find(({ unit }) => unit !== null)
  if (suggested) return suggested.unit
  const bracketed = /[([]([^()[\]]{1,20})[)\]]\s*$/.exec(heading)?.[1]
  return bracketed === undefined ? null : (findUnit(bracketed) ?? null)
}

/** The unit that a known heading of this column names. */
export const writtenUnit = (key: PatientColumnKey, heading: string): string | null =>
  suggestColumns(heading).find((each) => each.key === key)?.unit ?? null
