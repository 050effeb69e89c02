import type pg from 'pg'
import { testDatabase } from './database.ts'
import { openApp, type TestApp } from './open-app.ts'

export type { Answer, TestApp } from './open-app.ts'

/** The real app. @param settings over the defaults, as environment variables @param database one of its own unless given */
export const testApp = async (settings: Record<string, string> = {}, database?: pg.PoolConfig): Promise<TestApp> =>
  openApp(settings, database ?? (await testDatabase()))
