import { expect, test } from 'vitest'
import { expectLayout, type Layout } from '../../../../../testing/patients/layouts.ts'
import type { Line } from '../../../../../testing/patients/sheets.ts'

const yes = (word: string) => ({ [word]: 'Diabetes' })

/** Files as hospitals, registries and studies of several countries publish them, with invented values. */
const layouts: Record<string, Layout> = {
  'a Spanish clinic, both pressures in one column': {
    sheets: [
      ['NHC', 'Sexo', 'Edad (años)', 'Talla (cm)', 'Peso (kg)', 'Tensión arterial', 'Diabetes'],
      ['H-0031', 'H', 61, 171, 82.5, '138/84', 'Sí'],
      ['H-0032', 'M', 58, 160, 64, '121/77', 'No'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight',
      'column:systolicBloodPressure+diastolicBloodPressure', 'words:sex', 'words:diabetes',
    ], // prettier-ignore
    says: { words: { diabetes: { ...yes('Sí'), No: null } } },
    patients: [
      { memberId: 'H-0031', sex: 'Male', age: 61, height: 171, weight: 82.5, systolicBloodPressure: 138, diastolicBloodPressure: 84, diabetes: 'Diabetes' },
      { memberId: 'H-0032', sex: 'Female', diabetes: null },
    ], // prettier-ignore
  },
  'a French registry with decimal commas and dates of birth': {
    sheets: [
      ['N° patient', 'Sexe', 'Date de naissance', 'Taille (m)', 'Poids', 'PAS', 'PAD', 'AVC'],
      ['P001', 'F', '1960-05-04', '1,62', '70,5', 130, 80, 'non'],
      ['P002', 'H', '1971-01-31', '1,80', '81,2', 141, 92, 'oui'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'either:cerebralInfarction+cerebrovascularDisease',
      'reading:height:decimal_comma', 'reading:weight:decimal_comma', 'words:sex',
    ], // prettier-ignore
    says: {
      columns: {
        age: { heading: 'Date de naissance', unit: 'date of birth', countedTo: '2026-03-01' },
        cerebralInfarction: null,
        cerebrovascularDisease: { heading: 'AVC' },
      },
      words: { cerebrovascularDisease: { oui: 'stroke', non: null } },
    },
    patients: [
      { memberId: 'P001', sex: 'Female', age: 65, height: 162, weight: 70.5, cerebrovascularDisease: null },
      { memberId: 'P002', sex: 'Male', height: 180, cerebrovascularDisease: 'stroke' },
    ],
  },
  'a German ward, with a title above the headings': {
    sheets: [
      ['Station 3, Aufnahmen im März'],
      [
        'Patientennummer',
        'Geschlecht',
        'Alter',
        'Größe (cm)',
        'Gewicht (kg)',
        'RR syst.',
        'RR diast.',
        'Bluthochdruck',
      ],
      ['4711', 'w', 45, 168, 61, 118, 72, 'Grad 1'],
      ['4712', 'm', 52, 181, 90, 145, 95, 'Grad 2'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:hypertension', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: '4711', sex: 'Female', age: 45, height: 168, systolicBloodPressure: 118, hypertension: 'Grad 1' },
      { memberId: '4712', sex: 'Male', diastolicBloodPressure: 95 },
    ],
  },
  'a Portuguese hospital': {
    sheets: [
      ['Nº do prontuário', 'Gênero', 'Idade', 'Altura', 'Peso', 'IMC', 'Hipertensão'],
      ['9001', 'Feminino', 33, 1.63, 58, 21.8, 'HAS estágio 1'],
      ['9002', 'Masculino', 39, 1.75, 77, 25.1, 'normal'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:bmi', 'column:hypertension',
      'words:sex',
    ], // prettier-ignore
    patients: [{ memberId: '9001', sex: 'Female', age: 33, height: 163, weight: 58, bmi: 21.8 }, { height: 175 }],
  },
  'an Italian study': {
    sheets: [
      ['Codice paziente', 'Sesso', 'Età', 'Altezza (cm)', 'Peso (kg)', 'Pressione sistolica', 'Pressione diastolica'],
      ['IT-01', 'uomo', 70, 172, 80, 150, 90],
      ['IT-02', 'donna', 66, 158, 55, 125, 70],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'words:sex',
    ], // prettier-ignore
    patients: [{ memberId: 'IT-01', sex: 'Male', age: 70, systolicBloodPressure: 150 }, { sex: 'Female' }],
  },
  'a Dutch practice, with units in the cells': {
    sheets: [
      ['Patiëntnr', 'Geslacht', 'Leeftijd', 'Lengte', 'Gewicht', 'Bloeddruk'],
      ['12', 'vrouw', 44, '168 cm', '64,5 kg', '120/80'],
      ['13', 'man', 51, '181 cm', '88 kg', '131/85'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight',
      'column:systolicBloodPressure+diastolicBloodPressure', 'reading:height:unit_in_cell', 'reading:weight:decimal_comma',
      'reading:weight:unit_in_cell', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: '12', sex: 'Female', age: 44, height: 168, weight: 64.5 },
      { sex: 'Male', weight: 88 },
    ],
  },
  'a Polish list': {
    sheets: [
      ['Nr pacjenta', 'Płeć', 'Wiek', 'Wzrost [cm]', 'Masa ciała [kg]', 'Ciśnienie skurczowe', 'Cukrzyca'],
      ['77', 'K', 48, 164, 71, 128, 'typ 2'],
      ['78', 'M', 55, 178, 92, 139, 'brak'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diabetes', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: '77', sex: 'Female', weight: 71, diabetes: 'typ 2' },
      { sex: 'Male', systolicBloodPressure: 139 },
    ],
  },
  'a Turkish clinic': {
    sheets: [
      ['Hasta No', 'Cinsiyet', 'Yaş', 'Boy (cm)', 'Kilo', 'Sistolik Kan Basıncı', 'Diyastolik Kan Basıncı', 'VKİ'],
      ['TR5', 'KADIN', 37, 160, 58, 115, 75, 22.7],
      ['TR6', 'ERKEK', 41, 176, 81, 125, 82, 26.1],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:bmi', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: 'TR5', sex: 'Female', age: 37, height: 160, bmi: 22.7 },
      { sex: 'Male', weight: 81 },
    ],
  },
  'a Russian register': {
    sheets: [
      ['№ карты', 'Пол', 'Возраст', 'Рост, см', 'Вес, кг', 'САД', 'ДАД', 'Сахарный диабет'],
      ['А-17', 'ж', 63, 159, 77, 152, 91, '2 типа'],
      ['А-18', 'м', 60, 174, 84, 133, 79, 'не выявлен'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:diabetes', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: 'А-17', sex: 'Female', height: 159, diastolicBloodPressure: 91 },
      { sex: 'Male', age: 60 },
    ],
  },
  'a Chinese hospital': {
    sheets: [
      ['住院号', '性别', '年龄（岁）', '身高（cm）', '体重（kg）', '收缩压(mmHg)', '舒张压(mmHg)', '脑梗死'],
      ['ZY1001', '女', '４５', 158, 55, 122, 78, '无'],
      ['ZY1002', '男', 67, 170, 72, 148, 90, '有'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:cerebralInfarction', 'words:sex', 'words:cerebralInfarction',
    ], // prettier-ignore
    says: { words: { cerebralInfarction: { 有: 'cerebral infarction', 无: null } } },
    patients: [
      { memberId: 'ZY1001', sex: 'Female', age: 45, cerebralInfarction: null },
      { sex: 'Male', systolicBloodPressure: 148, cerebralInfarction: 'cerebral infarction' },
    ],
  },
  'a Japanese check-up': {
    sheets: [
      ['患者ID', '性別', '年齢', '身長', '体重', '最高血圧', '最低血圧', 'ＢＭＩ'],
      ['J-1', '女性', 52, 155.5, 50.2, 118, 70, 20.8],
      ['J-2', '男性', 49, 171.2, 70, 135, 88, 23.9],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: 'J-1', sex: 'Female', height: 155.5, bmi: 20.8 },
      { sex: 'Male', diastolicBloodPressure: 88 },
    ],
  },
  'an Arabic list with Arabic digits': {
    sheets: [
      ['رقم المريض', 'الجنس', 'العمر', 'الطول (سم)', 'الوزن (كجم)', 'ضغط الدم'],
      ['م-١', 'ذكر', '٤٥', '١٧٠', '٧٠٫٥', '١٢٠/٨٠'],
      ['م-٢', 'أنثى', '٣٩', '١٦٠', '٦٠', '١١٠/٧٠'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight',
      'column:systolicBloodPressure+diastolicBloodPressure', 'words:sex',
    ], // prettier-ignore
    patients: [
      { memberId: 'م-١', sex: 'Male', age: 45, height: 170, weight: 70.5, systolicBloodPressure: 120, diastolicBloodPressure: 80 },
      { memberId: 'م-٢', sex: 'Female' },
    ], // prettier-ignore
  },
  'a US health survey with mixed units': {
    sheets: [
      ['SEQN', 'Gender', 'Age', 'Age unit', 'Weight', 'Weight unit', 'Height (ft)'],
      ['NH-1', 'Male', 40, 'Years', 180, 'lb', `5'11"`],
      ['NH-2', 'Female', 9, 'Months', 9.1, 'kg', `2' 4"`],
    ],
    asks: ['column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight'],
    patients: [
      { memberId: 'NH-1', sex: 'Male', age: 40, height: 180.34, weight: 81.647 },
      { memberId: 'NH-2', age: 0, height: 71.12, weight: 9.1 },
    ],
  },
  'a cardiology data set with coded columns and ages in days': {
    sheets: [
      ['id', 'age', 'gender', 'height', 'weight', 'ap_hi', 'ap_lo', 'cholesterol', 'cardio'],
      [0, 18_393, 2, 168, 62, 110, 80, 1, 0],
      [1, 20_228, 1, 156, 85, 140, 90, 3, 1],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:systolicBloodPressure', 'column:diastolicBloodPressure',
      'words:sex',
    ], // prettier-ignore
    says: { words: { sex: { '1': 'Female', '2': 'Male' } } },
    patients: [
      { memberId: '0', age: 50, sex: 'Male', systolicBloodPressure: 110, diastolicBloodPressure: 80 },
      { age: 55, sex: 'Female' },
    ],
  },
  'a Korean clinic': {
    sheets: [
      ['등록번호', '성별', '생년월일', '신장(cm)', '체중(kg)', '혈압', '당뇨병 여부', '뇌졸중'],
      ['H-1', '남', '1961-04-02', 172, 71.5, '138/84', '예', '아니오'],
      ['H-2', '여', '1975-11-20', 158, 55, '121/77', '아니오', '아니오'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight',
      'column:systolicBloodPressure+diastolicBloodPressure', 'column:diabetes',
      'either:cerebralInfarction+cerebrovascularDisease', 'words:sex', 'words:diabetes',
    ], // prettier-ignore
    says: {
      columns: {
        age: { heading: '생년월일', unit: 'date of birth', countedTo: '2026-03-01' },
        cerebralInfarction: null,
        cerebrovascularDisease: null,
      },
      words: { diabetes: { ...yes('예'), 아니오: null } },
    },
    patients: [
      { memberId: 'H-1', sex: 'Male', age: 64, height: 172, weight: 71.5, systolicBloodPressure: 138, diastolicBloodPressure: 84, diabetes: 'Diabetes' },
      { sex: 'Female', diabetes: null },
    ], // prettier-ignore
  },
  'a Vietnamese hospital, typed without accents, with years of birth': {
    sheets: [
      [
        'Ma benh nhan',
        'Gioi tinh',
        'Nam sinh',
        'Chieu cao (m)',
        'Can nang',
        'HA tam thu',
        'HA tam truong',
        'Dai thao duong',
      ],
      ['BN1', 'Nam', 1960, 1.68, 62, 140, 90, 'Co'],
      ['BN2', 'Nu', 1985, 1.55, 49, 118, 72, 'Khong'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:diabetes', 'words:sex', 'words:diabetes',
    ], // prettier-ignore
    says: {
      columns: { age: { heading: 'Nam sinh', unit: 'year of birth', countedTo: '2026-03-01' } },
      words: { diabetes: { ...yes('Co'), Khong: null } },
    },
    patients: [
      {
        memberId: 'BN1',
        sex: 'Male',
        age: 66,
        height: 168,
        weight: 62,
        systolicBloodPressure: 140,
        diabetes: 'Diabetes',
      },
      { sex: 'Female', diastolicBloodPressure: 72, diabetes: null },
    ],
  },
  'an Indonesian health centre, with units in the cells of the age': {
    sheets: [
      ['No. RM', 'Nama', 'Jenis Kelamin', 'Umur', 'TB (cm)', 'BB (kg)', 'Sistolik', 'Diastolik', 'Riwayat hipertensi'],
      ['00-12', 'Ayu', 'Perempuan', '51 th', 150, 48, 150, 95, 'Ya'],
      ['00-13', 'Budi', 'Laki-laki', '8 bln', 70, 8, 90, 60, 'Tidak'],
    ],
    asks: [
      'column:memberId', 'column:sex', 'column:age', 'column:height', 'column:weight', 'column:systolicBloodPressure',
      'column:diastolicBloodPressure', 'column:hypertension', 'reading:age:unit_in_cell', 'words:sex', 'words:hypertension',
    ], // prettier-ignore
    says: { words: { hypertension: { Ya: 'Hypertension', Tidak: null } } },
    patients: [
      {
        memberId: '00-12',
        sex: 'Female',
        age: 51,
        height: 150,
        systolicBloodPressure: 150,
        hypertension: 'Hypertension',
      },
      { sex: 'Male', age: 0, weight: 8, hypertension: null },
    ],
  },
  'a table of a study without any heading that is known, and an ID by its values': {
    sheets: [
      ['Kode', 'Ihu', 'Vau', 'Ponto'],
      ['X7', 40, 170, 70],
      ['X8', 41, 180, 80],
    ],
    asks: ['column:memberId'],
    says: { columns: { age: { heading: 'Ihu' }, weight: { heading: 'Ponto' } } },
    patients: [{ memberId: 'X7', age: 40, weight: 70, height: null }, { memberId: 'X8' }],
  },
}

test.each(Object.entries(layouts))('[import-37] %s', (_name, layout) => expectLayout(layout))

test('hostile headings and values lead to questions or a rejection in a sentence', async () => {
  const { readFile } = await import('../../../../../testing/patients/sheets.ts')
  const hostile = [
    '__proto__',
    'constructor',
    'toString',
    '\u202Egnp',
    '١'.repeat(90),
    "5'".repeat(40),
    `${'1,'.repeat(19)}1`,
  ]
  const heading: Line = ['ID', 'Age', 'Weight', 'Weight unit', ...hostile]
  const lines: Line[] = [heading, ...hostile.map((value, at): Line => [`A-${at}`, value, value, value, ...hostile])]
  const read = await readFile([{ lines }]).catch((error: Error) => error)
  expect('asking' in read || /[.?]$/.test('message' in read ? read.message : '')).toBe(true)
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})
