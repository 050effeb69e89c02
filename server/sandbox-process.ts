import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ended } from './children.ts'
import type { ChannelConfig, Config } from './config.ts'
import { settings } from './settings.ts'
import { StartError } from './start-error.ts'

const script = fileURLToPath(new URL('../packages/sandbox/main.ts', import.meta.url))
const RESTART_MS = { first: 250, most: 15_000 }
/** After this it is killed: its state is durable at any moment. */
const STOP_MS = 2_000

/** Whether the channels' hosts are those of a sandbox that we are to run. */
export async function needsSandbox({
  channelMode,
  role,
  channels,
  sandboxPort,
  databaseUrl,
}: Config): Promise<boolean> {
  const here = `http://127.0.0.1:${sandboxPort}/`
  const meant = Object.values(channels).some(({ origins }) =>
    Object.values(origins).some((origin) => origin.startsWith(here)),
  )
  if (channelMode !== 'sandbox' || role === 'worker' || !meant) return false
  // Processes that share a database share the sandbox that the first of them started.
  return !(
    databaseUrl &&
    (await fetch(here).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
}

/**
 * Runs the channels' simulators in a process that ends with ours, again whenever it dies.
 * `ready` fails with a StartError when its first start does.
 */
export function startSandboxProcess(
  config: Config,
  log: (line: string) => void,
): { ready: Promise<void>; pid(): number | undefined; stop(): Promise<void> } {
  const stopping = new AbortController()
  let child = run(config)
  const ready = becomesReady(child)
  const supervision = (async () => {
    try {
      await ready
    } catch {
      return // whoever awaits `ready` is told
    }
    for (let wait = RESTART_MS.first; ; wait = Math.min(wait * 2, RESTART_MS.most)) {
      await ended(child)
      if (stopping.signal.aborted) return
      log('The channel sandbox ended unexpectedly; starting it again.')
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {}) // stopping ends the wait, and then the loop
      if (stopping.signal.aborted) return
      child = run(config)
      child.stderr?.pipe(process.stderr)
    }
  })()
  return {
    ready,
    pid: () => child.pid,
    async stop() {
      stopping.abort()
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      child.stdin?.end()
      await ended(child)
      clearTimeout(kill)
      await supervision
    },
  }
}

function run(config: Config): ChildProcess {
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C in the terminal is for us alone: what still runs may need its answers
    env: {
      ...withoutSecrets(process.env),
      PORT: String(config.sandboxPort),
      HOST: '127.0.0.1',
      SANDBOX_PARENT: '1', // it ends when its input does
      SANDBOX_STATE: join(config.dataDir, 'sandbox.sqlite'),
      SANDBOX_APP_URL: config.publicUrl,
      ...Object.fromEntries(Object.entries(config.channels).flatMap(([id, channel]) => credentials(id, channel))),
    },
  })
  child.stdout.resume()
  return child
}

/** It plays the other side: the keys to our database, mail server and tokens are none of its business. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !settings[name]?.secret))

const credentials = (id: string, { clientId, clientSecret, redirect, secrets }: ChannelConfig) => {
  const name = (what: string) => `SANDBOX_${id.toUpperCase()}_${what}`
  return [
    [name('CLIENT_ID'), clientId],
    [name('CLIENT_SECRET'), clientSecret],
    [name('SECRETS'), JSON.stringify(secrets)],
    ...(URL.canParse(redirect) ? [[name('REDIRECT_URI'), redirect]] : [[name('REDIRECT_NAME'), redirect]]),
  ]
}

/** It prints a line once it listens; before that, why it cannot. */
async function becomesReady(child: ChildProcess): Promise<void> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const listens = new Promise<boolean>((resolve) => child.stdout?.once('data', () => resolve(true)))
  const ready = await Promise.race([listens, ended(child).then(() => false)])
  child.stderr?.removeAllListeners('data').pipe(process.stderr)
  if (ready) return
  throw new StartError(complaint.trim() || 'The channel sandbox cannot start.')
}
