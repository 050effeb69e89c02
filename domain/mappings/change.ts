import type { Rule, RuledText } from '#contract/mappings/mappings.ts'
import { changedFields } from '../products/history/changed.ts'

/** A mapping as its list keeps it. */
export interface KeptMapping {
  uuid: string
  position: number
  name: string
  description: string
  active: boolean
  rules: Rule[]
}
/** One list, before and after; without a template it is the global one. */
export interface TabChange {
  templateId: number | null
  applyTo: RuledText
  before: KeptMapping[]
  after: KeptMapping[]
}
/** A change of rules, whole: what it takes to do it and to take it back. */
export interface RuleChange {
  tabs: TabChange[]
  /** What is switched off for one product: the mappings' ids. */
  switches?: { productId: number; before: string[]; after: string[] }
}

/** Whether they are the same, whatever the order of their parts' keys. */
export const same = (a: unknown, b: unknown): boolean => !changedFields({ it: a }, { it: b ?? null })

/** The way back. */
export const reversed = ({ tabs, switches }: RuleChange): RuleChange => ({
  tabs: tabs.map(({ before, after, ...tab }) => ({ ...tab, before: after, after: before })),
  ...(switches && { switches: { ...switches, before: switches.after, after: switches.before } }),
})

/** Whose products a change may concern: of one template, of all, or one product. Undefined where nothing changes. */
export function scopeOf({
  tabs,
  switches,
}: RuleChange): { templateId: number | null } | { productId: number } | undefined {
  const [first] = tabs
  if (first) return { templateId: tabs.some(({ templateId }) => templateId === null) ? null : first.templateId }
  return switches && { productId: switches.productId }
}

/** Mappings that are new, gone or different, by name. */
export function namesOf({ tabs, switches }: RuleChange): string[] {
  const changed = tabs.flatMap(({ before, after }) => {
    const then = new Map(before.map((mapping) => [mapping.uuid, mapping]))
    const now = new Set(after.map(({ uuid }) => uuid))
    return [
      ...after.filter((mapping) => !same(then.get(mapping.uuid), mapping)),
      ...before.filter(({ uuid }) => !now.has(uuid)),
    ]
  })
  const names = [...new Set(changed.map(({ name }) => name))]
  return names.length > 0 || !switches ? names : ['switched for one product']
}

const MOST_NAMED = 3
/** What a change is called in the history. */
export function titleOf(change: RuleChange): string {
  const names = namesOf(change)
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `Dynamic mapping: ${names.slice(0, MOST_NAMED).join(', ')}${more}`.slice(0, 300)
}
