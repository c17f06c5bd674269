import type { EndUsersTable } from '../../core/database/tables/users.ts'
import type { Random } from './random.ts'

/** Values of a user that are the same in all reports. */
export function constitutionOf(random: Random) {
  const systolic = Math.round(random.around(124, 18))
  return {
    restingBpm: Math.round(random.around(62, 9)),
    rmssdMs: Math.round(random.around(44, 18)),
    systolic,
    diastolic: Math.round(systolic * 0.64 + random.around(0, 5)),
    sleepMinutes: Math.round(random.around(425, 50)),
  }
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** A report as the product creates it from a day of a wearable's pulse signal (photoplethysmography, PPG). */
export function reportContent(
  random: Random,
  user: EndUsersTable,
  person: ReturnType<typeof constitutionOf>,
  generatedAtMs: number,
): object {
  const resting = Math.round(random.around(person.restingBpm, 5))
  const rmssd = Math.max(12, Math.round(random.around(person.rmssdMs, 12)))
  const systolic = Math.round(random.around(person.systolic, 9))
  const diastolic = Math.round(random.around(person.diastolic, 6))
  const asleep = Math.max(190, Math.round(random.around(person.sleepMinutes, 70)))
  const quality = round(random.around(0.88, 0.1), 2)
  const findings = { resting, rmssd, systolic, diastolic, asleep, quality }
  return {
    title: 'Daily cardiovascular report',
    subject: { userId: user.id, memberId: user.memberId },
    period: { from: new Date(generatedAtMs - 86_400_000).toISOString(), to: new Date(generatedAtMs).toISOString() },
    signal: {
      kind: 'PPG',
      sensor: random.pick([
        'wrist, green 525 nm',
        'wrist, green 525 nm and infrared 940 nm',
        'finger, infrared 940 nm',
      ]),
      samplingHz: random.pick([25, 64, 100]),
      recordedMinutes: random.between(980, 1_420),
      quality,
      artefactShare: round(1 - quality + random.next() * 0.04, 2),
    },
    heartRate: heartRate(random, resting),
    heartRateVariability: {
      rmssdMs: rmssd,
      sdnnMs: Math.round(rmssd * random.around(1.35, 0.2)),
      pnn50Percent: round(Math.max(0.5, rmssd * 0.42 + random.around(0, 4)), 1),
      lowToHighFrequencyRatio: round(Math.max(0.3, random.around(1.7, 0.8)), 2),
      window: 'five minutes of lowest movement during the night',
    },
    bloodPressureEstimate: {
      systolicMmHg: systolic,
      diastolicMmHg: diastolic,
      margin95MmHg: random.between(7, 13),
      method: 'pulse wave features, calibrated with the cuff reading of the enrolment',
      category: pressureCategory(systolic, diastolic),
    },
    oxygenSaturation: { meanPercent: round(random.around(96.8, 1), 1), lowestPercent: random.between(89, 95) },
    respiration: { asleepPerMinute: round(random.around(14.2, 1.6), 1) },
    sleep: sleep(random, asleep),
    notes: notes(findings),
    recommendations: recommendations(random, findings),
    models: { encoder: `ppg-encoder-${random.between(5, 7)}`, language: `main-llm-${random.between(2, 4)}` },
    disclaimer: 'Estimates from a wearable. They do not replace a measurement or a diagnosis by a physician.',
  }
}

function heartRate(random: Random, resting: number): object {
  const byHour = Array.from({ length: 24 }, (_, hour) => {
    const awake = hour >= 7 && hour <= 22
    return Math.round(random.around(awake ? resting + 16 : resting + 1, awake ? 14 : 4))
  })
  return {
    restingBpm: resting,
    meanBpm: Math.round(byHour.reduce((sum, bpm) => sum + bpm, 0) / byHour.length),
    lowestBpm: Math.min(...byHour) - random.between(1, 4),
    highestBpm: Math.max(...byHour) + random.between(12, 55),
    byHour,
    irregularBeatsPercent: round(random.chance(0.08) ? random.next() * 6 + 1 : random.next() * 0.8, 1),
  }
}

function sleep(random: Random, asleep: number): object {
  const deep = Math.round(asleep * random.around(0.17, 0.05))
  const rem = Math.round(asleep * random.around(0.22, 0.05))
  return {
    asleepMinutes: asleep,
    awakenings: random.between(0, 6),
    efficiencyPercent: Math.round(random.around(89, 6)),
    stagesMinutes: { deep, rem, light: asleep - deep - rem },
    dipPercent: round(random.around(11, 6), 1),
  }
}

function pressureCategory(systolic: number, diastolic: number): string {
  if (systolic >= 140 || diastolic >= 90) return 'high'
  if (systolic >= 130 || diastolic >= 85) return 'high normal'
  return systolic < 100 ? 'low' : 'normal'
}

type Findings = { resting: number; rmssd: number; systolic: number; diastolic: number; asleep: number; quality: number }

function notes({ resting, rmssd, systolic, asleep, quality }: Findings): string[] {
  const hours = `${Math.floor(asleep / 60)} h ${asleep % 60} min`
  return [
    `The resting heart rate was ${resting} beats per minute, ${resting > 72 ? 'above' : 'within'} the range expected for the age group.`,
    rmssd < 28
      ? 'Variability was low over the night, which is seen after strain, illness or short sleep.'
      : 'Variability over the night points to ordinary recovery.',
    `Sleep lasted ${hours}${asleep < 360 ? ', less than six hours' : ''}.`,
    ...(systolic >= 140 ? ['The estimated systolic pressure exceeded 140 mmHg in more than half of the windows.'] : []),
    ...(quality < 0.82 ? ['Parts of the afternoon were left out because the sensor had poor contact.'] : []),
  ]
}

function recommendations(random: Random, { rmssd, systolic, asleep, quality }: Findings): object[] {
  const general = random.pick([
    'Go to bed at regular times, including at weekends.',
    'Plan thirty minutes of brisk walking on five days of the week.',
    'Breathe slowly, about six breaths a minute, for five minutes before sleep.',
    'Have the last coffee before two in the afternoon.',
  ])
  return [
    ...(systolic >= 140
      ? [{ priority: 'high', text: 'Measure with a cuff on three mornings and bring the readings to your physician.' }]
      : []),
    ...(asleep < 360 ? [{ priority: 'medium', text: 'Go to bed half an hour earlier this week.' }] : []),
    ...(rmssd < 28 ? [{ priority: 'medium', text: 'Take today lightly and drink enough.' }] : []),
    ...(quality < 0.82
      ? [{ priority: 'low', text: 'Wear the band a finger wide above the wrist bone, a little tighter.' }]
      : []),
    { priority: 'low', text: general },
  ]
}
