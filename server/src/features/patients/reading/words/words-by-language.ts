import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'

// Names of columns and values in 17 languages. Phrases are separated by commas; case, accents, spaces and punctuation are
// ignored. The words are the ordinary ones of each language. Those of Indonesian and Vietnamese were compared with OpenMRS's
// translations of registration and vital signs, those of Korean and Hindi with labels of public
// health applications.
//
// A word that also means another column in one of the languages, such as TB for height and for tuberculosis, is included
// only with the unit that makes it clear. A test compares all pairs.

/** The meaning of a heading: a column of the table, or something that is one of two columns or all of another. */
export type Term = PatientColumnKey | 'dateOfBirth' | 'yearOfBirth' | 'bloodPressure' | 'stroke'

type Language =
  | 'en'
  | 'es'
  | 'fr'
  | 'de'
  | 'pt'
  | 'it'
  | 'nl'
  | 'pl'
  | 'tr'
  | 'ru'
  | 'zh'
  | 'ja'
  | 'ar'
  | 'ko'
  | 'vi'
  | 'id'
  | 'hi'

/** In each language the likeliest name is first. None of them is used without a question. */
export const headingTerms: Record<Term, Record<Language, string>> = {
  memberId: {
    en: 'member id, member no, member number, patient id, patient no, patient number, patient code, patient identifier, mrn, medical record number, medical record no, record number, hospital number, hospital no, hospital id, hosp no, nhs number, chart number, chart no, uhid, umrn, registration number, registration no, reg no, pid, ptid, pt id, case id, case no, case number, person id, record id, identifier, id, participant id, participant no, study id, subject id, subject no, subject number, subject, patient, pt, code, no, num, number, nr, sr no, s no, serial no, seqn, patient ref, unique id, uid, record, chart, patient num, randid, registry id, registry no, infant id, baby id, child id, row labels, response id, respondent id, respondent, urn, hospital record number, seqno',
    es: 'número de paciente, no historia, número de historia, id de paciente, id del paciente, código de paciente, código del paciente, número de historia clínica, no historia clínica, historia clínica, nhc, expediente, número de expediente, identificador, número, código, paciente, etiquetas de fila, no hc, hc, número hc, historia',
    fr: 'numéro patient, numéro du patient, numéro de patient, n patient, id patient, identifiant patient, identifiant du patient, code patient, ipp, numéro de dossier, n dossier, no dossier, dossier, identifiant, matricule, numéro, étiquettes de lignes, no ipp, numéro ipp, nip, no patient, code',
    de: 'patientennummer, patienten id, patientenid, patient nr, patienten nr, pat nr, pat id, patientencode, fallnummer, fall nr, fall id, krankenblattnummer, kennung, nummer, vpnr, probandennummer, aufnahmenummer, patientenkennung, zeilenbeschriftungen',
    pt: 'número do paciente, id do paciente, código do paciente, número do prontuário, no do prontuário, prontuário, número do processo, processo, utente, número de utente, número, código, no prontuário, nº do processo, número de processo',
    it: 'id paziente, numero paziente, codice paziente, numero cartella, cartella clinica, codice fiscale, identificativo, numero, codice, paziente, numero di cartella, id del paziente, n cartella, nr cartella, num cartella, nosologico, n nosologico, numero nosologico',
    nl: 'patiëntnummer, patiënt nr, patiëntnr, patiënt id, patiëntcode, dossiernummer, dossier nr, nummer, patiëntennummer, zis nummer',
    pl: 'numer pacjenta, nr pacjenta, id pacjenta, kod pacjenta, pesel, numer historii choroby, nr historii, numer, identyfikator, pacjent, nr historii choroby, nr karty, nr księgi głównej, nr hist chor, nr hist choroby, nr pesel',
    tr: 'hasta no, hasta numarası, hasta id, hasta kodu, protokol no, protokol numarası, dosya no, dosya numarası, numara, kimlik no',
    ru: 'номер пациента, id пациента, код пациента, номер карты, номер истории болезни, no карты, no истории болезни, ид пациента, идентификатор, номер, код, пациент, no иб, иб, номер иб, n карты, no пациента',
    zh: '患者编号, 患者id, 病人编号, 病人id, 病历号, 病案号, 住院号, 门诊号, 病歷號, 患者編號, 病歷號碼, 编号, 編號, 序号, 序號, 号码, 就诊号, 就诊卡号, 登记号, 体检号, 体检编号, 门诊编号, 登记编号, 患者id号, 病人id号, 就诊编号',
    ja: '患者番号, 患者id, 診察券番号, カルテ番号, id番号, 症例番号, 番号, 受診者番号, 受診番号, 受診者id, 個人番号, 登録番号',
    ar: 'رقم المريض, معرف المريض, رقم الملف, رقم السجل, رقم السجل الطبي, كود المريض, المعرف, الرقم, رقم',
    ko: '환자번호, 환자 id, 환자등록번호, 등록번호, 병록번호, 차트번호, 의무기록번호, 진료번호, 일련번호, 고유번호, 환자 고유번호, 연구대상자번호, 대상자번호, 피험자번호, 연구번호',
    vi: 'mã bệnh nhân, mã bn, mã người bệnh, mã số bệnh nhân, id bệnh nhân, số bệnh án, mã bệnh án, số hồ sơ, mã hồ sơ, mã y tế, số vào viện, mã số, stt, số thứ tự, mã nghiên cứu, mã đối tượng, mã người tham gia',
    id: 'no rekam medis, nomor rekam medis, no rm, nomor rm, id pasien, kode pasien, no pasien, nomor pasien, no registrasi, nomor registrasi, no urut, nomor urut, nomor, kode, kode responden, id responden, no responden, nomor responden',
    hi: 'रोगी क्रमांक, रोगी आईडी, मरीज क्रमांक, मरीज आईडी, रोगी संख्या, पंजीकरण संख्या, पंजीयन क्रमांक, क्रमांक, क्र सं',
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
    ko: '대상자번호, 대상자 id, 연구대상자번호, 피험자번호, 시험대상자번호, 참여자번호, 연구번호, 대상자',
    vi: 'mã đối tượng, mã nghiên cứu, mã người tham gia, số nghiên cứu, đối tượng',
    id: 'id subjek, kode subjek, nomor subjek, no subjek, id responden, kode responden, nomor responden, no responden, responden, subjek, partisipan',
    hi: 'प्रतिभागी क्रमांक, प्रतिभागी आईडी',
  },
  sex: {
    en: 'sex, gender, sex gender, gender sex, biological sex, birth sex, sex at birth, sex assigned at birth, administrative gender, mf, male female, riagendr, sexvar, sex male female, gender male female, legal sex, gender identity, current gender',
    es: 'sexo, género, sexo biológico, sexo h m, sexo m f, sexo f m',
    fr: 'sexe, genre, sexe h f, sexe m f, sexe f m',
    de: 'geschlecht, geschl, sexus, geschlecht m w, geschlecht w m, geschlecht m w d',
    pt: 'sexo, gênero, sexo masculino feminino',
    it: 'sesso, genere, sesso m f, sesso f m',
    nl: 'geslacht, geslacht m v, geslacht v m, m v, v m',
    pl: 'płeć, płeć k m, płeć m k',
    tr: 'cinsiyet, cinsiyeti, cinsiyet e k, cinsiyet k e',
    ru: 'пол, пол м ж, пол ж м',
    zh: '性别, 性別, 性别男女, 性別男女',
    ja: '性別, 性別男女',
    ar: 'الجنس, جنس, النوع',
    ko: '성별, 성별 남 여, 성별 남녀',
    vi: 'giới tính, giới, phái',
    id: 'jenis kelamin, jns kelamin, jk, kelamin, gender, seks, jenis kelamin l p, jk l p',
    hi: 'लिंग',
  },
  age: {
    en: 'age, age at visit, age in years, age given, ridageyr, how old are you, chronological age',
    es: 'edad',
    fr: 'âge',
    de: 'alter, lebensalter, wie alt sind sie',
    pt: 'idade',
    it: 'età',
    nl: 'leeftijd',
    pl: 'wiek',
    tr: 'yaş, yaşı',
    ru: 'возраст',
    zh: '年龄, 年齡',
    ja: '年齢, 年令, 受診時年齢, 年齢歳, 健診時年齢',
    ar: 'العمر, عمر, السن',
    ko: '나이, 연령, 만 나이, 만나이',
    vi: 'tuổi, tuổi bệnh nhân, độ tuổi',
    id: 'umur, usia, umur pasien, usia pasien',
    hi: 'आयु, उम्र',
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
    ko: '출생연도, 출생년도, 생년, 출생년, 출생 연도',
    vi: 'năm sinh',
    id: 'tahun lahir, thn lahir',
    hi: 'जन्म वर्ष',
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
    ko: '생년월일, 출생일, 출생일자, 생일',
    vi: 'ngày sinh, ngày tháng năm sinh, sinh ngày',
    id: 'tanggal lahir, tgl lahir, tgl lhr, tanggal kelahiran',
    hi: 'जन्म तिथि, जन्मतिथि, जन्म दिनांक',
  },
  height: {
    en: 'height, ht, hgt, stature, body height, standing height, height standing, bmxht, standing ht, height length, length height, how tall are you',
    es: 'talla, estatura, altura, altura corporal, cuánto mide',
    fr: 'taille, stature, hauteur',
    de: 'größe, körpergröße, koerpergroesse, groesse, körperlänge, wie groß sind sie',
    pt: 'altura, estatura',
    it: 'altezza, statura',
    nl: 'lengte, lichaamslengte',
    pl: 'wzrost',
    tr: 'boy, boy uzunluğu, boyu',
    ru: 'рост',
    zh: '身高',
    ja: '身長',
    ar: 'الطول, طول, طول القامة',
    ko: '키, 신장',
    vi: 'chiều cao, chiều cao cơ thể, chiều cao đứng',
    id: 'tinggi badan, tinggi, tb cm, tinggi bdn',
    hi: 'ऊंचाई, ऊँचाई, लंबाई, लम्बाई, कद',
  },
  weight: {
    en: 'weight, wt, wgt, body weight, bw, body mass, mass, bmxwt, how much do you weigh',
    es: 'peso, peso corporal, masa corporal, peso actual, cuánto pesa',
    fr: 'poids, poids corporel, masse corporelle',
    de: 'gewicht, körpergewicht, koerpergewicht, körpermasse, gew, wie schwer sind sie',
    pt: 'peso, peso corporal, massa corporal',
    it: 'peso, peso corporeo, massa corporea, massa corporale',
    nl: 'gewicht, lichaamsgewicht, lichaamsmassa',
    pl: 'waga, masa ciała, masa',
    tr: 'kilo, ağırlık, vücut ağırlığı, kilosu',
    ru: 'вес, масса тела, масса',
    zh: '体重, 體重, 体重量',
    ja: '体重',
    ar: 'الوزن, وزن, وزن الجسم',
    ko: '체중, 몸무게',
    vi: 'cân nặng, cân nặng cơ thể, trọng lượng, trọng lượng cơ thể, thể trọng',
    id: 'berat badan, berat, bb kg, berat bdn',
    hi: 'वजन, वज़न, भार, शरीर का वजन',
  },
  systolicBloodPressure: {
    en: 'systolic blood pressure, systolic bp, sbp, systolic, systolic pressure, bp systolic, bp sys, sys bp, sys, syst bp, syst, ap hi, blood pressure systolic, bp hi, upper bp, bp upper, upper blood pressure, sbp mean, bpxsy, bp syst, bp systole, systole, bp sys ave, bpxosy, nibp sys, nibp syst, nibp systolic, nbp sys, nbp systolic, max bp, office sbp, clinic sbp, seated sbp, sitting sbp, sbp sitting, sbp seated, sbp supine, supine sbp, sbp right arm, sbp left arm',
    es: 'presión arterial sistólica, presión sistólica, tensión arterial sistólica, tensión sistólica, sistólica, pas, tas, pa sistólica, ta sistólica, ta máx, ta máxima, pa máx, pa máxima, tensión máxima, presión máxima, tensión arterial máx, tensión arterial máxima, presión arterial máx, presión arterial máxima',
    fr: 'pression artérielle systolique, pression systolique, tension artérielle systolique, tension systolique, systolique, pas, tas, pa systolique, ta systolique, ta max, ta maxi, ta maxima, pa max, tension max, tension maximale, maxima, tension artérielle max, tension artérielle maximale',
    de: 'systolischer blutdruck, blutdruck systolisch, blutdruck syst, systolisch, rr systolisch, rr syst, rr sys, syst blutdruck, rrsys, blutdruck sys, systole',
    pt: 'pressão arterial sistólica, pressão sistólica, sistólica, pas, pa sistólica, pa máx, pa máxima, pressão máxima',
    it: 'pressione arteriosa sistolica, pressione sistolica, sistolica, pas, pa sistolica, pressione massima, pa max, pa massima, pressione max, massima, p max, pressione arteriosa max, pressione arteriosa massima',
    nl: 'systolische bloeddruk, bloeddruk systolisch, bovendruk, systolisch, rr systolisch',
    pl: 'ciśnienie skurczowe, ciśnienie tętnicze skurczowe, skurczowe ciśnienie tętnicze, ciśnienie krwi skurczowe, skurczowe, rr skurczowe',
    tr: 'sistolik kan basıncı, sistolik basınç, sistolik, büyük tansiyon, sistolik tansiyon, sistolik ta, sistolik kb, skb',
    ru: 'систолическое артериальное давление, систолическое давление, систолическое ад, систолическое, сад, ад систолическое, верхнее давление',
    zh: '收缩压, 收縮壓, 高压',
    ja: '収縮期血圧, 最高血圧, 血圧上, 血圧最高, 上の血圧',
    ar: 'ضغط الدم الانقباضي, الضغط الانقباضي, الانقباضي, انقباضي',
    ko: '수축기 혈압, 수축기, 최고 혈압, 최고 수축기 혈압, 혈압 수축기, 혈압 최고, 수축 혈압, 수축기압',
    vi: 'huyết áp tâm thu, ha tâm thu, hatt, tâm thu, huyết áp tối đa, ha tối đa, huyết áp trên',
    id: 'tekanan darah sistolik, tekanan sistolik, td sistolik, sistolik, sistole, sistol, td sistol, tensi sistolik, tekanan darah sistole, tds mmhg',
    hi: 'सिस्टोलिक रक्तचाप, सिस्टोलिक, सिस्टोलिक बीपी, बीपी सिस्टोलिक, रक्तचाप सिस्टोलिक, ऊपरी रक्तचाप',
  },
  diastolicBloodPressure: {
    en: 'diastolic blood pressure, diastolic bp, dbp, diastolic, diastolic pressure, bp diastolic, bp dia, bp dias, dia bp, dias bp, dia, dias, diast, ap lo, blood pressure diastolic, bp lo, lower bp, bp lower, lower blood pressure, dbp mean, bpxdi, bp diast, bp diastole, diastole, bp dia ave, bpxodi, nibp dia, nibp dias, nibp diast, nibp diastolic, nbp dia, nbp dias, nbp diastolic, min bp, office dbp, clinic dbp, seated dbp, sitting dbp, dbp sitting, dbp seated, dbp supine, supine dbp, dbp right arm, dbp left arm',
    es: 'presión arterial diastólica, presión diastólica, tensión arterial diastólica, tensión diastólica, diastólica, pad, tad, pa diastólica, ta diastólica, ta mín, ta mínima, pa mín, pa mínima, tensión mínima, presión mínima, tensión arterial mín, tensión arterial mínima, presión arterial mín, presión arterial mínima',
    fr: 'pression artérielle diastolique, pression diastolique, tension artérielle diastolique, tension diastolique, diastolique, pad, tad, pa diastolique, ta diastolique, ta min, ta mini, ta minima, pa min, tension min, tension minimale, minima, tension artérielle min, tension artérielle minimale',
    de: 'diastolischer blutdruck, blutdruck diastolisch, blutdruck diast, diastolisch, rr diastolisch, rr diast, rr dia, diast blutdruck, rrdia, blutdruck dia, diastole',
    pt: 'pressão arterial diastólica, pressão diastólica, diastólica, pad, pa diastólica, pa mín, pa mínima, pressão mínima',
    it: 'pressione arteriosa diastolica, pressione diastolica, diastolica, pad, pa diastolica, pressione minima, pa min, pa minima, pressione min, minima, p min, pressione arteriosa min, pressione arteriosa minima',
    nl: 'diastolische bloeddruk, bloeddruk diastolisch, onderdruk, diastolisch, rr diastolisch',
    pl: 'ciśnienie rozkurczowe, ciśnienie tętnicze rozkurczowe, rozkurczowe ciśnienie tętnicze, ciśnienie krwi rozkurczowe, rozkurczowe, rr rozkurczowe',
    tr: 'diyastolik kan basıncı, diastolik kan basıncı, diyastolik basınç, diyastolik, diastolik, küçük tansiyon, diyastolik tansiyon, diyastolik ta, diyastolik kb, dkb',
    ru: 'диастолическое артериальное давление, диастолическое давление, диастолическое ад, диастолическое, дад, ад диастолическое, нижнее давление',
    zh: '舒张压, 舒張壓, 低压',
    ja: '拡張期血圧, 最低血圧, 血圧下, 血圧最低, 下の血圧',
    ar: 'ضغط الدم الانبساطي, الضغط الانبساطي, الانبساطي, انبساطي',
    ko: '이완기 혈압, 이완기, 확장기 혈압, 최저 혈압, 최저 이완기 혈압, 혈압 이완기, 혈압 최저, 이완 혈압, 이완기압',
    vi: 'huyết áp tâm trương, ha tâm trương, hattr, tâm trương, huyết áp tối thiểu, ha tối thiểu, huyết áp dưới',
    id: 'tekanan darah diastolik, tekanan diastolik, td diastolik, diastolik, diastole, diastol, td diastol, tensi diastolik, tekanan darah diastole, tdd mmhg',
    hi: 'डायस्टोलिक रक्तचाप, डायस्टोलिक, डायस्टोलिक बीपी, बीपी डायस्टोलिक, रक्तचाप डायस्टोलिक, निचला रक्तचाप',
  },
  bloodPressure: {
    en: 'blood pressure, bp, nibp, blood press, bp reading, resting bp, resting blood pressure, trestbps, sbp dbp, sys dia, syst diast, bp sys dia',
    es: 'presión arterial, tensión arterial, pa, ta, presión sanguínea, pas pad, tas tad',
    fr: 'pression artérielle, tension artérielle, tension, pa, ta',
    de: 'blutdruck, rr, rr syst diast, rr sys dia',
    pt: 'pressão arterial, pa',
    it: 'pressione arteriosa, pressione sanguigna, pressione, pa',
    nl: 'bloeddruk, rr',
    pl: 'ciśnienie tętnicze, ciśnienie krwi, ciśnienie, rr',
    tr: 'tansiyon, kan basıncı',
    ru: 'артериальное давление, кровяное давление, давление, ад, сад дад',
    zh: '血压, 血壓',
    ja: '血圧',
    ar: 'ضغط الدم, الضغط',
    ko: '혈압',
    vi: 'huyết áp, ha mmhg',
    id: 'tekanan darah, tensi, td mmhg, tensi darah',
    hi: 'रक्तचाप, बीपी',
  },
  bmi: {
    en: 'bmi, body mass index, quetelet, quetelet index, bmxbmi, bmi calc, calculated bmi',
    es: 'imc, índice de masa corporal',
    fr: 'imc, indice de masse corporelle',
    de: 'bmi, körpermasseindex, body mass index, bmi wert',
    pt: 'imc, índice de massa corporal',
    it: 'imc, indice di massa corporea',
    nl: 'bmi, queteletindex',
    pl: 'bmi, wskaźnik masy ciała',
    tr: 'vki, vücut kitle indeksi, bki, beden kitle indeksi',
    ru: 'имт, индекс массы тела',
    zh: '体质指数, 体重指数, 身体质量指数, 體質指數, 身體質量指數, 体质量指数, 體質量指數',
    ja: 'bmi, 体格指数, 肥満指数',
    ar: 'مؤشر كتلة الجسم',
    ko: '체질량지수, 체질량 지수, 비만지수, bmi 지수',
    vi: 'chỉ số khối cơ thể, chỉ số bmi, chỉ số khối lượng cơ thể',
    id: 'indeks massa tubuh, imt',
    hi: 'बीएमआई, शरीर द्रव्यमान सूचकांक',
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
    zh: '高血压, 高血壓, 高血压病, 高血压史, 高血压病史, 高血壓病史, 是否高血压',
    ja: '高血圧, 高血圧症, 高血圧既往, 高血圧既往歴, 高血圧の既往',
    ar: 'ارتفاع ضغط الدم, ضغط الدم المرتفع',
    ko: '고혈압, 고혈압증, 고혈압 여부, 고혈압 진단, 고혈압 과거력, 고혈압 병력',
    vi: 'tăng huyết áp, cao huyết áp, bệnh tăng huyết áp, bệnh cao huyết áp',
    id: 'hipertensi, darah tinggi, tekanan darah tinggi, penyakit darah tinggi',
    hi: 'उच्च रक्तचाप',
  },
  diabetes: {
    en: 'diabetes, dm, diabetes mellitus, diabetic, diabetes status, diabetes type, t2dm, dm2, t2d, type 2 diabetes, niddm',
    es: 'diabetes, diabetes mellitus, diabético, dm2, dm tipo 2, diabetes tipo 2',
    fr: 'diabète, diabétique',
    de: 'diabetes, zuckerkrankheit, diabetes mellitus, dm typ 2, diabetes mellitus typ 2',
    pt: 'diabetes, diabetes mellitus, diabético, dm tipo 2, diabetes tipo 2',
    it: 'diabete, diabete mellito, diabetico',
    nl: 'diabetes, suikerziekte',
    pl: 'cukrzyca',
    tr: 'diyabet, şeker hastalığı, diabet, diabetes mellitus',
    ru: 'диабет, сахарный диабет, сд, сд 2, сд 2 типа, сд2 типа, сахарный диабет 2 типа',
    zh: '糖尿病, 糖尿病史, 糖尿病病史, 是否糖尿病, 2型糖尿病',
    ja: '糖尿病, 糖尿病既往, 糖尿病既往歴, 糖尿病の既往',
    ar: 'السكري, داء السكري, مرض السكري',
    ko: '당뇨, 당뇨병, 당뇨 여부, 당뇨병 여부, 당뇨 과거력, 당뇨 병력, 당뇨병 과거력, 당뇨병 병력',
    vi: 'đái tháo đường, tiểu đường, đtđ, bệnh đái tháo đường, bệnh tiểu đường',
    id: 'diabetes, diabetes melitus, kencing manis, penyakit gula, diabetes tipe 2',
    hi: 'मधुमेह, डायबिटीज, शुगर',
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
    zh: '脑梗死, 脑梗塞, 腦梗塞, 腦梗死, 脑梗, 脑梗死病史, 脑梗死史, 脑梗塞病史, 脑梗病史',
    ja: '脳梗塞, 脳梗塞既往, 脳梗塞既往歴, 脳梗塞の既往',
    ar: 'احتشاء دماغي, الاحتشاء الدماغي, سكتة دماغية إقفارية',
    ko: '뇌경색, 뇌경색증, 허혈성 뇌졸중',
    vi: 'nhồi máu não, đột quỵ nhồi máu não, đột quỵ thiếu máu não',
    id: 'infark serebri, infark serebral, infark otak, stroke iskemik, stroke non hemoragik',
    hi: 'मस्तिष्क रोधगलन',
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
    ko: '뇌혈관질환, 뇌혈관 질환',
    vi: 'bệnh mạch máu não, bệnh lý mạch máu não',
    id: 'penyakit serebrovaskular, penyakit serebrovaskuler, penyakit pembuluh darah otak',
    hi: 'प्रमस्तिष्कवाहिकीय रोग',
  },
  stroke: {
    en: 'stroke, prevalent stroke, cva, cerebrovascular accident, stroke status',
    es: 'ictus, acv, accidente cerebrovascular, derrame cerebral',
    fr: 'avc, accident vasculaire cérébral',
    de: 'schlaganfall, apoplex, hirnschlag',
    pt: 'avc, acidente vascular cerebral, derrame',
    it: 'ictus, ictus cerebrale',
    nl: 'beroerte, cva',
    pl: 'udar, udar mózgu',
    tr: 'inme, felç',
    ru: 'инсульт, онмк',
    zh: '中风, 中風, 卒中, 脑卒中, 脑卒中病史, 卒中史, 卒中病史, 中风史',
    ja: '脳卒中, 脳卒中既往, 脳卒中既往歴, 脳卒中の既往',
    ar: 'سكتة دماغية, السكتة الدماغية',
    ko: '뇌졸중, 중풍, 뇌졸중 여부, 뇌졸중 과거력, 뇌졸중 병력',
    vi: 'đột quỵ, đột quị, tai biến mạch máu não, tbmmn',
    id: 'stroke, penyakit stroke',
    hi: 'स्ट्रोक, पक्षाघात, लकवा',
  },
}

/** Words before a name that do not change its meaning. */
export const wordsBefore =
  'the, patient, patients, pt, pts, participant, baseline, initial, current, mean, average, avg, measured, history, of, hx, has, known, any, prior, self, reported, diagnosed, pre, post, is, ave, el, la, los, las, de, del, du, des, le, les, il, dei, della, do, da, paciente, pacientes, paziente, antecedentes, antécédent, presencia, patienten, hasta, hastanın, pacjent, пациент, 患者, 病人, المريض, 환자, bệnh, nhân, bn, riwayat, tiền, sử, pasien, characteristics, he, रोगी, मरीज, what, your, does, did, you, have, had, ever, been, told, q, please, enter, state, specify, provide, were, with, suffer, from, cuál, es, su, tiene, padece, sufre, usted, cuántos, quel, quelle, est, votre, avez, vous, qual, sua, seu, tem, você, wie, ist, ihr, ihre, haben, sie, decimal, exact, é, a, o, um, uma, un, una, une, ein, eine, einen'

/** Words after a name that do not change its meaning. */
export const wordsAfter =
  'at, on, in, of, the, a, value, values, measured, measurement, visit, baseline, admission, adm, enrolment, enrollment, inclusion, diagnosis, screening, entry, first, last, final, current, today, now, mean, average, avg, ave, reading, flag, yn, yes, no, y, n, history, hx, known, diagnosed, patient, code, 0, 1, de, del, du, des, do, da, della, paciente, ingreso, al, actual, basal, si, s, admissão, entrée, à, l, d, oui, non, o, aufnahme, bei, aktuell, ja, nein, j, sim, não, ingresso, sì, opname, nee, tak, nie, evet, hayır, да, нет, пациента, 有, 无, 無, 是, 否, 値, 值, 有無, نعم, لا, 여부, 유무, 예, 아니오, có, không, bệnh, nhân, pasien, ya, tidak, calculated, calc, computed, berechnet, calculado, calculé, calcolato, v, anamnese, anamnestisch, हाँ, नहीं, bl, t, rest, resting, 回目, 第, 次, 平均, en, em, w, в, dalam'

/** Names of measures and people that the table does not have, although their values may look like those that it has. */
export const otherTerms =
  'glucose, gluc, glu, fbg, fbs, fpg, gds, hba1c, a1c, cholesterol, chol, totchol, ldl, hdl, triglycerides, trig, tg, creatinine, urea, bun, albumin, hemoglobin, haemoglobin, hb, hgb, hematocrit, platelets, sodium, potassium, calcium, insulin, ferritin, heart rate, heartrte, hr, pulse, thalach, spo2, temperature, temp, waist, hip, girth, circumference, skinfold, muac, egfr, gfr, glucosa, colesterol, pulso, cintura, frecuencia cardíaca, glycémie, cholestérol, pouls, tour de taille, fréquence cardiaque, blutzucker, glukose, cholesterin, puls, taillenumfang, bauchumfang, herzfrequenz, glicemia, glicose, frequência cardíaca, colesterolo, polso, frequenza cardiaca, polsslag, hartslag, bloedsuiker, glukoza, cholesterol, tętno, obwód, glukoz, kolesterol, nabız, глюкоза, холестерин, пульс, чсс, 血糖, 空腹血糖, 胆固醇, 心率, 腰围, 血糖値, コレステロール, 脈拍, 心拍数, 腹囲, السكر الصائم, الكوليسترول, النبض, محيط الخصر, 혈당, 공복혈당, 콜레스테롤, 맥박, 심박수, 허리둘레, đường huyết, mạch, nhịp tim, vòng bụng, gula darah, kolesterol, nadi, lingkar perut, ग्लूकोज, नाड़ी, कोलेस्ट्रॉल, map, mean arterial pressure, respiratory rate, resp rate, mother, mothers, father, fathers, maternal, paternal, parent, spouse, partner, husband, wife, sibling, donor, doctor, physician, target, goal, ideal, desired, dry, lean, percentile, centile, z score, zscore, z, sds, haz, waz, whz, baz, change, delta, difference, loss, gain, madre, padre, pareja, médico, objetivo, percentil, pérdida, mère, père, conjoint, médecin, idéal, cible, perte, mutter, vater, arzt, trocken, ziel, perzentile, mãe, pai, perda, moeder, vader, arts, streef, matki, ojca, lekarz, anne, baba, doktor, матери, отца, врач, na, cl, wbc, rbc, plt, plts, mcv, mch, mchc, rdw, neut, neutrophils, lymph, lymphocytes, eos, baso, crea, creat, ast, alp, ggt, bili, bilirubin, alb, protein, crp, esr, fe, iron, vit, vitamin, folate, inr, pt sec, aptt, psa, tsh, ft3, ft4, t3, t4, ck, ldh, troponin, bnp, uric, urate, phosphate, magnesium, mg, ph, pco2, po2, hco3, lactate, o2, fev1, fvc, lvef, ef, qtc, score, gcs, moca, mmse, phq, gad'

/** Words in the heading of a column that contains the unit of the column beside it. */
export const unitColumnTerms =
  'unit, units, uom, unidad, unidades, unité, unités, einheit, einheiten, unidade, unità, eenheid, jednostka, birim, единица, единицы, ед, 单位, 單位, 単位, الوحدة, وحدة, 단위, đơn vị, satuan, इकाई'

/** The proposed meanings of values of a sex. */
export const sexTerms = {
  Female:
    'f, female, females, woman, women, girl, fem, mujer, femenino, femenina, hembra, femme, féminin, fille, frau, weiblich, mulher, feminino, feminina, donna, femmina, femminile, vrouw, vrouwelijk, kobieta, żeńska, kadın, женский, жен, женщина, ж, 女, 女性, 女儿, أنثى, انثى, امرأة, 여, 여자, 여성, nữ, nữ giới, perempuan, wanita, pr, ♀, kız, mädchen, niña, menina, bambina, dziewczynka, meisje, девочка, 女童, 女孩, 女児, 여아, بنت, mrs, ms, madame, mme, señora, sra, signora, महिला, स्त्री, औरत, लड़की',
  Male: 'm, male, males, man, men, boy, hombre, masculino, varón, macho, homme, masculin, garçon, mann, männlich, homem, uomo, maschio, maschile, mannelijk, mężczyzna, męska, erkek, мужской, муж, мужчина, м, 男, 男性, ذكر, رجل, 남, 남자, 남성, nam, nam giới, laki laki, lelaki, pria, lk, ♂, junge, knabe, niño, menino, bambino, chłopiec, jongen, мальчик, 男童, 男孩, 男児, 남아, ولد, herr, mr, monsieur, señor, sr, signor, पुरुष, आदमी, लड़का',
} as const

/** Letters that may mean either sex on their own: the letters for a man and a woman that are used together. */
export const sexLetters: readonly (readonly [string, string])[] = [
  ['h', 'm'],
  ['h', 'f'],
  ['m', 'w'],
  ['m', 'k'],
  ['e', 'k'],
  ['u', 'd'],
  ['l', 'p'],
]

/** Values that do not show on their own what was asked. */
export const answerTerms = {
  yes: 'yes, y, true, t, ja, oui, si, sì, sí, sim, tak, evet, var, да, есть, 是, 有, はい, あり, نعم, 예, 네, 있음, 유, có, ya, ada, positive, pos, present, +, ✓, x, हाँ, हां',
  no: 'no, n, false, f, nein, nee, non, não, nie, hayır, yok, нет, 否, 无, 無, いいえ, なし, لا, 아니오, 아니요, 없음, 무, không, tidak, negative, neg, absent, ✗, नहीं',
} as const

/** What is written in place of a missing value. */
export const unknownTerms =
  'unknown, unk, not known, not done, not measured, not available, not recorded, not taken, not tested, not applicable, not reported, not assessed, nd, nk, na, nr, nm, missing, rejected, refused, refuses, declined, pending, blank, empty, tbd, tbc, invalid, error, unable, unable to stand, unable to weigh, unable to measure, unable to obtain, unable to assess, see note, see notes, none, bedridden, wheelchair, unbekannt, nicht bekannt, nicht gemessen, nicht erhoben, nicht messbar, nicht durchgeführt, keine angabe, ka, fehlt, abgelehnt, desconocido, no consta, no medido, no disponible, no realizado, sin dato, sin datos, ns nc, inconnu, non mesuré, non fait, non renseigné, non connu, non disponible, refus, desconhecido, não medido, não realizado, não informado, sem informação, ignorado, sconosciuto, non misurato, non rilevato, non disponibile, non noto, onbekend, niet gemeten, niet bekend, geweigerd, nieznany, nieznane, brak, brak danych, nie zmierzono, bilinmiyor, ölçülmedi, неизвестно, не измерен, не измерено, нет данных, отказ, 未测, 未查, 未知, 不详, 拒测, 未測定, 測定不可, 測定不能, 不明, غير معروف, غير متوفر, لم يقس, 미측정, 측정불가, 모름, 거부, không rõ, không đo, tidak diketahui, tidak diukur, अज्ञात'

/** The phrases of a list. */
export const phrasesOf = (list: string): string[] => list.split(', ')

/** Letters with a stroke, which Unicode does not decompose and many keyboards do not have. */
const strokes = new Map([
  ['đ', 'd'],
  ['ł', 'l'],
  ['ø', 'o'],
])
const withoutStrokes = (text: string) => text.replaceAll(/[đłø]/g, (letter) => strokes.get(letter) ?? letter)

/** The words of a text without case and accents. In scripts without spaces, a word begins where the script changes. */
export const wordsOf = (text: string): string[] =>
  withoutStrokes(foldText(text)).match(/\p{sc=Latin}+|[\p{L}--\p{sc=Latin}]+|\p{N}+/gv) ?? []
