import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const READY_MS = 120_000

/**
 * Below those that systems lend to outgoing calls: one of these stays free while the process that listens on it starts again. Files that run at the
 * same time have ports of their own, as one may be drawn by two before either listens.
 */
const LANES = 4
const lane = Number(process.env['VITEST_POOL_ID'] ?? 0) % LANES
const EACH = 4000
const PORTS = { from: 15_000 + lane * EACH, to: 15_000 + (lane + 1) * EACH }
const ports = new Set<number>()

/** A port that nobody listens on and that was not given before. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to)
  if (ports.has(port) || !(await isFree(port))) return freePort()
  ports.add(port)
  return port
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (free) await new Promise((done) => server.close(done))
  return free
}

/** One running process of Motto, as `npm start` runs it. */
export interface Motto {
  /** The address that browsers use. */
  url: string
  /** Where this very process listens; the same unless several share one address. */
  ownUrl: string
  sandboxUrl: string
  dataDir: string
  /** What it printed so far. */
  output(): string
  /** Undefined when it runs no more. */
  pid(): number | undefined
  /** As a power cut would: no chance to clean up. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Starts again on the same folder and ports. */
  start(): Promise<void>
}

/** Starts Motto on a folder and ports of its own. @param env over the defaults, as an operator would set them @param script another way to start it, with its arguments @param program that runs the script @param readyMs a start that takes longer has failed */
export async function startMotto(
  env: Record<string, string> = {},
  script = 'server/launch.ts',
  program = process.execPath,
  readyMs = READY_MS,
): Promise<Motto> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'motto-e2e-'))
  const port = env.PORT ?? String(await freePort())
  const sandboxPort = env.SANDBOX_PORT ?? String(await freePort())
  const settings = {
    DATA_DIR: dataDir,
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
    ...env,
  }
  let child: ChildProcess | undefined
  let output = ''
  const start = async () => {
    child = spawn(program, script.split(' '), {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const from = output.length
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const until = performance.now() + readyMs
    while (!output.includes('Motto is ready at', from)) {
      if (child.exitCode !== null || performance.now() > until) {
        await end('SIGKILL') // another start would meet it at its ports
        throw new Error(`Motto did not start:\n${output.slice(from)}`)
      }
      await new Promise((done) => setTimeout(done, 25))
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
  }
  await start()
  return {
    url: settings.PUBLIC_URL,
    ownUrl: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    output: () => output,
    pid: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
