import type { RuleSet } from '#contract/mappings/mappings.ts'
import { type Difference, ruleDifference } from '#domain/listings/rules/difference.ts'
import type { RuledProduct } from '#domain/listings/rules/ruled.ts'
import { type RuleRun, compile } from '#domain/mappings/dynamic.ts'
import { Meter } from '#domain/products/attributes/meter.ts'
import type { Ctx } from '../../context.ts'
import { MeteredBatch, isLight } from '../../threads/metered.ts'
import type { Work, Working } from '../../threads/protocol.ts'

/* How products read by two sets of rules: compared here where that is little work, else on a thread that runs this same module. */

type Compared = Difference & { spent: number }

function comparedBy(product: RuledProduct, before: RuleRun | undefined, after: RuleRun | undefined, meter: Meter) {
  const then = new Meter()
  const meters = [then, meter]
  const difference = ruleDifference(product, before, after, () => meters.shift() ?? meter)
  return { ...difference, spent: then.spent + meter.spent }
}

interface Item {
  product: RuledProduct
  /** Places among the rules of the batch, −1 for none. */
  before: number
  after: number
}
const begin: Working<readonly (readonly RuleSet[])[], Item, Compared> = (shared) => {
  const rules = shared.map((mappings) => compile(mappings))
  return ({ product, before, after }, meter) => comparedBy(product, rules[before], rules[after], meter)
}
export const work: Work<readonly (readonly RuleSet[])[], Item, Compared> = { url: import.meta.url, begin }

type Rules = RuleRun | undefined
/** Compares products one after the other. */
export class ComparedRules {
  readonly #batch: MeteredBatch<Item, Compared>
  readonly #rules: readonly RuleRun[]

  /** @param rules all that its products may follow, before and after */
  constructor({ services, organizationId }: Ctx, rules: readonly Rules[]) {
    this.#rules = [...new Set(rules.flatMap((run) => run ?? []))]
    this.#batch = new MeteredBatch(() =>
      services.threads.batch(
        organizationId,
        work,
        this.#rules.map(({ mappings }) => mappings),
      ),
    )
  }

  /** @param request counts what all products of a request read and write */
  async difference(product: RuledProduct, before: Rules, after: Rules, request?: Meter): Promise<Difference> {
    const at = (rules: Rules) => (rules ? this.#rules.indexOf(rules) : -1)
    const outcome = await this.#batch.run<Compared>({
      isLight: isLight(product, before?.mappings, after?.mappings),
      here: (meter) => comparedBy(product, before, after, meter),
      item: () => ({ product, before: at(before), after: at(after) }),
      read: (compared) => compared,
    })
    if (!('result' in outcome))
      return { changed: undefined, excess: { ...(outcome.at ?? { product: true }), isLate: true } }
    const { spent, ...difference } = outcome.result
    request?.take(spent)
    return difference
  }

  end(): void {
    this.#batch.end()
  }
}
