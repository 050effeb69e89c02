import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Refused } from '../channels/testing/refusals/case.ts'
import { ebayRefusals } from '../channels/testing/refusals/ebay.ts'
import { etsyRefusals } from '../channels/testing/refusals/etsy.ts'
import {
  bigcommerceRefusals,
  cloverRefusals,
  shopifyRefusals,
  squareRefusals,
} from '../channels/testing/refusals/stores.ts'
import { csvRefusals } from '../channels/testing/refusals/sheets.ts'
import { type BuiltId, channelNames } from '../contract/channels/names.ts'
import { root } from './lib/run-tool.ts'

type Told = Omit<Refused<never>, 'change'>
/** In the order in which channels are shown. */
const refusals: Record<BuiltId, readonly Told[]> = {
  ebay: ebayRefusals,
  etsy: etsyRefusals,
  bigcommerce: bigcommerceRefusals,
  shopify: shopifyRefusals,
  square: squareRefusals,
  clover: cloverRefusals,
  csv: csvRefusals({ spreadsheetId: '', sheetId: 0, cellOf: () => '' }),
}

const row = ({ field, what, unheard, source }: Told) =>
  `| \`${field}\` | ${what} | ${unheard ? 'the documentation alone' : 'the simulator, too'} | <${source}> |`

const section = ([channel, all]: [string, readonly Told[]]) => `## ${channelNames[channel as BuiltId]}

| field | refused is | refused by | says |
| --- | --- | --- | --- |
${all.map(row).join('\n')}
`

/** Which listings each channel refuses, as a page: read off the cases that the conformance suite sends. */
export const refusalsPage = (): string => `# Who refuses what

Made from \`channels/testing/refusals/\` by \`node bin/refusals.ts\`; a test compares. The conformance suite sends each of these listings to the channel's
simulator, which judges by code of its own, and asks Motto's own check beforehand: it has to name the field for at least 95 of 100 of them. Where
"the documentation alone" refuses, the simulator does not come to it: what Motto sends never does, or the channel's real answer is not known.

${Object.entries(refusals).map(section).join('\n')}`

if (import.meta.main) writeFileSync(join(root, 'docs/refusals.md'), refusalsPage())
