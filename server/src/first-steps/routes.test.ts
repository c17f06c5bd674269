import { expect, test } from 'vitest'
import { noteRun } from '../database/maintenance-runs.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
