import { requirements } from './requirements.ts'

/** How the console answers a clause: by itself, with the help of its administrator, or not at all. */
type Answer = 'yes' | 'administrator' | 'no'
/** The clause, what it is about in our words, the answer, the requirements that prove it, and what is left. */
type Row = [clause: string, about: string, answer: Answer, ids: string, remark: string]

const clauses: Record<string, Row[]> = {
  'GDPR (Regulation (EU) 2016/679)': [
    [
      '5(1)(c)',
      'only the data that is needed',
      'administrator',
      'users-14 audit-13',
      'Your product decides which fields it writes. Logs contain no names, search terms or health values',
    ],
    [
      '5(1)(e)',
      'no longer than needed',
      'administrator',
      '',
      'Set `REPORTS_KEPT_YEARS`. Earlier tables of patients are deleted by a super admin, and audit entries cannot be deleted in 1.x',
    ],
    [
      '5(1)(f), 32',
      'security of the processing',
      'yes',
      'api-1 password-5 second-factor-1 session-8 operations-5 operations-6',
      'Administrator: encrypted disks, network, updates',
    ],
    ['5(2), 24', 'being able to show it', 'yes', 'audit-7 audit-8 audit-9', ''],
    [
      '12, 15, 20',
      'access and portability',
      'yes',
      'erasing-5 reports-12',
      'A super admin makes the export and gives it to the user',
    ],
    [
      '16',
      'rectification',
      'administrator',
      'service-accounts-9 import-2',
      'Users are corrected in your product, patients by an import. The console has no form for either',
    ],
    [
      '17',
      'erasure',
      'yes',
      'erasing-1 erasing-3 erasing-4',
      'Patients are removed by importing a table without them and deleting the earlier tables. Administrator: copies and backups from before',
    ],
    ['18', 'restriction', 'no', 'erasing-2', 'A legal hold prevents erasing, but does not hide the user'],
    ['25', 'protection by design and by default', 'yes', 'api-1 session-12 session-13 users-14', ''],
    [
      '28, 30, 35',
      'contracts, records of processing, impact assessment',
      'administrator',
      '',
      'The first sections of this page describe what is processed',
    ],
    ['33, 34', 'notification of a breach', 'administrator', 'audit-3 audit-4', 'The audit log shows who has seen whom'],
  ],
  'HIPAA Security Rule (45 CFR 164)': [
    [
      '308(a)(1)(ii)(D)',
      'review of activity',
      'administrator',
      'audit-3 audit-4 review-1 review-2 review-3 review-4',
      'The log can be read, searched and exported. With `UNUSUAL_ACCESS=on`, super admins are asked about four kinds of unusual access. You have to review it',
    ],
    ['308(a)(3)(ii)(C)', 'ending access', 'yes', 'admins-7 session-7 service-accounts-3', ''],
    [
      '308(a)(4)',
      'granting access',
      'yes',
      'admins-8 admins-10 admins-12 api-1',
      'There are two roles. Access cannot be limited to some users or patients',
    ],
    ['308(a)(5)(ii)(C)', 'monitoring sign-ins', 'yes', 'sign-in-9 audit-12', ''],
    ['308(a)(5)(ii)(D)', 'passwords', 'yes', 'password-1 password-5 settings-6', ''],
    [
      '308(a)(6)',
      'response to incidents',
      'administrator',
      'session-10 admins-7',
      'Super admins can end sessions and access',
    ],
    [
      '308(a)(7)(ii)(A)-(D)',
      'backup, recovery and their tests',
      'yes',
      'operations-5 operations-6',
      'Administrator: a copy elsewhere, and the safe place of the master key',
    ],
    ['308(a)(8)', 'evaluation', 'administrator', 'operations-8', '[Validation](validation.md) says what to use'],
    ['312(a)(2)(i)', 'unique identification', 'yes', 'email-address-1 admins-6', ''],
    [
      '312(a)(2)(ii)',
      'access in an emergency',
      'yes',
      'second-factor-11',
      'This is for emergencies of the identity provider. No one gets more rights in a medical emergency',
    ],
    ['312(a)(2)(iii)', 'automatic logoff', 'yes', 'session-1 session-2', ''],
    [
      '312(a)(2)(iv)',
      'encryption at rest',
      'administrator',
      '',
      'The server encrypts secrets, backups (with `--recipient`) and, with `S3_SSE`, files in a bucket. Use encrypted volumes for the rest',
    ],
    ['312(b)', 'audit controls', 'yes', 'audit-5 audit-6 audit-7', ''],
    ['312(c)(1)', 'integrity', 'yes', 'audit-9 reports-12 files-15', ''],
    ['312(d)', 'authentication', 'yes', 'second-factor-1 second-factor-4', 'Administrator: `REQUIRE_SECOND_FACTOR`'],
    ['312(e)(1)', 'transmission', 'yes', 'operations-12', 'Administrator: certificates and ciphers of the proxy'],
  ],
  '21 CFR Part 11': [
    [
      '11.10(a)',
      'validation',
      'administrator',
      'operations-25 operations-28',
      '[Validation](validation.md) says what you can use',
    ],
    ['11.10(b), (c)', 'copies and protection of records', 'yes', 'reports-12 patients-11 operations-5', ''],
    ['11.10(d), (g)', 'limited access, authority', 'yes', 'api-1 session-12', ''],
    [
      '11.10(e)',
      'audit trail',
      'administrator',
      'audit-5 audit-9 import-22 import-14',
      'The log says who changed what and when, but not the earlier values: those of a user’s fields are not kept, and deleted tables of patients are gone. Keep them elsewhere',
    ],
    ['11.10(f)', 'sequence of steps', 'yes', 'import-13 files-14', ''],
    ['11.10(i), (j), (k)', 'training, policies, documents', 'administrator', '', ''],
    [
      '11.50, 11.70, 11.100, 11.200',
      'electronic signatures',
      'no',
      'files-14',
      'Imports and approvals record who and when, with a recent confirmation of the identity. They are not signatures in this sense: no meaning is shown with them',
    ],
    ['11.300', 'controls for passwords and codes', 'yes', 'password-1 second-factor-2 second-factor-6 sign-in-9', ''],
  ],
  'NEN 7513 (logging in health care, Netherlands)': [
    [
      'content of an entry',
      'who, when, what, whose data',
      'yes',
      'audit-6 audit-7',
      'An entry names neither the role at the time nor the reason of an access, such as a treatment',
    ],
    ['who can read the log', 'access only for few', 'yes', 'audit-2 audit-11', ''],
    ['protection of the log', 'no change unnoticed', 'yes', 'audit-9 audit-10', ''],
    [
      'the person’s view',
      'who has seen my data',
      'administrator',
      'erasing-5 audit-4 service-accounts-13',
      'A super admin exports it, or your product shows it. For patients of the table there is only the audit log',
    ],
    ['how long it is kept', 'a period that you define', 'administrator', '', 'Entries cannot be deleted in 1.x'],
  ],
}

const introduction = `# Compliance

What the console contributes to rules that its operators often have to follow. It is our own assessment, not legal advice, and no
authority has checked it. \`npm run requirements\` writes this page from \`scripts/requirements/compliance.ts\`, and fails if a
[requirement](requirements.md) is named that does not exist. For OWASP ASVS there is [another page](asvs.md).

## Intended use

Staff of a health-data product use the console to look up users and their reports, to maintain one table of hospital patients, and to
publish model files. It is **not a medical device**: it shows values as they were stored, and neither diagnoses, nor monitors, nor
recommends a treatment. Its warnings during an import are about the spreadsheet, not about a patient.

| Kind of data | Where it is |
| --- | --- |
| name, date of birth, email address and IDs of users; their reports | the database |
| IDs, sex, age, body measures, blood pressure and diagnoses of patients; the spreadsheets during and after an import | the database; \`DATA_DIR\` during an import |
| names, email addresses, sign-ins, sessions and devices of staff | the database; the [cookies](api.md#signing-in) of their browsers |
| who has seen and changed what | the audit log in the database; its checkpoints in \`AUDIT_PROOF_DIR\`; exports and the live stream, if you use them |
| model files | \`DATA_DIR\` or the bucket |
| backups | the folder that you specify |

What leaves the server: emails to staff (without health values), requests to the identity provider, the bucket and PostgreSQL, if
configured, and what you download, stream or measure. The console sends nothing to its makers and has no telemetry.

## Which laws apply to whom

- **Medical Device Regulation (EU) 2017/745**: not to the console with the intended use above. If you give it a medical purpose, or your
  product has one, this is for you to assess.
- **European Health Data Space (EU) 2025/327**: the console is not an electronic health record system that clinicians exchange data
  with. Its operator may be a holder of health data.
- **AI Act (EU) 2024/1689**: the console stores, signs and publishes models, and runs none. Those who
  train and use them have the duties of a provider or deployer.
- **Cyber Resilience Act (EU) 2024/2847**: software that is supplied without a commercial activity is outside of it; anyone who sells
  the console becomes its manufacturer. [SECURITY.md](../SECURITY.md) describes how vulnerabilities are handled.

In the tables, "yes" means that the console does its part, and names the requirements that prove it. "Administrator" means that it
helps, and the rest is up to you. "**no**" means that it does not.
`

const known = new Set(Object.values(requirements).flatMap(Object.keys))
const listed = (ids: string) => ids.split(' ').filter(Boolean)

/** The page docs/compliance.md. */
export const compliancePage = [
  introduction,
  ...Object.entries(clauses).map(([rules, rows]) => {
    const lines = rows.map(
      ([clause, about, answer, ids, remark]) =>
        `| ${clause} | ${about} | ${answer === 'no' ? '**no**' : answer} | ${listed(ids).join(', ')} | ${remark} |`,
    )
    return `## ${rules}\n\n| Clause | About | Answer | Requirements | Remarks |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
  }),
].join('\n')

/** What is wrong with the table: unknown requirements, or a "yes" without any. */
export const complianceErrors = Object.values(clauses)
  .flat()
  .flatMap(([clause, , answer, ids]) => [
    ...listed(ids)
      .filter((id) => !known.has(id))
      .map((id) => `docs/compliance.md, ${clause}: there is no requirement ${id}.`),
    ...(answer === 'yes' && ids === '' ? [`docs/compliance.md, ${clause}: nothing proves “yes”.`] : []),
  ])
