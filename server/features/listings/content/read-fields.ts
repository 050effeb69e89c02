import type { z } from 'zod'
import type { Field } from '#contract/channels/describe.ts'
import { entriesIn } from '#domain/listings/content/attributes.ts'

interface Reader {
  /** The channel's, as people say it. */
  name: string
  fields: z.ZodType
}

export interface ReadFields {
  fields: Record<string, unknown>
  /** What cannot be sent, by field. */
  problems: Record<string, string>
}

/** Judged as the title and the description of the listing, by the channel's own rules. */
const judgedElsewhere = new Set<Field['kind']>(['title', 'html'])

/**
 * A listing's fields as its channel takes them. What a reference brings in may be too long for one: it is left out and told, and nothing else is
 * blank because of it.
 */
export function readFields(
  { name: channel, fields }: Reader,
  described: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): ReadFields {
  const read = fields.safeParse(values)
  if (read.success) return { fields: read.data as ReadFields['fields'], problems: {} }
  const problems: ReadFields['problems'] = {}
  const left = { ...values }
  const bad = Map.groupBy(read.error.issues, ({ path: [field] }) => String(field))
  for (const [field, issues] of bad) {
    const { entries, kind } = described.find(({ name }) => name === field) ?? {}
    const all = entriesIn(values, field)
    const wrong = new Set(issues.map(({ path: [, at] }) => at))
    if (entries) left[field] = all.filter((_, at) => !wrong.has(at))
    else delete left[field]
    for (const issue of issues) {
      const entry = entries && all[Number(issue.path[1])]
      if (kind && judgedElsewhere.has(kind)) continue
      problems[entry ? `${field}.${String(entry[entries.name])}` : field] ??= sentenceOf(channel, issue)
    }
  }
  const rest = fields.safeParse(left).data ?? fields.parse({})
  return { fields: rest as ReadFields['fields'], problems }
}

const sentenceOf = (channel: string, issue: z.core.$ZodIssue): string =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? `${channel} allows up to ${issue.maximum.toLocaleString('en-US')} characters here, including inserted attributes. Shorten the text.`
    : `${channel} doesn’t accept this value here. Enter another one.`
