// This file is copied into the competitors' folder and started there, next to its packages.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import Plugin from '@adminjs/express'
import { Adapter, Database, Resource } from '@adminjs/sql'
import AdminJS from 'adminjs'
import connectPgSimple from 'connect-pg-simple'
import express from 'express'
import session from 'express-session'

const { DATABASE_URL: connectionString, PORT: port, EMAIL: email, PASSWORD: password } = process.env

AdminJS.registerAdapter({ Database, Resource })
const database = new URL(connectionString).pathname.slice(1)
const db = await new Adapter('postgresql', { connectionString, database }).init()
const admin = new AdminJS({ rootPath: '/admin', resources: [db.table('end_users')] })

const secret = randomBytes(32).toString('hex')
const Store = connectPgSimple(session)
const router = Plugin.buildAuthenticatedRouter(
  admin,
  {
    authenticate: (given, secretGiven) => (given === email && secretGiven === password ? { email } : null),
    cookiePassword: secret,
  },
  null,
  {
    store: new Store({ conString: connectionString, tableName: 'session', createTableIfMissing: true }),
    resave: false,
    saveUninitialized: false,
    secret,
  },
)

const app = express().use(admin.options.rootPath, router)
await once(app.listen(Number(port), '127.0.0.1'), 'listening')
process.stdout.write('ready\n')
