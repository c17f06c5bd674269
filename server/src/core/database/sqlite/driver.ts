import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteTurns } from './turns.ts'

type Execute = <Row>(query: CompiledQuery) => QueryResult<Row>
type ExecuteInTransaction = <Row>(query: CompiledQuery) => QueryResult<Row> | Promise<QueryResult<Row>>

/**
 * `node:sqlite` for Kysely. One connection reads and writes, for one transaction at a time. Reads do not wait for the
 * transaction of another caller or for another process that writes: meanwhile they use a second connection, which sees
 * only committed data. No connection may wait for locks itself, which would block the thread.
 * @param openToRead is called when the second connection is needed for the first time
 */
export function sqliteDialect(sqlite: DatabaseSync, openToRead: () => DatabaseSync, turns: SqliteTurns): Dialect {
  return {
    createAdapter: () => new SeveralConnections(),
    createDriver: () => new OneWriterDriver(sqlite, openToRead, turns),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SeveralConnections extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Begins and ends transactions through the connection, whose errors Kysely reports: a full disk is noticed during a
 * commit.
 */
class OneWriterDriver implements Driver {
  readonly #sqlite: DatabaseSync
  readonly #openToRead: () => DatabaseSync
  readonly #execute: Execute
  #reader: { sqlite: DatabaseSync; execute: Execute } | undefined
  /** Kysely wraps each connection that it has not seen yet. */
  readonly #unused: Connection[] = []
  readonly #turns: SqliteTurns

  constructor(sqlite: DatabaseSync, openToRead: () => DatabaseSync, turns: SqliteTurns) {
    this.#sqlite = sqlite
    this.#openToRead = openToRead
    this.#turns = turns
    this.#execute = executeOn(sqlite)
  }

  async init() {}

  async acquireConnection(): Promise<Connection> {
    return this.#unused.pop() ?? new Connection((query) => this.#executeAlone(query))
  }

  /** Acquires the write lock at once, because SQLite cannot wait when a read transaction becomes a write later. */
  async beginTransaction(connection: Connection): Promise<void> {
    const waitsUntil = this.#turns.endOfWait()
    const end = await this.#turns.take()
    connection.startTransaction((query) => this.#executeWhenUnlocked(query, waitsUntil), end)
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    connection.startTransaction(this.#execute, end)
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // If the disk is full, SQLite has already rolled back. The error of a second rollback would hide that cause.
    if (this.#sqlite.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.endTransaction()
    this.#unused.push(connection)
  }

  async destroy(): Promise<void> {
    this.#reader?.sqlite.close()
    this.#sqlite.close()
  }

  /** Executes a statement outside a transaction. */
  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const waitsUntil = this.#turns.endOfWait()
    if (isRead(query)) {
      // Most transactions end within a turn of the event loop. Waiting that long for the first connection, whose cache is
      // warmer, is usually faster.
      if (!this.#turns.isFree) await setImmediate()
      return this.#turns.retry(
        () => (this.#turns.isFree ? this.#execute<Row>(query) : this.#readBeside<Row>(query)),
        waitsUntil,
      )
    }
    const end = await this.#turns.take()
    try {
      return await this.#executeWhenUnlocked(query, waitsUntil)
    } finally {
      end()
    }
  }

  #executeWhenUnlocked<Row>(query: CompiledQuery, waitsUntil: number): Promise<QueryResult<Row>> {
    return this.#turns.retry(() => this.#turns.noteLock(() => this.#execute<Row>(query)), waitsUntil)
  }

  #readBeside<Row>(query: CompiledQuery): QueryResult<Row> {
    if (!this.#reader) {
      const sqlite = this.#openToRead()
      this.#reader = { sqlite, execute: executeOn(sqlite) }
    }
    return this.#reader.execute(query)
  }
}

/** SQL that was written by hand has no query node. No function that SQLite has, or that we define, writes. */
const isRead = ({ query, sql }: CompiledQuery) => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)

class Connection implements DatabaseConnection {
  readonly #executeAlone: DatabaseConnection['executeQuery']
  #transaction: { execute: ExecuteInTransaction; end: () => void } | undefined

  constructor(executeAlone: DatabaseConnection['executeQuery']) {
    this.#executeAlone = executeAlone
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#transaction ? this.#transaction.execute(query) : this.#executeAlone(query)
  }

  streamQuery(): never {
    throw new Error('Nothing here streams rows.')
  }

  startTransaction(execute: ExecuteInTransaction, end: () => void): void {
    this.#transaction = { execute, end }
  }

  endTransaction(): void {
    this.#transaction?.end()
    this.#transaction = undefined
  }
}

/** Uses a cache of prepared statements. */
function executeOn(sqlite: DatabaseSync): Execute {
  const prepare = cacheStatements((sql) => {
    const statement = sqlite.prepare(sql)
    return { statement, hasRows: statement.columns().length > 0 }
  })
  return <Row>({ sql, parameters }: CompiledQuery) => {
    const { statement, hasRows } = prepare(sql)
    const values = parameters as SQLInputValue[]
    if (hasRows) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** How many prepared statements are cached. The least recently used one is dropped first. */
const cachedStatements = 200

/** Prepares each statement once, because in SQLite that takes longer than most queries. */
function cacheStatements<Statement>(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const cache = new Map<string, Statement>()
  return (sql) => {
    const statement = cache.get(sql) ?? prepare(sql)
    cache.delete(sql)
    cache.set(sql, statement)
    const oldest = cache.keys().next()
    if (cache.size > cachedStatements && !oldest.done) cache.delete(oldest.value)
    return statement
  }
}
