import type { z } from 'zod'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { PriceRuleChange } from '#contract/pricing/price-rule.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import { oweAll } from '../outbox/service.ts'
import * as queries from './queries.ts'
import { view } from './service.ts'

/** Keeps what an account asks for our prices; its listings that sync are told. @throws not_found, invalid_input */
export const savePriceRule = (
  ctx: Ctx,
  { integrationId, rule }: z.output<typeof PriceRuleChange>,
): Promise<Integration> =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lock(ctx, integrationId)
    if (!row) throw new AppError('not_found')
    const own = await queries.currencyOf(ctx)
    if (rule && (rule.from !== own || rule.to !== row.currency))
      throw invalid(
        'rule.rate',
        `Your prices are in ${own} and this account sells in ${row.currency} now. Load the page again.`,
      )
    const saved = await queries.update(ctx, row.id, { priceRule: rule && JSON.stringify(rule) })
    if (!saved) throw new AppError('not_found')
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'price rule',
      old: { priceRule: row.priceRule },
      new: { priceRule: rule },
    })
    await oweAll(ctx, { integrationId: row.id }, 'revise')
    return view(ctx, saved)
  })
