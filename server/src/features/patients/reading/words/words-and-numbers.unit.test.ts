import { findNumber, splitPair } from '@health-console/contract/patients/numbers-in-text.ts'
import { ageOn, convert, convertBack, toOwnUnit } from '@health-console/contract/patients/measures.ts'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import { findUnit } from '@health-console/contract/patients/unit-spellings.ts'
import { describe, expect, test } from 'vitest'
import { suggestColumns, unitOfHeading } from './synonyms.ts'
import { isCode, isMissing, likelySexOf, saysUnknown, sexOf } from './words.ts'

describe('a number in a text', () => {
  test.each([
    ['70', { value: 70, needs: [] }],
    ['-1.5', { value: -1.5, needs: [] }],
    ['27,27', { value: 27.27, needs: ['decimal_comma'] }],
    ['63 kg', { value: 63, unit: 'kg', needs: ['unit_in_cell'] }],
    ['63,5kg', { value: 63.5, unit: 'kg', needs: ['unit_in_cell', 'decimal_comma'] }],
    ['>89', { value: 89, needs: ['limit'] }],
    ['≤ 4.5 kg', { value: 4.5, unit: 'kg', needs: ['limit', 'unit_in_cell'] }],
    [`5' 11"`, { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5 ft 11 in', { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5ft11', { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5’11’’', { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5 feet, 11 inches', { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5-11', { value: 71, unit: 'in', needs: ['unit_in_cell'] }],
    ['5 ft 7.5', { value: 67.5, unit: 'in', needs: ['unit_in_cell'] }],
    ['11st 4lb', { value: 158, unit: 'lb', needs: ['unit_in_cell'] }],
    ['8 st. 4 lbs.', { value: 116, unit: 'lb', needs: ['unit_in_cell'] }],
    ['1m75', { value: 175, unit: 'cm', needs: ['unit_in_cell'] }],
    ['5岁3个月', { value: 63, unit: 'months', needs: ['unit_in_cell'] }],
    ['8;9', { value: 105, unit: 'months', needs: ['unit_in_cell'] }],
    ['4 8/12', { value: 56, unit: 'months', needs: ['unit_in_cell'] }],
    ['90+', { value: 90, needs: ['limit'] }],
    ['7 lbs 8oz', { value: 120, unit: 'oz', needs: ['unit_in_cell'] }],
    ['59 J.', { value: 59, unit: 'years', needs: ['unit_in_cell'] }],
    ['11 stone', { value: 11, unit: 'st', needs: ['unit_in_cell'] }],
    ['3,450 g', { value: 3450, unit: 'g', needs: ['unit_in_cell', 'thousands'], asDecimal: 3.45 }],
    ['1,234,567.5', { value: 1_234_567.5, needs: ['thousands'] }],
    ['1.234.567', { value: 1_234_567, needs: ['thousands'] }],
    ['1 200,5', { value: 1200.5, needs: ['thousands'] }],
    [`3'450`, { value: 3450, needs: ['thousands'] }],
    ['３０', { value: 30, needs: [] }],
    ['٣٫٥', { value: 3.5, needs: [] }],
    ['𝟟𝟘 kg', { value: 70, unit: 'kg', needs: ['unit_in_cell'] }],
    ['21.490285513793253', { value: 21.490285513793253, needs: [] }],
    ['6ft', { value: 72, unit: 'in', needs: ['unit_in_cell'] }],
    ['120 mm Hg', { value: 120, unit: 'mmHg', needs: ['unit_in_cell'] }],
  ])('the number in the text %s is found', (text, expected) =>
    expect(findNumber(text)).toEqual({ unit: undefined, ...expected }),
  )

  test.each([
    '',
    'high',
    '1e2',
    '1.234,5',
    '12 apples',
    '120/80',
    '72¹',
    '60½',
    '④',
    '~70',
    '70-80',
    '5-12',
    '5 13',
    '1 20',
    '11 st 15',
    '.',
    '1,23,456',
    '1e400',
    '−',
  ])('there is no number in %j', (text) => expect(findNumber(text)).toBeUndefined())
})

test.each([
  ['120/80', ['120', '80']],
  [' 120 / 80 mmHg', ['120', '80']],
  ['12.5|8.1', ['12.5', '8.1']],
  ['RR 161/89', ['161', '89']],
  ['BP: 161／89', ['161', '89']],
  ['161-89', ['161', '89']],
  ['120 over 80', ['120', '80']],
  ['40-49', undefined],
  ['5-11', undefined],
  ['120/80/70', undefined],
  ['120/', undefined],
  ['03/07/2026', undefined],
])('two pressures are found in %j, or none', (text, expected) => expect(splitPair(text)).toEqual(expected))

describe('headings', () => {
  test.each([
    ['Patient ID', 'memberId', null],
    ['patient_id', 'memberId', null],
    ['MRN', 'memberId', null],
    ['Gender', 'sex', null],
    ['Sex at birth', 'sex', null],
    ['DOB', 'age', 'date of birth'],
    ['Date of Birth', 'age', 'date of birth'],
    ['Age (months)', 'age', 'months'],
    ['Age at diagnosis', 'age', null],
    ['Wt', 'weight', null],
    ['weight_lbs', 'weight', 'lb'],
    ['BodyWeight', 'weight', null],
    ['Weight in pounds', 'weight', 'lb'],
    ['Height [inches]', 'height', 'in'],
    ['Ht (m)', 'height', 'm'],
    ['SBP', 'systolicBloodPressure', null],
    ['Baseline systolic (kPa)', 'systolicBloodPressure', 'kPa'],
    ['ap_lo', 'diastolicBloodPressure', null],
    ['Blood Pressure (mm Hg)', 'systolicBloodPressure', 'mmHg'],
    ['HTN', 'hypertension', null],
    ['History of diabetes', 'diabetes', null],
    ['Stroke', 'cerebralInfarction', null],
    ['Weight 1st visit', 'weight', null],
    ['4. Height (in cm)', 'height', 'cm'],
    ['Q3_Age', 'age', null],
    ['収縮期血圧(1回目)', 'systolicBloodPressure', null],
    ['Edad (años)', 'age', 'years'],
    ['Fecha de nacimiento', 'age', 'date of birth'],
    ['Estatura del paciente (cm)', 'height', 'cm'],
    ['N° patient', 'memberId', null],
    ['Pression artérielle systolique (mmHg)', 'systolicBloodPressure', 'mmHg'],
    ['Größe in cm', 'height', 'cm'],
    ['GRÖSSE', 'height', null],
    ['Körpergewicht [kg]', 'weight', 'kg'],
    ['Ciśnienie rozkurczowe', 'diastolicBloodPressure', null],
    ['Wzrost (cm)', 'height', 'cm'],
    ['Ağırlık (kg)', 'weight', 'kg'],
    ['Hasta No', 'memberId', null],
    ['Дата рождения', 'age', 'date of birth'],
    ['Рост, см', 'height', 'cm'],
    ['САД (мм рт. ст.)', 'systolicBloodPressure', 'mmHg'],
    ['№ карты', 'memberId', null],
    ['年龄（岁）', 'age', 'years'],
    ['身高cm', 'height', 'cm'],
    ['收缩压(mmHg)', 'systolicBloodPressure', 'mmHg'],
    ['患者ＩＤ', 'memberId', null],
    ['最低血圧', 'diastolicBloodPressure', null],
    ['体重（ｋｇ）', 'weight', 'kg'],
    ['رقم المريض', 'memberId', null],
    ['الوزن (كجم)', 'weight', 'kg'],
    ['ضغط الدم الانقباضي', 'systolicBloodPressure', null],
  ])('the heading %s means %s', (heading, key, unit) => {
    expect(suggestColumns(heading)[0]).toMatchObject({ key, unit })
    if (unit !== 'date of birth') expect(unitOfHeading(heading)).toBe(unit)
  })

  test.each([
    '',
    'Heart rate',
    'Weight loss',
    'Age group of mother',
    'Birth weight percentile',
    'Diabetes medication',
    'Heightened risk',
  ])('the heading %j is unknown', (heading) => expect(suggestColumns(heading)).toEqual([]))
})

test('units are recognised in their spellings, with their factors', () => {
  expect(['kgs', '(LBS)', 'mm Hg', 'Years', 'ft/in', 'stone', 'años', '公斤', 'мм рт. ст.'].map(findUnit)).toEqual([
    'kg',
    'lb',
    'mmHg',
    'years',
    'ft and in',
    'st',
    'years',
    'kg',
    'mmHg',
  ])
  expect(toOwnUnit('weight', 154, 'lb')).toBe(69.853)
  expect(toOwnUnit('weight', 0.1 + 0.2, 'kg')).toBe(0.1 + 0.2)
  expect(toOwnUnit('height', 1.7, 'm')).toBe(170)
  expect(toOwnUnit('height', 5, 'ft and in')).toBeUndefined()
})

test('a number of a file is known again from the value that it became', () => {
  const factors = [...unitsOf('height'), ...unitsOf('weight')].flatMap(({ factor }) => factor ?? [])
  const others = factors.flatMap((factor) => {
    // The decimals that the thousandths of the table can tell apart.
    const step = factor < 0.01 ? 1 : factor < 0.1 ? 0.1 : factor < 1 ? 0.01 : 0.001
    const written = Array.from({ length: 5_000 }, (_, at) => Number((at * step).toFixed(3)))
    return written.filter((value) => convertBack(convert(value, factor), factor) !== value)
  })
  expect(others).toEqual([])
  expect([0.63, 85.275, 0.572].map((value) => convertBack(value, 0.45359237))).toEqual([1.39, 188, 1.26])
})

test('values halfway between two thousandths are rounded by their exact decimals', () => {
  const eighths = Array.from({ length: 8_000 }, (_, at) => at / 8)
  expect(eighths.map((value) => convert(value, 2.54))).toEqual(
    eighths.map((value) => Number((value * 2.54).toFixed(3))),
  )
})

test.each([
  ['2026-03-01', '1980-03-01', 46],
  ['2026-03-01', '1980-03-02', 45],
  ['2026-02-28', '2024-02-29', 1],
  ['2026-03-01', '2026-03-01', 0],
  ['2026-03-01', '2026-03-02', undefined],
])('on %s the age of a patient born on %s is %s', (day, born, age) => expect(ageOn(day, born)).toBe(age))

test('values of a column are interpreted', () => {
  const missing = ['NA', 'n/a', 'NaN', 'NULL', 'nil', '?', '??', '-', '--', '.', '–', '#N/A']
  expect(missing.filter((word) => !isMissing(word))).toEqual([])
  expect(['', '0', 'none', 'no', 'N', 'Nancy', '-9'].filter(isMissing)).toEqual([])
  expect(['1', '-9', '0.0', 'Y', 'no', 'TRUE', 'ja'].filter((word) => !isCode(word))).toEqual([])
  expect(['Type 2', 'Stage 1', '12345', 'none'].filter(isCode)).toEqual([])
  expect(['f', 'MALE', '1', 'w'].map(sexOf)).toEqual(['Female', 'Male', undefined, undefined])
  expect(['constructor', '__proto__', 'toString', 'valueOf'].flatMap((word) => likelySexOf(word, []) ?? [])).toEqual([])
  expect(['Frau', 'Žena', 'femme', '2', '女', 'Мужской'].map((word) => likelySexOf(word, []))).toEqual([
    'Female',
    undefined,
    'Female',
    undefined,
    'Female',
    'Male',
  ])
  expect(['H', 'M'].map((word) => likelySexOf(word, ['H', 'M']))).toEqual(['Male', 'Female'])
  expect(['V', 'M'].map((word) => likelySexOf(word, ['V', 'M']))).toEqual([undefined, undefined])
  expect(['H', 'F'].map((word) => likelySexOf(word, ['H', 'F']))).toEqual(['Male', 'Female'])
  expect(['Unknown', 'not done', 'n.d.', 'Rejected', 'high'].map(saysUnknown)).toEqual([true, true, true, true, false])
})
