import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Access {
  url: string
  token: string
}
type Env = Record<string, string | undefined>

/** Nobody but its owner reads or writes it. */
const OWN = 0o600
const isWindows = process.platform === 'win32'

/** Where `motto login` keeps address and token. */
export const configFile = (env: Env): string => env.MOTTO_CONFIG || join(configFolder(env), 'motto', 'config.json')
const configFolder = (env: Env) =>
  (isWindows ? env.APPDATA : env.XDG_CONFIG_HOME) || join(env.HOME || homedir(), '.config')

/** A configuration that cannot be used. Its message says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Address and token: of the environment, else of the file. @throws ConfigError */
export async function readAccess(env: Env): Promise<Access> {
  const { MOTTO_URL: url, MOTTO_TOKEN: token } = env
  if (url && token) return { url, token }
  const saved = await readConfig(env)
  // A token goes to the address that it was given for, and to no other.
  if (token && !url) throw new ConfigError('Set MOTTO_URL, too: MOTTO_TOKEN alone does not say where it belongs.')
  if (!saved) throw new ConfigError('You are not logged in. Run motto login, or set MOTTO_URL and MOTTO_TOKEN.')
  if (url && url !== saved.url)
    throw new ConfigError(`MOTTO_URL is not the address that you logged in to (${saved.url}). Set MOTTO_TOKEN, too.`)
  return saved
}

async function readConfig(env: Env): Promise<Access | undefined> {
  const file = configFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  if (!isWindows && ((await stat(file)).mode & 0o077) !== 0)
    throw new ConfigError(`Others on this computer can read ${file}. Run: chmod 600 ${file}`)
  const { url, token } = parsed(text)
  if (typeof url !== 'string' || typeof token !== 'string')
    throw new ConfigError(`${file} is damaged. Run motto login again.`)
  return { url, token }
}

function parsed(text: string): { url?: unknown; token?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** @returns the file that keeps them now */
export async function writeConfig(env: Env, access: Access): Promise<string> {
  const file = configFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // One that is there keeps its mode when it is written.
  await rm(file, { force: true })
  await writeFile(file, `${JSON.stringify(access, undefined, 2)}\n`, { mode: OWN, flag: 'wx' })
  await chmod(file, OWN)
  return file
}

/** @returns whether there was one */
export async function deleteConfig(env: Env): Promise<boolean> {
  const file = configFile(env)
  return rm(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw new ConfigError(`${file} cannot be deleted (${error.code}).`)
    },
  )
}
