import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { readiness } from './launch.ts'
import { temporaryFolder } from './testing/setup/memory.ts'

const root = temporaryFolder()
const apps: ChildProcess[] = []
afterAll(() => {
  for (const app of apps) app.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 20 })
})

interface Started {
  app: ChildProcess
  output: () => string
  complaints: () => string
}

function start(env: NodeJS.ProcessEnv): Started {
  const app = spawn(process.execPath, ['server/launch.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      // As `bin/run` tells it: else each start reads and strips the sources anew.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: join(root, 'data'),
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  apps.push(app)
  let output = ''
  let complaints = ''
  app.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  app.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  return { app, output: () => output, complaints: () => complaints }
}

async function ready(started: Started): Promise<string> {
  const url = () => /^Motto is ready at (\S+)$/m.exec(started.output())?.[1]
  await vi.waitUntil(() => url() || started.app.exitCode !== null, { timeout: 80_000 })
  expect(started.complaints()).toBe('')
  return url() ?? ''
}

async function refusal(env: NodeJS.ProcessEnv): Promise<{ code: number | null; sentence: string }> {
  const started = start(env)
  const [code] = (await once(started.app, 'close')) as [number | null]
  return { code, sentence: started.complaints() }
}

const databasePid = () => Number(readFileSync(join(root, 'data/db/postmaster.pid'), 'utf8').split('\n')[0])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('of several processes, each says at its start where it listens itself', () => {
  const shared = {
    DATABASE_URL: 'postgres://motto@db/motto',
    HOST: '0.0.0.0',
    PORT: '3005',
    PUBLIC_URL: 'https://shop.example.com',
  }
  expect(readiness(readConfig({ PORT: '3005' }))).toBe('Motto is ready at http://localhost:3005')
  expect(readiness(readConfig({ ...shared, ROLE: 'api' }))).toBe(
    'Motto is ready at http://0.0.0.0:3005 (serves https://shop.example.com)',
  )
  expect(readiness(readConfig({ ...shared, ROLE: 'worker' }))).toBe(
    'Motto is ready at http://0.0.0.0:3005 (worker: jobs, health and metrics)',
  )
})

describe('a start of Motto', { timeout: 240_000 }, () => {
  it('says where it is, answers there, and keeps a second one away', async () => {
    const started = start({})
    const url = await ready(started)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    const second = await refusal({})
    expect(second).toEqual({
      code: 1,
      sentence: `DATA_DIR ${root}/data is in use by another Motto (pid ${started.app.pid}). Stop it, or choose another DATA_DIR.\n`,
    })
    const port = new URL(url).port
    const neighbour = await refusal({ PORT: port, DATA_DIR: join(root, 'other') })
    expect(neighbour.sentence).toBe(
      `Port ${port} (PORT) is already in use. Stop the other program, or set another port, for example PORT=${Number(port) + 10}.\n`,
    )

    const pid = databasePid()
    started.app.kill('SIGTERM')
    const [code] = (await once(started.app, 'close')) as [number | null]
    expect(code).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('leaves nothing running when it is killed, and comes up again', async () => {
    const killed = start({})
    await ready(killed)
    const pid = databasePid()
    killed.app.kill('SIGKILL')
    const again = start({})
    expect(await ready(again)).toMatch(/^http:\/\/localhost:\d+$/)
    expect(isAlive(pid)).toBe(false)
    again.app.kill('SIGINT')
    expect(await once(again.app, 'close')).toEqual([0, null])
  })

  it('stops at a wrong setting with one sentence', async () => {
    expect(await refusal({ ROLE: 'boss' })).toEqual({
      code: 1,
      sentence: 'ROLE must be all, api or worker, not "boss": for example ROLE=all.\n',
    })
    const { code, sentence } = await refusal({ DATABASE_URL: 'postgres://motto@127.0.0.1:1/motto' })
    expect(code).toBe(1)
    expect(sentence).toMatch(
      /^DATABASE_URL names a database that cannot be used \(.*ECONNREFUSED.*\): check that .*\.\n$/,
    )
  })
})
