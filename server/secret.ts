import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/**
 * The installation's secret: SECRET_KEY, else the one kept in the data folder, made at the first start.
 * @throws StartError when the kept one is damaged: a new one would make every stored token unreadable
 */
export function secretOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (secretKey) return Buffer.from(secretKey)
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const secret = read(file) ?? make(file)
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new StartError(`${file} is damaged. Restore it from a backup, or set SECRET_KEY to its old content.`)
  return Buffer.from(secret, 'hex')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside, then linked: whole or not there, and of two processes that make one, both use the first. */
function make(file: string): string {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(file, 'utf8').trim()
}
