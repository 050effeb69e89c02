import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Said, deviations, isEveryChannelDescribed } from '#channels/testing/published/published.ts'
import { skipNote } from '#channels/testing/published/specs.ts'

/*
 * Runs when all journeys are over: what was said with the channels on their way is held against the channels' published descriptions, as the conformance
 * suites do with their own calls.
 */

const folder = process.env['SANDBOX_TRAFFIC']
const exchanges = () =>
  readdirSync(folder ?? '').flatMap((file) =>
    readFileSync(join(folder ?? '', file), 'utf8')
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line) as Said] : [])),
  )
const skipped = folder === undefined ? ' (skipped: no journey ran before)' : skipNote(isEveryChannelDescribed)

it.skipIf(skipped !== '')(`what the journeys said with the channels is what the channels describe${skipped}`, () => {
  const all = exchanges()
  const counted = Map.groupBy(all, ({ channel }) => channel)
  for (const [channel, { length }] of counted)
    console.log(`${channel}: ${length} different calls of journeys held against its description`)
  expect(deviations(all)).toEqual([])
})
