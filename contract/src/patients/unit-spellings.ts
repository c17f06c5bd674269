import { feetAndInches, unitsOf } from './units.ts'
import type { PatientColumnKey } from './patients.ts'
import { foldText } from '../values/text.ts'

/** The ways in which units are written, in many languages. Case, accents, spaces and punctuation are ignored. */
const unitTerms: readonly (readonly [string, string])[] = [
  ['kg', 'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramme, kilogrammes, kilogramos, quilos, chilogrammi, кг, 公斤, 千克, キロ, キログラム, كجم, كغ, كغم, كيلو, 킬로그램, 킬로, ký, किग्रा, किलो'],
  ['lb', 'lb, lbs, pound, pounds, libras, livres, libbre, фунты, 磅, ポンド, رطل'],
  ['st', 'st, stone, stones, st lb, st lbs, stones and pounds'],
  ['oz', 'oz, ozs, ounce, ounces, onzas, onces, unzen, onças, once, унции, 盎司, オンス'],
  ['g', 'g, gr, grs, gm, gms, gram, grams, gramme, grammes, gramm, gramos, gramas, grammi, г, гр, 克, グラム, غم, غرام, 그램'],
  ['cm', 'cm, cms, centimeter, centimeters, centimetre, centimetres, centímetros, centimètres, zentimeter, centimetri, см, 厘米, 公分, センチ, سم, 센티미터, 센티, सेमी'],
  ['m', 'm, mtr, mtrs, meter, meters, metre, metres, metros, mètres, metri, м, 米, メートル, متر, 미터, mét'],
  ['mm', 'mm, millimeter, millimeters, millimetre, millimetres, milímetros, millimètres, millimetri, мм, 毫米, ミリ, ミリメートル, مم'],
  ['in', 'in, ins, inch, inches, pulgadas, pouces, zoll, polegadas, pollici, дюймы, 英寸, インチ, بوصة'],
  [feetAndInches, 'ft, feet, foot, ft in, ft and in, ft inch, ft inches, feet inches, feet and inches'],
  ['years', 'y, yr, yrs, year, years, yo, years old, completed years, años, año, ans, an, années, jahre, jahr, jahren, anos, ano, anni, anno, jaar, jaren, jr, lj, lat, lata, yıl, лет, год, года, годы, 岁, 歲, 周岁, 年, 歳, 才, سنة, سنوات, عام, بالسنوات, 세, 살, 년, tuổi, năm, tahun, thn, th, वर्ष, साल'],
  ['months', 'm, mo, mos, mth, mths, mon, month, months, meses, mes, mois, monate, monat, monaten, mesi, mese, maanden, maand, miesiące, miesięcy, mies, ay, месяцы, месяцев, месяца, мес, 月, 个月, 個月, 月龄, か月, ヶ月, カ月, 月齢, شهر, أشهر, شهور, بالأشهر, 개월, tháng, bulan, bln'],
  ['weeks', 'w, wk, wks, week, weeks, semanas, semaines, wochen, woche, settimane, weken, tygodnie, tygodni, hafta, недели, недель, нед, 周, 週, 週齢, أسبوع, أسابيع, 주, tuần, minggu'],
  ['days', 'd, day, days, días, día, jours, jour, tage, tag, tagen, dias, giorni, dagen, dni, dzień, gün, дни, дней, день, 天, 日, 日龄, 日齢, يوم, أيام, بالأيام, 일, ngày, hari'],
  ['mmHg', 'mmhg, mm de hg, мм рт ст, ммртст, 毫米汞柱, ملم زئبق'],
  ['cmHg', 'cmhg'],
  ['kPa', 'kpa, кпа'],
  ['kg/m²', 'kgm2, kgpm2, kgsqm, kgm, кгм2'],
] // prettier-ignore

/** An "m" may be a metre or a month. */
const unitsBySpelling = new Map<string, string[]>()
for (const [unit, spellings] of unitTerms) {
  for (const spelling of spellings.split(', ').map(bare)) {
    unitsBySpelling.set(spelling, [...(unitsBySpelling.get(spelling) ?? []), unit])
  }
}

/** The unit if a text contains nothing else: "kg", "(lbs)", "mm Hg". */
export const findUnit = (text: string): string | undefined => unitsBySpelling.get(bare(text))?.[0]

/** Whether a text is one of the spellings of a unit. */
export const meansUnit = (text: string, unit: string): boolean =>
  unitsBySpelling.get(bare(text))?.includes(unit) === true

/** The same, limited to units that values of this column can have. */
export const findUnitOf = (key: PatientColumnKey, text: string): string | undefined =>
  unitsBySpelling.get(bare(text))?.find((unit) => unitsOf(key).some((each) => each.unit === unit))

/** The text without case, accents, spaces and punctuation. J. are years in German; j may be days in French. */
function bare(text: string): string {
  return foldText(text.replace(/^J\.?$/, 'Jahre')).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
