import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { type Config, readConfig } from './config.ts'
import type { DatabaseConnection } from './db/connection/open-database.ts'
import { openDatabase } from './db/connection/open.ts'
import { needsSandbox, startSandboxProcess } from './sandbox-process.ts'
import { StartError } from './start-error.ts'

/** SIGTERM to exit, at most: ten seconds are promised. */
const STOP_MS = 9_000

export interface Launched {
  config: Config
  connection: DatabaseConnection
  /** Where this process itself listens. */
  url: string
}
export interface LaunchOptions {
  /** Where DATA_DIR is when the environment does not say; what .env says of it is then not asked. */
  dataDir?: string
  /** Does what must be done once everything runs, before that is said. @returns lines to print after it */
  prepare?: (launched: Launched) => Promise<string[]>
}

/** Starts all of Motto as the environment says, prints where it is, and ends it in order at SIGTERM or Ctrl-C. */
export async function launch(o: LaunchOptions = {}): Promise<void> {
  const started: (() => Promise<void>)[] = []
  stopOnSignal(started)
  try {
    await start(o, started)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    await stopAll(started)
    process.exit(1)
  }
}

async function start({ dataDir, prepare }: LaunchOptions, started: (() => Promise<void>)[]): Promise<void> {
  if (dataDir) process.env['DATA_DIR'] ||= dataDir
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(await choosePorts(process.env))
  const log = (line: string) => console.error(line)
  const main = import('./main.ts')
  main.catch(() => {}) // it is awaited below, maybe after it has failed
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    listenUrl: config.listenUrl,
    dataDir: config.dataDir,
    log,
  })
  started.push(database.stop)
  const withSandbox = await needsSandbox(config)
  // Now rather than in the middle, and after the data folder: that one is taken says more.
  await tryPort('PORT', config.port, config.host)
  if (withSandbox) await tryPort('SANDBOX_PORT', config.sandboxPort, '127.0.0.1')
  const sandbox = withSandbox ? startSandboxProcess(config, log) : undefined
  if (sandbox) started.push(sandbox.stop)
  const { startServer } = await main
  const server = await startServer({ config, connection: database.connection })
  started.push(server.stop)
  sweep()
  await sandbox?.ready
  const lines = await prepare?.({ config, connection: database.connection, url: `http://127.0.0.1:${config.port}` })
  console.log(readiness(config))
  for (const line of lines ?? []) console.log(line)
}

/** Where browsers reach Motto; of several processes, each says where it listens itself. */
export function readiness({ role, host, port, publicUrl }: Config): string {
  if (role === 'all') return `Motto is ready at ${publicUrl}`
  const here = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return role === 'api'
    ? `Motto is ready at ${here} (serves ${publicUrl})`
    : `Motto is ready at ${here} (worker: jobs, health and metrics)`
}

/** To start leaves a fifth of the memory to give back, which nothing would ask for. Does nothing without `--expose-gc`, which `bin/run` sets. */
function sweep(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
}

/** Others need to know our ports before we listen, so 0 becomes a free port here. */
async function choosePorts(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { port, sandboxPort, host } = readConfig(env)
  return {
    ...env,
    ...(port === 0 ? { PORT: await tryPort('PORT', 0, host) } : {}),
    ...(sandboxPort === 0 ? { SANDBOX_PORT: await tryPort('SANDBOX_PORT', 0, '127.0.0.1') } : {}),
  }
}

/** @throws StartError when nobody can listen there */
async function tryPort(name: string, port: number, host: string): Promise<string> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    throw explain(name, port, host, (error as NodeJS.ErrnoException).code)
  }
  const { port: chosen } = server.address() as AddressInfo // listening on TCP, it is never a path
  await new Promise((resolve) => server.close(resolve))
  return String(chosen)
}

function explain(name: string, port: number, host: string, code: string | undefined): StartError {
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} (${name}) is already in use. Stop the other program, or set another port, for example ${name}=${port + 10}.`,
    )
  if (code === 'EACCES')
    return new StartError(
      `Port ${port} (${name}) needs administrator rights. Set another port, for example ${name}=3000.`,
    )
  return new StartError(
    `HOST ${host} isn’t an address of this machine (${code}). Set another one, for example HOST=127.0.0.1.`,
  )
}

function stopOnSignal(started: (() => Promise<void>)[]): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1) // asked twice: at once; the children go with us
    stopping = true
    setTimeout(() => process.exit(0), STOP_MS).unref()
    stopAll(started).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Last started, first stopped. */
async function stopAll(started: (() => Promise<void>)[]): Promise<void> {
  while (true) {
    const stop = started.pop()
    if (!stop) return
    await stop()
  }
}

if (import.meta.main) await launch()
