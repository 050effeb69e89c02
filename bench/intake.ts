import { takeIn } from '#server/features/orders/intake.ts'
import { channelOrder, makeIntegration, orderLine } from '#server/testing/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Services } from '#server/context.ts'
import type { Row } from './report.ts'

const ORDERS = 2000
const AT_ONCE = 4

/** Orders taken in per second, each in its own transaction with its stock movement, by four at once. */
export async function benchIntake(services: Services): Promise<Row[]> {
  const { ctx } = await makeSeller(services)
  const template = await makeTemplate(ctx)
  const skus: string[] = []
  for (let n = 0; n < 50; n += 1) skus.push((await makeProduct(ctx, template.id, { quantity: 100_000 })).sku)
  const integration = await makeIntegration(ctx)
  const orders = Array.from({ length: ORDERS }, (_, n) => channelOrder({ externalOrderId: `BENCH-${n}`, lines: [orderLine({ externalId: `L-${n}`, sku: skus[n % skus.length] ?? '', quantity: 1 })] }))
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, w) => takeIn(ctx, integration, orders.filter((_, n) => n % AT_ONCE === w))))
  const perSecond = (ORDERS * 1000) / (performance.now() - began)
  return [{ benchmark: `orders taken in, ${AT_ONCE} at once`, ours: `${perSecond.toFixed(0)}/s`, floor: '', ratio: '', goal: '' }]
}
