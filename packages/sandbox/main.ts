import type { AddressInfo } from 'node:net'
import { Calls } from './kit/host/calls.ts'
import { makeControl } from './kit/host/control.ts'
import { Clock } from './kit/host/clock.ts'
import { Faults } from './kit/host/faults.ts'
import { type Lag, LagOfChannel } from './kit/host/lag.ts'
import { type Mounted, makeServer } from './kit/host/server.ts'
import type { SimContext, Simulator } from './kit/simulator.ts'
import { openStore } from './kit/host/store.ts'
import { Traffic } from './kit/host/traffic.ts'
import { Webhooks } from './kit/host/webhooks.ts'
import { type Entry, registry } from './registry.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** `:memory:` forgets everything at the end. */
  stateFile?: string
  /** The app that consent pages send the browser back to. */
  appUrl?: string
  now?: () => Date
  /** How late the channels are at first. Absent: as real ones are. */
  lag?: Lag
  /** The app that is registered with each channel. Absent: one of the sandbox's own, `motto-on-<channel>`. */
  apps?: Record<string, Partial<SimContext['app']>>
  /** Simulators instead of its own. */
  channels?: Record<string, Entry>
  /** Of the chance with which faults given as a rate strike. */
  seed?: number
  /** A folder that keeps what is said with the channels. Absent: it is forgotten. */
  traffic?: string
}
export interface Sandbox {
  url: string
  port: number
  simulators: Map<string, Simulator>
  stop(): Promise<void>
}

/** Starts every channel's simulator and their control page in this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', stateFile = ':memory:', appUrl: knownUrl, now = () => new Date() } = options
  const appUrl = knownUrl ?? 'http://localhost:3000'
  const file = openStore(stateFile)
  const clock = new Clock(file.channel('the sandbox'), now)
  const faults = new Faults(options.seed)
  const calls = new Calls()
  const channels = new Map<string, Mounted>()
  const queues: Webhooks[] = []
  const control = makeControl({
    channels,
    faults,
    calls,
    clock,
    lifts: { count: 0 },
    forgetWebhooks: () => queues.forEach((queue) => queue.clear()),
  })
  const traffic = options.traffic === undefined ? undefined : new Traffic(options.traffic)
  const server = makeServer({ channels, faults, calls, traffic, control })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  // Listening on a TCP port, `address` is never a path.
  const at = (server.address() as AddressInfo).port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${at}`
  for (const [id, entry] of Object.entries(options.channels ?? registry)) {
    const lag = new LagOfChannel(file.channel(`${id} lag`), options.lag)
    const queue = new Webhooks({
      channel: id,
      store: file.channel(`${id} webhooks`),
      faults,
      now: clock.now,
      lag: () => lag.get().webhooks,
      gaveUp: ({ subscription }) => subscription !== undefined && channels.get(id)?.simulator.gaveUp?.(subscription),
    })
    queues.push(queue)
    clock.onMove(() => queue.clockMoved())
    const app = { ...ownApp(id), redirectUri: `${appUrl}/oauth/${id}`, ...options.apps?.[id] }
    const context: SimContext = {
      store: file.channel(id),
      now: clock.now,
      machine: clock.machine,
      lag: () => lag.get(),
      baseUrl: `${url}/${id}`,
      app,
      ...(knownUrl !== undefined && { appUrl: knownUrl }),
      deliver: (hook) => queue.deliver(hook),
    }
    channels.set(id, { name: entry.name, simulator: entry.make(context), lag })
  }
  return {
    url,
    port: at,
    simulators: new Map([...channels].map(([id, { simulator }]) => [id, simulator])),
    async stop() {
      for (const queue of queues) queue.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      file.close()
    },
  }
}

const ownApp = (id: string) => ({
  clientId: `motto-on-${id}`,
  clientSecret: `secret-of-${id}`,
  redirectName: `motto-on-${id}`,
})

/** @throws Error with one clear sentence when a setting is wrong */
function readEnvironment(env: NodeJS.ProcessEnv): SandboxOptions {
  const port = Number(env['PORT'] ?? env['SANDBOX_PORT'] ?? 3001)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT must be a whole number from 0 to 65535.')
  const appUrl = (env['SANDBOX_APP_URL'] ?? 'http://localhost:3000').replace(/\/+$/, '')
  if (!URL.canParse(appUrl)) throw new Error('SANDBOX_APP_URL must be an address such as http://localhost:3000.')
  const apps = Object.fromEntries(
    Object.keys(registry).map((id) => {
      const settings = Object.entries({
        clientId: 'CLIENT_ID',
        clientSecret: 'CLIENT_SECRET',
        redirectName: 'REDIRECT_NAME',
        redirectUri: 'REDIRECT_URI',
      }).flatMap(([part, name]) => {
        const value = env[`SANDBOX_${id.toUpperCase()}_${name}`]
        return value ? [[part, value]] : []
      })
      return [id, { ...Object.fromEntries(settings), ...readSecrets(id, env) }]
    }),
  )
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    stateFile: env['SANDBOX_STATE'] || './data/sandbox.sqlite',
    appUrl,
    apps,
    ...(env['SANDBOX_TRAFFIC'] && { traffic: env['SANDBOX_TRAFFIC'] }),
  }
}

/** What the channel gave the app besides, as JSON by name. */
function readSecrets(id: string, env: NodeJS.ProcessEnv): { secrets?: Record<string, string> } {
  const secrets = env[`SANDBOX_${id.toUpperCase()}_SECRETS`]
  return secrets ? { secrets: JSON.parse(secrets) as Record<string, string> } : {}
}

async function main(): Promise<void> {
  const sandbox = await startSandbox(readEnvironment(process.env))
  const end = () => void sandbox.stop().then(() => process.exit(0))
  process.once('SIGTERM', end).once('SIGINT', end)
  if (process.env['SANDBOX_PARENT'] === '1') process.stdin.on('end', end).on('error', end).resume()
  console.log(`Sandbox is ready at ${sandbox.url}`)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(`The sandbox cannot start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  })
}
