import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'

// Names of columns and values in English and twelve other languages. Phrases are separated by commas; case, accents,
// spaces and punctuation are ignored.

/** The meaning of a heading: a column of the table, or something that is one of two columns or all of another. */
export type Term = PatientColumnKey | 'dateOfBirth' | 'yearOfBirth' | 'bloodPressure' | 'stroke'

type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'it' | 'nl' | 'pl' | 'tr' | 'ru' | 'zh' | 'ja' | 'ar'

/** In each language the likeliest name is first. None of them is used without a question. */
export const headingTerms: Record<Term, Record<Language, string>> = {
  memberId: {
    en: 'member id, member no, member number, patient id, patient no, patient number, patient code, patient identifier, mrn, medical record number, medical record no, record number, hospital number, hospital no, hospital id, hosp no, nhs number, chart number, chart no, uhid, umrn, registration number, registration no, reg no, pid, ptid, pt id, case id, case no, case number, person id, record id, identifier, id, participant id, participant no, study id, subject id, subject no, subject number, subject, patient, pt, code, no, num, number, nr, sr no, s no, serial no',
    es: 'número de paciente, no historia, número de historia, id de paciente, id del paciente, código de paciente, código del paciente, número de historia clínica, no historia clínica, historia clínica, nhc, expediente, número de expediente, identificador, número, código, paciente',
    fr: 'numéro patient, numéro du patient, numéro de patient, n patient, id patient, identifiant patient, identifiant du patient, code patient, ipp, numéro de dossier, n dossier, no dossier, dossier, identifiant, matricule, numéro',
    de: 'patientennummer, patienten id, patientenid, patient nr, patienten nr, pat nr, pat id, patientencode, fallnummer, fall nr, fall id, krankenblattnummer, kennung, nummer',
    pt: 'número do paciente, id do paciente, código do paciente, número do prontuário, no do prontuário, prontuário, número do processo, processo, utente, número de utente, número, código',
    it: 'id paziente, numero paziente, codice paziente, numero cartella, cartella clinica, codice fiscale, identificativo, numero, codice, paziente',
    nl: 'patiëntnummer, patiënt nr, patiëntnr, patiënt id, patiëntcode, dossiernummer, dossier nr, nummer',
    pl: 'numer pacjenta, nr pacjenta, id pacjenta, kod pacjenta, pesel, numer historii choroby, nr historii, numer, identyfikator, pacjent',
    tr: 'hasta no, hasta numarası, hasta id, hasta kodu, protokol no, protokol numarası, dosya no, dosya numarası, numara, kimlik no',
    ru: 'номер пациента, id пациента, код пациента, номер карты, номер истории болезни, no карты, no истории болезни, ид пациента, идентификатор, номер, код, пациент',
    zh: '患者编号, 患者id, 病人编号, 病人id, 病历号, 病案号, 住院号, 门诊号, 病歷號, 患者編號, 病歷號碼, 编号, 編號, 序号, 序號, 号码',
    ja: '患者番号, 患者id, 診察券番号, カルテ番号, id番号, 症例番号, 番号',
    ar: 'رقم المريض, معرف المريض, رقم الملف, رقم السجل, رقم السجل الطبي, كود المريض, المعرف, الرقم, رقم',
  },
  subjectId: {
    en: 'subject id, subject no, subject number, subject code, usubjid, subjid, participant id, participant no, participant number, study id, study no, study number, screening number, enrolment id, enrollment id, subject, participant',
    es: 'id de sujeto, id del sujeto, código de sujeto, número de sujeto, sujeto, participante',
    fr: 'numéro sujet, numéro du sujet, id sujet, code sujet, sujet, numéro participant, participant',
    de: 'probandennummer, probanden id, proband, studiennummer, teilnehmernummer, teilnehmer',
    pt: 'id do sujeito, código do sujeito, sujeito, participante, número do participante',
    it: 'id soggetto, codice soggetto, numero soggetto, soggetto, partecipante',
    nl: 'proefpersoonnummer, proefpersoon, studienummer, deelnemernummer, deelnemer',
    pl: 'numer uczestnika, id uczestnika, kod uczestnika, uczestnik',
    tr: 'denek no, denek numarası, katılımcı no, katılımcı, gönüllü no',
    ru: 'номер субъекта, код субъекта, id субъекта, субъект, номер участника, участник',
    zh: '受试者编号, 受试者id, 受试者号, 受試者編號',
    ja: '被験者番号, 被験者id, 参加者番号, 登録番号',
    ar: 'رقم المشارك, رمز المشارك, معرف المشارك, المشارك',
  },
  sex: {
    en: 'sex, gender, sex gender, gender sex, biological sex, birth sex, sex at birth, sex assigned at birth, administrative gender, mf, male female',
    es: 'sexo, género, sexo biológico',
    fr: 'sexe, genre',
    de: 'geschlecht',
    pt: 'sexo, gênero',
    it: 'sesso, genere',
    nl: 'geslacht',
    pl: 'płeć',
    tr: 'cinsiyet, cinsiyeti',
    ru: 'пол',
    zh: '性别, 性別',
    ja: '性別',
    ar: 'الجنس, جنس, النوع',
  },
  age: {
    en: 'age, age at visit, age in years, age given',
    es: 'edad',
    fr: 'âge',
    de: 'alter, lebensalter',
    pt: 'idade',
    it: 'età',
    nl: 'leeftijd',
    pl: 'wiek',
    tr: 'yaş, yaşı',
    ru: 'возраст',
    zh: '年龄, 年齡',
    ja: '年齢, 年令',
    ar: 'العمر, عمر, السن',
  },
  yearOfBirth: {
    en: 'year of birth, birth year, yob, year born',
    es: 'año de nacimiento, año nacimiento',
    fr: 'année de naissance, année naissance',
    de: 'geburtsjahr, jahrgang',
    pt: 'ano de nascimento, ano nascimento',
    it: 'anno di nascita, anno nascita',
    nl: 'geboortejaar',
    pl: 'rok urodzenia',
    tr: 'doğum yılı',
    ru: 'год рождения',
    zh: '出生年份, 出生年',
    ja: '生年, 出生年',
    ar: 'سنة الميلاد, سنة الولادة',
  },
  dateOfBirth: {
    en: 'dob, date of birth, birth date, birthday, date birth, born',
    es: 'fecha de nacimiento, fecha nacimiento, nacimiento, f nacimiento',
    fr: 'date de naissance, date naissance, naissance, ddn, né le',
    de: 'geburtsdatum, geburtstag, geboren, geboren am, geb dat, geb',
    pt: 'data de nascimento, data nascimento, nascimento',
    it: 'data di nascita, data nascita, nascita',
    nl: 'geboortedatum, geboren',
    pl: 'data urodzenia, urodzony',
    tr: 'doğum tarihi, doğum',
    ru: 'дата рождения, рождение',
    zh: '出生日期, 出生年月日, 出生年月, 生日',
    ja: '生年月日, 誕生日',
    ar: 'تاريخ الميلاد, تاريخ الولادة, الميلاد',
  },
  height: {
    en: 'height, ht, hgt, stature, body height, standing height, height standing',
    es: 'talla, estatura, altura',
    fr: 'taille, stature',
    de: 'größe, körpergröße, koerpergroesse, groesse, körperlänge',
    pt: 'altura, estatura',
    it: 'altezza, statura',
    nl: 'lengte, lichaamslengte',
    pl: 'wzrost',
    tr: 'boy, boy uzunluğu, boyu',
    ru: 'рост',
    zh: '身高',
    ja: '身長',
    ar: 'الطول, طول, طول القامة',
  },
  weight: {
    en: 'weight, wt, wgt, body weight, bw, body mass, mass',
    es: 'peso, peso corporal',
    fr: 'poids, poids corporel',
    de: 'gewicht, körpergewicht, koerpergewicht',
    pt: 'peso, peso corporal, massa corporal',
    it: 'peso, peso corporeo',
    nl: 'gewicht, lichaamsgewicht',
    pl: 'waga, masa ciała, masa',
    tr: 'kilo, ağırlık, vücut ağırlığı, kilosu',
    ru: 'вес, масса тела, масса',
    zh: '体重, 體重',
    ja: '体重',
    ar: 'الوزن, وزن, وزن الجسم',
  },
  systolicBloodPressure: {
    en: 'systolic blood pressure, systolic bp, sbp, systolic, systolic pressure, bp systolic, bp sys, sys bp, sys, syst bp, syst, ap hi, blood pressure systolic',
    es: 'presión arterial sistólica, presión sistólica, tensión arterial sistólica, tensión sistólica, sistólica, pas, tas, pa sistólica, ta sistólica',
    fr: 'pression artérielle systolique, pression systolique, tension artérielle systolique, tension systolique, systolique, pas, tas, pa systolique, ta systolique',
    de: 'systolischer blutdruck, blutdruck systolisch, blutdruck syst, systolisch, rr systolisch, rr syst, rr sys, syst blutdruck',
    pt: 'pressão arterial sistólica, pressão sistólica, sistólica, pas, pa sistólica',
    it: 'pressione arteriosa sistolica, pressione sistolica, sistolica, pas, pa sistolica, pressione massima',
    nl: 'systolische bloeddruk, bloeddruk systolisch, bovendruk, systolisch, rr systolisch',
    pl: 'ciśnienie skurczowe, ciśnienie tętnicze skurczowe, skurczowe ciśnienie tętnicze, ciśnienie krwi skurczowe, skurczowe, rr skurczowe',
    tr: 'sistolik kan basıncı, sistolik basınç, sistolik, büyük tansiyon, sistolik tansiyon',
    ru: 'систолическое артериальное давление, систолическое давление, систолическое ад, систолическое, сад, ад систолическое, верхнее давление',
    zh: '收缩压, 收縮壓, 高压',
    ja: '収縮期血圧, 最高血圧, 血圧上, 血圧最高, 上の血圧',
    ar: 'ضغط الدم الانقباضي, الضغط الانقباضي, الانقباضي, انقباضي',
  },
  diastolicBloodPressure: {
    en: 'diastolic blood pressure, diastolic bp, dbp, diastolic, diastolic pressure, bp diastolic, bp dia, bp dias, dia bp, dias bp, dia, dias, diast, ap lo, blood pressure diastolic',
    es: 'presión arterial diastólica, presión diastólica, tensión arterial diastólica, tensión diastólica, diastólica, pad, tad, pa diastólica, ta diastólica',
    fr: 'pression artérielle diastolique, pression diastolique, tension artérielle diastolique, tension diastolique, diastolique, pad, tad, pa diastolique, ta diastolique',
    de: 'diastolischer blutdruck, blutdruck diastolisch, blutdruck diast, diastolisch, rr diastolisch, rr diast, rr dia, diast blutdruck',
    pt: 'pressão arterial diastólica, pressão diastólica, diastólica, pad, pa diastólica',
    it: 'pressione arteriosa diastolica, pressione diastolica, diastolica, pad, pa diastolica, pressione minima',
    nl: 'diastolische bloeddruk, bloeddruk diastolisch, onderdruk, diastolisch, rr diastolisch',
    pl: 'ciśnienie rozkurczowe, ciśnienie tętnicze rozkurczowe, rozkurczowe ciśnienie tętnicze, ciśnienie krwi rozkurczowe, rozkurczowe, rr rozkurczowe',
    tr: 'diyastolik kan basıncı, diastolik kan basıncı, diyastolik basınç, diyastolik, diastolik, küçük tansiyon, diyastolik tansiyon',
    ru: 'диастолическое артериальное давление, диастолическое давление, диастолическое ад, диастолическое, дад, ад диастолическое, нижнее давление',
    zh: '舒张压, 舒張壓, 低压',
    ja: '拡張期血圧, 最低血圧, 血圧下, 血圧最低, 下の血圧',
    ar: 'ضغط الدم الانبساطي, الضغط الانبساطي, الانبساطي, انبساطي',
  },
  bloodPressure: {
    en: 'blood pressure, bp, nibp, blood press, bp reading, resting bp, resting blood pressure, trestbps',
    es: 'presión arterial, tensión arterial, pa, ta, presión sanguínea',
    fr: 'pression artérielle, tension artérielle, tension, pa, ta',
    de: 'blutdruck, rr',
    pt: 'pressão arterial, pa',
    it: 'pressione arteriosa, pressione sanguigna, pressione, pa',
    nl: 'bloeddruk, rr',
    pl: 'ciśnienie tętnicze, ciśnienie krwi, ciśnienie, rr',
    tr: 'tansiyon, kan basıncı',
    ru: 'артериальное давление, кровяное давление, давление, ад',
    zh: '血压, 血壓',
    ja: '血圧',
    ar: 'ضغط الدم, الضغط',
  },
  bmi: {
    en: 'bmi, body mass index, quetelet, quetelet index',
    es: 'imc, índice de masa corporal',
    fr: 'imc, indice de masse corporelle',
    de: 'bmi, körpermasseindex, body mass index',
    pt: 'imc, índice de massa corporal',
    it: 'imc, indice di massa corporea',
    nl: 'bmi, queteletindex',
    pl: 'bmi, wskaźnik masy ciała',
    tr: 'vki, vücut kitle indeksi, bki, beden kitle indeksi',
    ru: 'имт, индекс массы тела',
    zh: '体质指数, 体重指数, 身体质量指数, 體質指數, 身體質量指數',
    ja: 'bmi, 体格指数',
    ar: 'مؤشر كتلة الجسم',
  },
  hypertension: {
    en: 'hypertension, htn, hbp, high blood pressure, high bp, hypertensive, arterial hypertension, hypertension stage, hypertension status, htn stage, prevalent hyp, ht',
    es: 'hipertensión, hipertensión arterial, hta, hipertenso',
    fr: 'hypertension, hypertension artérielle, hta',
    de: 'hypertonie, bluthochdruck, arterielle hypertonie, hypertonus',
    pt: 'hipertensão, hipertensão arterial, has',
    it: 'ipertensione, ipertensione arteriosa, iperteso',
    nl: 'hypertensie, hoge bloeddruk',
    pl: 'nadciśnienie, nadciśnienie tętnicze',
    tr: 'hipertansiyon, yüksek tansiyon',
    ru: 'гипертония, артериальная гипертензия, гипертензия, гипертоническая болезнь, аг',
    zh: '高血压, 高血壓, 高血压病',
    ja: '高血圧, 高血圧症',
    ar: 'ارتفاع ضغط الدم, ضغط الدم المرتفع',
  },
  diabetes: {
    en: 'diabetes, dm, diabetes mellitus, diabetic, diabetes status, diabetes type, t2dm, dm2, t2d, type 2 diabetes, niddm',
    es: 'diabetes, diabetes mellitus, diabético',
    fr: 'diabète, diabétique',
    de: 'diabetes, zuckerkrankheit',
    pt: 'diabetes, diabetes mellitus, diabético',
    it: 'diabete, diabete mellito, diabetico',
    nl: 'diabetes, suikerziekte',
    pl: 'cukrzyca',
    tr: 'diyabet, şeker hastalığı, diabet',
    ru: 'диабет, сахарный диабет, сд',
    zh: '糖尿病',
    ja: '糖尿病',
    ar: 'السكري, داء السكري, مرض السكري',
  },
  cerebralInfarction: {
    en: 'cerebral infarction, cerebral infarct, ischemic stroke, ischaemic stroke, brain infarction, brain infarct, infarct, infarction',
    es: 'infarto cerebral, ictus isquémico, acv isquémico',
    fr: 'infarctus cérébral, avc ischémique',
    de: 'hirninfarkt, ischämischer schlaganfall',
    pt: 'infarto cerebral, enfarte cerebral, avc isquêmico',
    it: 'infarto cerebrale, ictus ischemico',
    nl: 'herseninfarct',
    pl: 'zawał mózgu, udar niedokrwienny',
    tr: 'beyin enfarktüsü, serebral enfarkt, iskemik inme',
    ru: 'инфаркт мозга, ишемический инсульт, инфаркт головного мозга',
    zh: '脑梗死, 脑梗塞, 腦梗塞, 腦梗死, 脑梗',
    ja: '脳梗塞',
    ar: 'احتشاء دماغي, الاحتشاء الدماغي, سكتة دماغية إقفارية',
  },
  cerebrovascularDisease: {
    en: 'cerebrovascular disease, cerebrovascular, tia, stroke or tia, cerebrovascular event',
    es: 'enfermedad cerebrovascular',
    fr: 'maladie cérébrovasculaire, maladie vasculaire cérébrale',
    de: 'zerebrovaskuläre erkrankung, zerebrovaskuläre krankheit',
    pt: 'doença cerebrovascular',
    it: 'malattia cerebrovascolare',
    nl: 'cerebrovasculaire ziekte, cerebrovasculaire aandoening',
    pl: 'choroba naczyń mózgowych, choroba naczyniowo mózgowa',
    tr: 'serebrovasküler hastalık, svh',
    ru: 'цереброваскулярное заболевание, цереброваскулярная болезнь, цвб, цвз',
    zh: '脑血管病, 脑血管疾病, 腦血管疾病',
    ja: '脳血管疾患, 脳血管障害',
    ar: 'مرض الأوعية الدموية الدماغية, أمراض الأوعية الدماغية',
  },
  stroke: {
    en: 'stroke, prevalent stroke, cva, cerebrovascular accident',
    es: 'ictus, acv, accidente cerebrovascular, derrame cerebral',
    fr: 'avc, accident vasculaire cérébral',
    de: 'schlaganfall, apoplex, hirnschlag',
    pt: 'avc, acidente vascular cerebral, derrame',
    it: 'ictus, ictus cerebrale',
    nl: 'beroerte, cva',
    pl: 'udar, udar mózgu',
    tr: 'inme, felç',
    ru: 'инсульт, онмк',
    zh: '中风, 中風, 卒中, 脑卒中',
    ja: '脳卒中',
    ar: 'سكتة دماغية, السكتة الدماغية',
  },
}

/** Words before a name that do not change its meaning. */
export const wordsBefore =
  'the, patient, patients, pt, pts, participant, baseline, initial, current, mean, average, avg, measured, history, of, hx, has, known, any, prior, self, reported, diagnosed, el, la, los, las, de, del, du, des, le, les, il, dei, della, do, da, paciente, pacientes, paziente, antecedentes, antécédent, presencia, patienten, hasta, hastanın, pacjent, пациент, 患者, 病人, المريض'

/** Words after a name that do not change its meaning. */
export const wordsAfter =
  'at, on, in, of, the, a, value, values, measured, measurement, visit, baseline, admission, adm, enrolment, enrollment, inclusion, diagnosis, screening, entry, first, last, final, current, today, now, mean, average, avg, reading, status, flag, yn, yes, no, y, n, history, hx, known, diagnosed, patient, code, 0, 1, de, del, du, des, do, da, della, paciente, ingreso, al, actual, basal, si, s, admissão, entrée, à, l, d, oui, non, o, aufnahme, bei, aktuell, ja, nein, j, sim, não, ingresso, sì, opname, nee, tak, nie, evet, hayır, да, нет, пациента, 有, 无, 無, 是, 否, 値, 值, 有無, نعم, لا'

/** Words in the heading of a column that contains the unit of the column beside it. */
export const unitColumnTerms =
  'unit, units, uom, unidad, unidades, unité, unités, einheit, einheiten, unidade, unità, eenheid, jednostka, birim, единица, единицы, ед, 单位, 單位, 単位, الوحدة, وحدة'

/** The proposed meanings of values of a sex. */
export const sexTerms = {
  Female:
    'f, female, females, woman, women, girl, fem, mujer, femenino, femenina, hembra, femme, féminin, fille, frau, weiblich, mulher, feminino, feminina, donna, femmina, femminile, vrouw, vrouwelijk, kobieta, żeńska, kadın, женский, жен, женщина, ж, 女, 女性, 女儿, أنثى, انثى, امرأة, ♀',
  Male: 'm, male, males, man, men, boy, hombre, masculino, varón, macho, homme, masculin, garçon, mann, männlich, homem, uomo, maschio, maschile, mannelijk, mężczyzna, męska, erkek, мужской, муж, мужчина, м, 男, 男性, ذكر, رجل, ♂',
} as const

/** Letters that may mean either sex on their own: the letters for a man and a woman that are used together. */
export const sexLetters: readonly (readonly [string, string])[] = [
  ['h', 'm'],
  ['h', 'f'],
  ['m', 'w'],
  ['m', 'k'],
  ['e', 'k'],
  ['u', 'd'],
]

/** Values that do not show on their own what was asked. */
export const yesAndNo =
  'yes, no, y, n, true, false, t, f, ja, nein, nee, oui, non, si, sì, não, sim, tak, nie, evet, hayır, var, yok, да, нет, есть, 是, 否, 有, 无, 無, はい, いいえ, あり, なし, نعم, لا, positive, negative, pos, neg, present, absent, +, ✓, ✗, x'

/** The phrases of a list. */
export const phrasesOf = (list: string): string[] => list.split(', ')

/** The words of a text without case and accents. In scripts without spaces, a word begins where the script changes. */
export const wordsOf = (text: string): string[] =>
  foldText(text).match(/\p{sc=Latin}+|[\p{L}--\p{sc=Latin}]+|\p{N}+/gv) ?? []
