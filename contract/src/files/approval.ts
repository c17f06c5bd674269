import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { ByVersion, FileVersion, ModelFile, OfferTo, Sha256 } from './files.ts'
import { Line } from '../values/text.ts'

export const DecisionReason = Line(300).check(z.minLength(1, 'Enter a reason (one line)'))

/** The current version, as the caller has seen it; 0: none. */
const Replaced = z.number().check(z.int('Enter a whole number'), z.gte(0, 'Must be at least 0'))

export const TextToOpen = describe(
  z.object({
    template: describe(
      z.nullable(z.string()),
      'The name of a chat template, empty for the default one; null: the prompt.',
    ),
    isOpened: describe(z.boolean(), 'Whether you have opened this text, in any version.'),
  }),
  'A text that must be opened before a version is approved.',
)
export type TextToOpen = z.infer<typeof TextToOpen>

export const reviewFileVersion = endpoint({
  name: 'reviewFileVersion',
  method: 'GET',
  path: '/v1/files/{id}/versions/{version}/review',
  summary: 'A version besides the current one: what was checked, and which texts you must open before you approve it',
  params: ByVersion,
  response: z.object({
    data: z.object({
      version: describe(FileVersion, 'The version to review.'),
      current: describe(z.nullable(FileVersion), 'The current version; null: no version is current.'),
      checks: describe(z.array(z.string()), 'A description of each check of its content.'),
      texts: describe(z.array(TextToOpen), 'The texts that you must open before you approve it.'),
    }),
  }),
})

export const openFileText = endpoint({
  name: 'openFileText',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/opened-texts',
  summary:
    'The text of a prompt (`null`) or chat template of a version that awaits approval; records that you have opened it',
  returns: 'The text',
  params: ByVersion,
  body: z.strictObject({
    template: describe(
      z.nullable(z.string().check(z.maxLength(65_535))),
      'The name of the chat template, empty for the default one; null: the prompt.',
    ),
  }),
  response: z.object({
    data: z.object({ text: describe(z.string(), 'The whole prompt or chat template.') }),
  }),
})

export const approveFileVersion = endpoint({
  name: 'approveFileVersion',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/approval',
  summary: 'Approve another admin’s version as you have seen it, which makes it current',
  returns: 'The file with its current version',
  params: ByVersion,
  body: z.strictObject({
    sha256: describe(Sha256, 'The SHA-256 of the version that you have seen.'),
    replaces: describe(Replaced, 'The current version that you have seen; 0: none.'),
    offerTo: describe(
      OfferTo,
      'The percentage of devices to which the version is offered first; absent: it becomes current.',
    ),
  }),
  response: ModelFile,
})

export const rejectFileVersion = endpoint({
  name: 'rejectFileVersion',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/rejection',
  summary:
    'Reject a version that awaits approval, also your own; its uploader is emailed the reason if the console sends email',
  params: ByVersion,
  body: z.strictObject({ reason: describe(DecisionReason, 'Why it is rejected.') }),
  status: 204,
})

export const restoreFileVersion = endpoint({
  name: 'restoreFileVersion',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/restore',
  summary: 'Restore the content of an earlier published version as a new version',
  returns: 'The file with its new version',
  params: ByVersion,
  body: z.strictObject({
    reason: describe(DecisionReason, 'Why it is restored. It is logged.'),
    replaces: describe(Replaced, 'The current version that you have seen; 0: none.'),
    offerTo: describe(
      OfferTo,
      'The percentage of devices to which the version is offered first; absent: it becomes current.',
    ),
  }),
  response: ModelFile,
})

export const offerFileVersion = endpoint({
  name: 'offerFileVersion',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/offer',
  summary: 'Offer a version to more devices than now; 100: it becomes current',
  returns: 'The file with its current version',
  params: ByVersion,
  body: z.strictObject({
    percent: describe(
      z.literal([5, 25, 50, 100], 'Choose 5, 25, 50 or 100'),
      'The percentage of devices to which the version is offered; 100: it becomes current.',
    ),
  }),
  response: ModelFile,
})

export const withdrawFileVersion = endpoint({
  name: 'withdrawFileVersion',
  method: 'POST',
  path: '/v1/files/{id}/versions/{version}/withdrawal',
  summary: 'Withdraw a published version, and every version with the same content',
  returns: 'The file with its current version',
  params: ByVersion,
  body: z.strictObject({
    reason: describe(DecisionReason, 'Why it must no longer be used. Devices are told the reason.'),
    goBackTo: describe(
      z.optional(z.number().check(z.int('Enter a whole number'), z.gte(1, 'Must be at least 1'))),
      'Required if the content is current, and not allowed otherwise: the earlier version whose content becomes current, or the version that is offered to a part of the devices, which becomes current itself.',
    ),
  }),
  response: ModelFile,
})
