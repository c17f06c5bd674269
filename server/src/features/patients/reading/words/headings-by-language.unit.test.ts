import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { type Line, readQuestions } from '../../../../../testing/patients/sheets.ts'
import { suggestColumns } from './synonyms.ts'
import { headingTerms, phrasesOf, type Term, wordsOf } from './words-by-language.ts'

type Headings = Record<Exclude<PatientColumnKey, 'subjectId'>, string>

/** How the clinics of a country head their columns. */
const headings: Record<string, Headings> = {
  en: { memberId: 'Hospital No.', sex: 'Sex_Male_Female', age: 'Age (yrs)', height: 'Height_cm', weight: 'Pre_Weight', systolicBloodPressure: 'BPSysAve', diastolicBloodPressure: 'BPDiaAve', bmi: 'Body mass index', hypertension: 'Known hypertension', diabetes: 'Diabetes mellitus (Y/N)', cerebralInfarction: 'Ischaemic stroke', cerebrovascularDisease: 'Cerebrovascular disease' },
  es: { memberId: 'N.º historia clínica', sex: 'Género', age: 'Edad (años)', height: 'Estatura (cm)', weight: 'Masa corporal (kg)', systolicBloodPressure: 'Presión arterial sistólica (mmHg)', diastolicBloodPressure: 'TA diastólica', bmi: 'Índice de masa corporal', hypertension: 'Hipertensión arterial', diabetes: 'Diabetes mellitus (sí/no)', cerebralInfarction: 'Infarto cerebral', cerebrovascularDisease: 'Enfermedad cerebrovascular' },
  fr: { memberId: 'N° dossier', sex: 'Sexe', age: 'Âge (ans)', height: 'Taille (m)', weight: 'Poids (kg)', systolicBloodPressure: 'PA systolique', diastolicBloodPressure: 'PA diastolique', bmi: 'IMC (kg/m²)', hypertension: 'HTA (oui/non)', diabetes: 'Diabète', cerebralInfarction: 'Infarctus cérébral', cerebrovascularDisease: 'Maladie cérébrovasculaire' },
  de: { memberId: 'Patienten-ID', sex: 'Geschlecht', age: 'Alter (Jahre)', height: 'Körpergröße (cm)', weight: 'Körpergewicht (kg)', systolicBloodPressure: 'Blutdruck systolisch', diastolicBloodPressure: 'Blutdruck diastolisch', bmi: 'BMI (kg/m²)', hypertension: 'Arterielle Hypertonie', diabetes: 'Diabetes (ja/nein)', cerebralInfarction: 'Hirninfarkt', cerebrovascularDisease: 'Zerebrovaskuläre Erkrankung' },
  pt: { memberId: 'Nº prontuário', sex: 'Sexo', age: 'Idade (anos)', height: 'Altura (cm)', weight: 'Massa corporal (kg)', systolicBloodPressure: 'PA sistólica', diastolicBloodPressure: 'PA diastólica', bmi: 'IMC', hypertension: 'Hipertensão arterial', diabetes: 'Diabetes (sim/não)', cerebralInfarction: 'Infarto cerebral', cerebrovascularDisease: 'Doença cerebrovascular' },
  it: { memberId: 'Codice paziente', sex: 'Sesso', age: 'Età (anni)', height: 'Altezza (cm)', weight: 'Peso (kg)', systolicBloodPressure: 'Pressione sistolica', diastolicBloodPressure: 'Pressione diastolica', bmi: 'Indice di massa corporea', hypertension: 'Ipertensione arteriosa', diabetes: 'Diabete mellito', cerebralInfarction: 'Ictus ischemico', cerebrovascularDisease: 'Malattia cerebrovascolare' },
  nl: { memberId: 'Patiëntnummer', sex: 'Geslacht', age: 'Leeftijd (jaar)', height: 'Lengte (cm)', weight: 'Gewicht (kg)', systolicBloodPressure: 'Systolische bloeddruk', diastolicBloodPressure: 'Diastolische bloeddruk', bmi: 'BMI', hypertension: 'Hypertensie', diabetes: 'Suikerziekte', cerebralInfarction: 'Herseninfarct', cerebrovascularDisease: 'Cerebrovasculaire aandoening' },
  pl: { memberId: 'Nr pacjenta', sex: 'Płeć', age: 'Wiek (lata)', height: 'Wzrost (cm)', weight: 'Masa ciała (kg)', systolicBloodPressure: 'Ciśnienie skurczowe', diastolicBloodPressure: 'Ciśnienie rozkurczowe', bmi: 'BMI', hypertension: 'Nadciśnienie tętnicze', diabetes: 'Cukrzyca (tak/nie)', cerebralInfarction: 'Udar niedokrwienny', cerebrovascularDisease: 'Choroba naczyń mózgowych' },
  tr: { memberId: 'Hasta No', sex: 'Cinsiyet', age: 'Yaş (yıl)', height: 'Boy (cm)', weight: 'Kilo (kg)', systolicBloodPressure: 'Sistolik kan basıncı', diastolicBloodPressure: 'Diyastolik kan basıncı', bmi: 'VKİ (kg/m²)', hypertension: 'Hipertansiyon', diabetes: 'Diyabet', cerebralInfarction: 'İskemik inme', cerebrovascularDisease: 'Serebrovasküler hastalık' },
  ru: { memberId: '№ карты', sex: 'Пол', age: 'Возраст (лет)', height: 'Рост (см)', weight: 'Масса тела (кг)', systolicBloodPressure: 'САД (мм рт. ст.)', diastolicBloodPressure: 'ДАД (мм рт. ст.)', bmi: 'Индекс массы тела', hypertension: 'Артериальная гипертензия', diabetes: 'Сахарный диабет', cerebralInfarction: 'Инфаркт мозга', cerebrovascularDisease: 'ЦВБ' },
  zh: { memberId: '病历号', sex: '性别', age: '年龄（岁）', height: '身高(cm)', weight: '体重(kg)', systolicBloodPressure: '收缩压(mmHg)', diastolicBloodPressure: '舒张压(mmHg)', bmi: '体质量指数', hypertension: '高血压', diabetes: '糖尿病', cerebralInfarction: '脑梗死', cerebrovascularDisease: '脑血管病' },
  ja: { memberId: '患者番号', sex: '性別', age: '年齢（歳）', height: '身長(cm)', weight: '体重(kg)', systolicBloodPressure: '収縮期血圧', diastolicBloodPressure: '拡張期血圧', bmi: 'BMI', hypertension: '高血圧症', diabetes: '糖尿病', cerebralInfarction: '脳梗塞', cerebrovascularDisease: '脳血管障害' },
  ar: { memberId: 'رقم الملف', sex: 'الجنس', age: 'العمر (سنة)', height: 'الطول (سم)', weight: 'الوزن (كجم)', systolicBloodPressure: 'الضغط الانقباضي', diastolicBloodPressure: 'الضغط الانبساطي', bmi: 'مؤشر كتلة الجسم', hypertension: 'ارتفاع ضغط الدم', diabetes: 'السكري', cerebralInfarction: 'احتشاء دماغي', cerebrovascularDisease: 'أمراض الأوعية الدماغية' },
  ko: { memberId: '등록번호', sex: '성별', age: '나이(세)', height: '신장(cm)', weight: '체중(kg)', systolicBloodPressure: '수축기혈압(mmHg)', diastolicBloodPressure: '이완기 혈압 (mmHg)', bmi: '체질량지수(kg/m2)', hypertension: '고혈압 유무', diabetes: '당뇨병', cerebralInfarction: '뇌경색', cerebrovascularDisease: '뇌혈관질환' },
  vi: { memberId: 'Mã bệnh nhân', sex: 'Giới tính', age: 'Tuổi', height: 'Chiều cao (cm)', weight: 'Cân nặng (kg)', systolicBloodPressure: 'HA tâm thu (mmHg)', diastolicBloodPressure: 'HA tâm trương (mmHg)', bmi: 'Chỉ số khối cơ thể', hypertension: 'Tăng huyết áp (có/không)', diabetes: 'Đái tháo đường', cerebralInfarction: 'Nhồi máu não', cerebrovascularDisease: 'Bệnh mạch máu não' },
  id: { memberId: 'No. Rekam Medis', sex: 'Jenis Kelamin', age: 'Usia (tahun)', height: 'TB (cm)', weight: 'BB (kg)', systolicBloodPressure: 'Tekanan darah sistolik', diastolicBloodPressure: 'TD diastolik (mmHg)', bmi: 'IMT (kg/m2)', hypertension: 'Riwayat hipertensi', diabetes: 'Kencing manis', cerebralInfarction: 'Stroke iskemik', cerebrovascularDisease: 'Penyakit serebrovaskular' },
  hi: { memberId: 'रोगी क्रमांक', sex: 'लिंग', age: 'आयु (वर्ष)', height: 'लंबाई (सेमी)', weight: 'वजन (किग्रा)', systolicBloodPressure: 'सिस्टोलिक बीपी', diastolicBloodPressure: 'डायस्टोलिक बीपी', bmi: 'बीएमआई', hypertension: 'उच्च रक्तचाप', diabetes: 'मधुमेह (हाँ/नहीं)', cerebralInfarction: 'मस्तिष्क रोधगलन', cerebrovascularDisease: 'प्रमस्तिष्कवाहिकीय रोग' },
} // prettier-ignore

/** A heading as different programs and people write it. */
const spellings = (heading: string) => {
  const plain = heading.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const spelled = [
    heading,
    heading.toUpperCase(),
    heading.toLowerCase(),
    heading.replaceAll(/[ .]+/g, '_'),
    `  ${heading} `,
  ]
  return [
    ...new Set([
      ...spelled,
      ...(/\p{sc=Latin}/u.test(heading) ? [plain, plain.replaceAll(/[đĐ]/g, 'd').replaceAll('ł', 'l')] : []),
    ]),
  ]
}

test.each(Object.entries(headings))('the headings of a table in the language %s are recognised', (_, own) => {
  const listed = Object.entries(own).flatMap(([key, heading]) => spellings(heading).map((each) => [key, each] as const))
  const missed = listed.filter(([key, heading]) => suggestColumns(heading)[0]?.key !== key)
  expect(missed).toEqual([])
})

const keyOf: Partial<Record<Term, PatientColumnKey>> = {
  dateOfBirth: 'age',
  yearOfBirth: 'age',
  bloodPressure: 'systolicBloodPressure',
  stroke: 'cerebralInfarction',
}
const phrases = (Object.entries(headingTerms) as [Term, Record<string, string>][]).flatMap(([term, languages]) =>
  Object.values(languages).flatMap((list) =>
    phrasesOf(list).map((phrase) => ({ term, phrase, name: wordsOf(phrase).join('') })),
  ),
)

const termsOf = new Map<string, Set<Term>>()
for (const { term, name } of phrases) termsOf.set(name, (termsOf.get(name) ?? new Set<Term>()).add(term))
const ambiguousNames = new Set([...termsOf].flatMap(([name, terms]) => (terms.size > 1 ? [name] : [])))

test('no word of one language means another column in another language', () => {
  const ambiguous = [...termsOf].flatMap(([name, terms]) =>
    terms.size > 1 ? [`${name}: ${[...terms].join(', ')}`] : [],
  )
  // It means both in English. An ID of a study may be either ID in any language. The import asks which.
  expect(ambiguous.filter((each) => !each.endsWith(': memberId, subjectId'))).toEqual(['ht: height, hypertension'])
})

test('each word leads to its own column first, also before a unit and after the word for patient', () => {
  const known = new Set<string>(patientColumns.map(({ key }) => key))
  const wrong = phrases.flatMap(({ term, phrase, name }) => {
    if (ambiguousNames.has(name)) return []
    const key = keyOf[term] ?? (known.has(term) ? term : undefined)
    const first = [phrase, `Patient ${phrase}`, `${phrase} (1)`].map((heading) => suggestColumns(heading)[0]?.key)
    return first.every((each) => each === key) ? [] : [`${term}: ${phrase} → ${first.join()}`]
  })
  expect(wrong).toEqual([])
})

test.each([
  'Glucose', 'LDL', 'Cholesterol (mg/dL)', 'Heart rate', 'TB', 'TDD', 'THA', 'Waist (cm)', 'SpO2', 'HbA1c', 'Ward',
  'Nombre', 'Dirección', 'Cintura (cm)', 'Frecuencia cardíaca', 'Nom', 'Tour de taille', 'Fréquence cardiaque', 'Nachname',
  'Bauchumfang', 'Puls', 'Nome', 'Circunferência abdominal', 'Altezza uterina', 'Naam', 'Imię', 'Obwód talii', 'Adı', 'Bel çevresi',
  'Фамилия', 'Пульс', 'Окружность талии', '姓名', '腰围', '心率', '氏名', '腹囲', '脈拍', 'الاسم', 'محيط الخصر', 'النبض',
  '이름', '주소', '허리둘레', '맥박', '공복혈당', '신장질환', 'Họ và tên', 'Địa chỉ', 'Vòng bụng', 'Đường huyết', 'Nhịp tim', 'Nghề nghiệp',
  'Nama pasien', 'Alamat', 'Lingkar perut', 'Gula darah puasa', 'Denyut nadi', 'Pekerjaan', 'Berat lahir', 'Tinggi fundus',
])('the heading %s of another column is no column of the table', (heading) => {
  expect(suggestColumns(heading)).toEqual([])
}) // prettier-ignore

test('a heading that means a column in one language only is not confirmed with the others if its values are impossible', async () => {
  const { questions } = await readQuestions([
    {
      lines: [
        // The thickness of an artery in mm has the same abbreviation as the BMI in Indonesian.
        ['MRN', 'Sex', 'IMT'],
        ...Array.from({ length: 30 }, (_, at): Line => [`P-${at}`, at % 2 === 0 ? 'F' : 'M', 0.6 + at / 100]),
      ],
    },
  ])
  expect(questions).toContainEqual(expect.objectContaining({ id: 'column:bmi', isSure: false }))
})
