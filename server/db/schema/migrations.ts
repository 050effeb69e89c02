import { join } from 'node:path'
import { readSteps } from './steps/steps.ts'

/** Creates everything that the 86 migrations before it created: see `adopt.ts`. */
export const foundation = '0087-foundation'

/** All of this version, in their order. */
export const migrations = readSteps(join(import.meta.dirname, '../migrations'))
export const migrationNames: readonly string[] = migrations.map(({ name }) => name)
