import { type DatedRule, datedRules } from '#contract/channels/dated-rules.ts'
import type { ChannelId } from '#contract/channels/names.ts'

/** The rules that concern an account. @param settings with what they are where nobody has chosen */
export const rulesFor = (channel: ChannelId, settings: object): DatedRule[] =>
  datedRules.filter(
    (rule) =>
      rule.channel === channel &&
      rule.when.every(({ setting, is, isNot }) => {
        const value = String((settings as Record<string, unknown>)[setting] ?? '')
        return (is?.includes(value) ?? true) && !isNot?.includes(value)
      }),
  )

/** Whether some of these fields are what a rule names. */
export const isAbout = (named: readonly string[], fields: readonly string[]): boolean =>
  named.some((name) => fields.some((field) => (name.endsWith('.') ? field.startsWith(name) : field === name)))

const DAY_MS = 86_400_000
/** Days before a rule applies from which it needs attention. */
export const WARNED_DAYS = 90
/** Days from today until a day. */
export const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / DAY_MS)
