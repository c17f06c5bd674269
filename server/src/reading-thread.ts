import { searchEventsTask } from './audit-events/search.ts'
import { copyTask } from './database/sqlite-copy.ts'
import { serveReadings } from './database/sqlite-reader-thread.ts'
import { countFoundTask, findPositionsTask } from './patients/table/find-positions.ts'
import { listUsersTask, scanUsersTask, searchUsersTask } from './users/search/find-users.ts'

/** Everything that SQLite's reading thread can do. */
serveReadings([
  listUsersTask,
  searchUsersTask,
  scanUsersTask,
  findPositionsTask,
  countFoundTask,
  searchEventsTask,
  copyTask,
])
