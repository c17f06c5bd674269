import { byOperator } from '../../../core/audit/entry.ts'
import type { Command } from '../../../commands/command.ts'
import { setSweepProblem, takeOverBucket } from '../ownership/owner.ts'
import { surveyBucket } from './survey-bucket.ts'
import { adoptUnknown, unknownKeptMs } from './unknown-objects.ts'

export const adoptFilesCommand: Command = {
  usage: 'adopt-files',
  summary:
    'Mark the file storage as owned by this console and its database. Objects that the database does not know are removed after 30 days.',
  async run(context) {
    const { db, audit, now } = context
    const { storedCount, unknown, publishedCount, foundCount } = await surveyBucket(context)
    // This comes first, because a command that is killed has adopted some of the objects.
    await audit.write([{ ...byOperator, action: 'files.adopt', subjects: [] }])
    await takeOverBucket(context)
    await adoptUnknown(context, unknown, now())
    await setSweepProblem(db, null)
    const missing = publishedCount - foundCount
    const lines = [
      'The file storage belongs to this console.',
      unknown.length > 0 &&
        `${unknown.length} of the ${storedCount} objects and uploads in it are unknown to the database. They will be removed after ${new Date(now() + unknownKeptMs).toISOString().slice(0, 10)}.`,
      missing > 0 && `${missing} of the ${publishedCount} objects that the database refers to are missing from it.`,
    ]
    return lines.filter((line) => line !== false).join('\n')
  },
}
