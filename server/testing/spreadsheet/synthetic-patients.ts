/** The content of a test's cell. */
export type CellInput = string | number | boolean | undefined | { error: string } | { formula: string; value?: number }

/** One synthetic patient; every field accepts any cell so that tests can create errors. */
export type PatientInput = {
  memberId: CellInput
  subjectId: CellInput
  sex: CellInput
  age: CellInput
  height: CellInput
  weight: CellInput
  systolicBloodPressure: CellInput
  diastolicBloodPressure: CellInput
  heartRate: CellInput
  bmi: CellInput
  hypertension: CellInput
  diabetes: CellInput
  cerebralInfarction: CellInput
  cerebrovascularDisease: CellInput
}

const pressureStages = ['Normal', 'Prehypertension', 'Stage 1 hypertension', 'Stage 2 hypertension'] as const

/** Generated patients, always the same ones. */
export function syntheticPatients(count: number): PatientInput[] {
  return Array.from({ length: count }, (_, index) => syntheticPatient(index + 1))
}

export function syntheticPatient(number: number): PatientInput {
  const spread = (salt: number, range: number): number => ((number * 7919 + salt * 104_729) % 10_007) % range
  const height = 145 + spread(1, 50)
  const weight = 40 + spread(2, 65)
  const systolicBloodPressure = 85 + spread(3, 95)
  const stage = systolicBloodPressure < 120 ? 0 : systolicBloodPressure < 140 ? 1 : systolicBloodPressure < 160 ? 2 : 3
  return {
    memberId: number,
    subjectId: number * 2 + spread(4, 2),
    sex: spread(5, 2) === 0 ? 'Female' : 'Male',
    age: 20 + spread(6, 70),
    height,
    weight,
    systolicBloodPressure,
    diastolicBloodPressure: 45 + spread(7, 38),
    heartRate: 52 + spread(8, 55),
    bmi: weight / (height / 100) ** 2,
    hypertension: pressureStages[stage],
    diabetes: spread(9, 6) === 0 ? 'Type 2 Diabetes' : undefined,
    cerebralInfarction: spread(10, 11) === 0 ? 'cerebral infarction' : undefined,
    cerebrovascularDisease: spread(11, 9) === 0 ? 'cerebrovascular disease' : undefined,
  }
}
