import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { onServer } from '../../server/testing/engines/postgres-setup.ts'

const atOnce = 5_000

/** Runs the insert for every user in the file; `person` contains the rows, with the fields' names. */
export async function insertUserLines(databaseUrl: string, file: string, insert: string): Promise<void> {
  const statement = `
    with person as (
      select * from json_to_recordset($1::json) as person ("id" text, "memberId" text, "firstName" text,
        "lastName" text, "dateOfBirth" text, "email" text)
    )
    ${insert}`
  await onServer(databaseUrl, async (client) => {
    let lines: string[] = []
    const write = async () => {
      await client.query(statement, [`[${lines.join(',')}]`])
      lines = []
    }
    for await (const line of createInterface({ input: createReadStream(file) })) {
      lines.push(line)
      if (lines.length === atOnce) await write()
    }
    if (lines.length > 0) await write()
  })
}
