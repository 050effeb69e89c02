import { execFile, type SpawnOptions } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, noDatabase } from './binaries.ts'

const exec = promisify(execFile)

export interface Owner {
  uid: number
  gid: number
}
/** A way to run the database's programs: PostgreSQL refuses to run as root. */
export interface Runner {
  /** Put before the command. */
  prefix: string[]
  /** Whom to become; undefined stays as we are. */
  user: Owner | undefined
}

export const asWeAre: Runner = { prefix: [], user: undefined }
/** A user namespace of its own: inside we are `nobody`, outside the files stay root's. */
const asInnerNobody: Runner = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
  user: undefined,
}

/**
 * Finds a way that works here: as we are; for root as the folder's owner, through a user namespace, at last as `nobody`.
 * @param owner of the database's files where there are some
 * @param folder that the database must be able to enter
 * @throws StartError when nothing works
 */
export async function chooseRunner(binaries: Binaries, owner: Owner | undefined, folder: string): Promise<Runner> {
  const root = process.getuid?.() === 0
  const runners = root ? await runnersOfRoot(owner) : [asWeAre]
  const failures: string[] = []
  for (const runner of runners) {
    try {
      // Its version shows that the program runs; entering the folder, that the way to it is open.
      await run(runner, ['sh', '-c', '"$1" --version && cd "$2"', 'sh', binaries.postgres, folder])
      return runner
    } catch (error) {
      failures.push(lastLine(error))
    }
  }
  const why = [...new Set(failures)].join('; ')
  if (isMusl())
    throw noDatabase('The embedded database needs glibc, which this system (Alpine or another with musl) does not have')
  if (!root) throw noDatabase(`The embedded database cannot run here (${why})`)
  throw noDatabase(
    `The embedded database cannot run as root here: user namespaces are not allowed, and the user nobody cannot reach ` +
      `${folder} or ${dirname(binaries.postgres)} (${why})`,
    'start Motto as an ordinary user, or ',
  )
}

/** Runs a program to its end. @returns what it printed */
export const run = async (
  runner: Runner,
  command: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => {
  const [program = '', ...parameters] = [...runner.prefix, ...command]
  const { stdout } = await exec(program, parameters, { ...options, ...runner.user })
  return stdout
}

/** What `spawn` needs to run as the runner does. */
export const spawnOptions = (runner: Runner): Pick<SpawnOptions, 'uid' | 'gid'> => ({ ...runner.user })

async function runnersOfRoot(owner: Owner | undefined): Promise<Runner[]> {
  if (owner && owner.uid !== 0) return [{ prefix: [], user: owner }]
  return [asInnerNobody, { prefix: [], user: await nobody() }]
}

async function nobody(): Promise<Owner> {
  const id = async (flag: string) => Number((await exec('id', [flag, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1) ?? ''
}

function isMusl(): boolean {
  if (process.platform !== 'linux' || !process.report) return false
  // Looking up the names of open connections could take seconds (not yet in the types).
  const source: { excludeNetwork?: boolean; getReport(): object } = process.report
  source.excludeNetwork = true
  const report: { header?: { glibcVersionRuntime?: string } } = source.getReport()
  return report.header?.glibcVersionRuntime === undefined
}
