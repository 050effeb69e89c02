import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BuiltId } from '#contract/channels/names.ts'
import { channelOf, channels, isBuilt } from '#channels/registry.ts'
import { type Config, readConfig } from '../server/config.ts'
import { StartError } from '../server/start-error.ts'
import { accountOf, accountsOf, chooseAccount, openInstallation } from './lib/certify/account.ts'
import { type Account, type Certified, certify } from './lib/certify/certify.ts'
import { writeFixture, writeRecording } from './lib/certify/recording.ts'
import { isClean, reportLines, stepLine } from './lib/certify/report.ts'

const usage = `Name a channel: npm run certify -- ${Object.keys(channels).join('|')} [--read] [--yes] [--account NUMBER]
Or make a test fixture of a recording: npm run certify -- fixture FILE`

/** The first Ctrl-C ends the walk in order, so that the test product is deleted; the second ends the process. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130)
      console.error('Stopping. Motto deletes the test product first.')
      stop.abort()
    })
  return stop.signal
}

/** @throws StartError when somebody would see the test product and nobody agreed to that */
function mustBeAgreed(id: BuiltId, agreed: boolean): void {
  const { trial, name } = channelOf(id)
  if (trial?.seenBy && !agreed)
    throw new StartError(
      `${name} has no hidden products. ${trial.seenBy} Add --yes to go on, or --read to change nothing.`,
    )
}

async function certified(config: Config, id: BuiltId, account: Account, whole: boolean): Promise<Certified> {
  const outcome = await certify({
    id,
    account,
    whole,
    now: () => new Date(),
    signal: stopOnSignal(),
    report: async (result) => {
      if (result.state !== 'running') console.log(stepLine(result))
    },
  })
  for (const line of reportLines(outcome)) console.log(line)
  console.log(
    `Recorded without secrets, names or addresses: ${writeRecording(config.dataDir, id, outcome, new Date())}`,
  )
  return outcome
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { read: { type: 'boolean' }, yes: { type: 'boolean' }, account: { type: 'string' } },
  })
  const [command = '', file] = positionals
  if (command === 'fixture' && file) return console.log(`Wrote ${writeFixture(file)}`)
  if (!isBuilt(command as BuiltId)) throw new StartError(usage)
  const id = command as BuiltId
  const whole = values.read !== true
  if (whole) mustBeAgreed(id, values.yes === true)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const { services, close } = await openInstallation(config)
  try {
    const chosen = chooseAccount(id, await accountsOf(services, id), values.account)
    console.log(`Checking ${channelOf(id).name}: ${chosen.name}`)
    const outcome = await certified(config, id, await accountOf(services, id, chosen), whole)
    process.exitCode = isClean(outcome) ? 0 : 1
  } finally {
    await close()
  }
}

try {
  await run()
} catch (error) {
  const expected = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
}
