import type { Mapped, RuleRun, Ruled } from '../../mappings/dynamic.ts'
import { nameKey } from '../../products/attributes/values.ts'
import { type RuledProduct, ruled } from './ruled.ts'

/** What rules made of one text or attribute. */
export interface Made {
  /** `Title`, `Description`, or the attribute's name. */
  target: string
  isText: boolean
  before: string
  after: string
  /** The rules that changed it, in order. */
  by: Pick<Mapped, 'mapping' | 'rule' | 'because'>[]
}

/** What rules make of a product: what they change, and what they would change if it did not override them (MAP-099, MAP-100). */
export function madeBy(
  product: RuledProduct,
  rules: RuleRun,
): { changed: Made[]; overridden: Pick<Made, 'target' | 'before'>[]; stopped?: Ruled['stopped'] } {
  const { changes, stopped } = ruled({ product, rules })
  const changed = grouped(changes)
  const overriding = product.attributes.filter((a) => a.overrideDynamicMapping)
  if (overriding.length === 0) return { changed, overridden: [], stopped }
  const bare = { ...product, attributes: product.attributes.map((a) => ({ ...a, overrideDynamicMapping: false })) }
  const would = new Set(grouped(ruled({ product: bare, rules }).changes).map(({ target }) => nameKey(target)))
  return {
    changed,
    stopped,
    overridden: overriding
      .filter(({ name }) => would.has(nameKey(name)))
      .map(({ name, value }) => ({ target: name, before: value })),
  }
}

const labels: Record<string, string> = { title: 'Title', description: 'Description' }

function grouped(changes: readonly Mapped[]): Made[] {
  const of = Map.groupBy(changes, ({ isText, target }) => `${isText} ${nameKey(target)}`)
  return [...of.values()].flatMap((own): Made[] => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last || first.before === last.after) return []
    const { isText, target, before } = first
    return [
      {
        target: isText ? (labels[target] ?? target) : target,
        isText,
        before,
        after: last.after,
        by: own.map(({ mapping, rule, because }) => ({ mapping, rule, because })),
      },
    ]
  })
}
