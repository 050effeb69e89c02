import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { descriptions } from '#contract/channels/all.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { CheckResult, CheckStep } from '#contract/integrations/checks.ts'
import { withoutSecrets } from '#channels/certify/keep.ts'
import { sentValues } from '#channels/certify/product.ts'
import { isBuilt } from '#channels/registry.ts'
import { StartError } from '../../../server/start-error.ts'
import type { Certified } from './certify.ts'

const RecordedExchange = z.object({
  step: CheckStep,
  call: z.string(),
  query: z.array(z.string()),
  browsing: z.literal(true).optional(),
  request: z.unknown(),
  status: z.number(),
  answer: z.unknown(),
})
const Recording = z.object({
  channel: z.custom<BuiltId>((id) => typeof id === 'string' && isBuilt(id as BuiltId)),
  /** The day. */
  at: z.iso.date(),
  version: z.string(),
  results: z.array(CheckResult.pick({ step: true, state: true })),
  exchanges: z.array(RecordedExchange),
})
export type Recording = z.output<typeof Recording>

/** Test fixtures: what live accounts answered, without anything of theirs. */
const fixtureFolder = 'channels/testing/recorded/data'

/** Writes a recording below DATA_DIR. Nothing in it names the account. @returns its file */
export function writeRecording(dataDir: string, id: BuiltId, { results, exchanges }: Certified, now: Date): string {
  const recording: Recording = {
    channel: id,
    at: now.toISOString().slice(0, 10),
    version: descriptions[id].api.version,
    results: results.map(({ step, state }) => ({ step, state })),
    exchanges,
  }
  const file = join(dataDir, 'certify', `${id}-${now.toISOString().replaceAll(/[:.]/g, '-')}.json`)
  write(file, recording)
  return file
}

/** Makes a test fixture of a recording. Everything in it passes the same filter again. @returns its file */
export function writeFixture(from: string, folder = fixtureFolder): string {
  const recording = readRecording(from)
  const sent = sentValues('USD')
  const exchanges = recording.exchanges.map((exchange) => ({
    ...exchange,
    request: withoutSecrets(exchange.request, sent),
    answer: withoutSecrets(exchange.answer, sent),
  }))
  const file = join(folder, `${recording.channel}.json`)
  write(file, { ...recording, exchanges })
  return file
}

/** @throws StartError when the file is no recording */
export function readRecording(file: string): Recording {
  try {
    return Recording.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartError(`${file} isn’t a recording of npm run certify.`, { cause: error })
  }
}

function write(file: string, recording: Recording): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`, { mode: 0o600 })
}

/** All test fixtures that are in a folder. */
export const fixturesIn = (folder = fixtureFolder): Recording[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => readRecording(join(folder, file)))
