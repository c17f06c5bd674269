import { findUnusualTask } from './features/unusual-access/find-unusual.ts'
import { readViewsTask } from './features/unusual-access/views.ts'
import { searchEventsTask } from './features/audit-events/search/search.ts'
import { copyTask } from './core/database/sqlite/copy.ts'
import { findDamageTask } from './core/database/sqlite/damage.ts'
import { serveReadings } from './core/database/sqlite/reader-thread.ts'
import { countFoundTask, findPositionsTask } from './features/patients/table/find-positions.ts'
import { listUsersTask, scanUsersTask, searchUsersTask } from './features/users/search/find-users.ts'

/** Everything that SQLite's reading thread can do. */
serveReadings([
  listUsersTask,
  searchUsersTask,
  scanUsersTask,
  findPositionsTask,
  countFoundTask,
  searchEventsTask,
  readViewsTask,
  findUnusualTask,
  copyTask,
  findDamageTask,
])
