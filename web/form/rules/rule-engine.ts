import type { listDynamicMappings } from '#contract/mappings/mappings.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { madeBy } from '#domain/listings/rules/made.ts'
import { compile } from '#domain/mappings/dynamic.ts'

type Mappings = CallReply<typeof listDynamicMappings>

/** The rules of these mappings, and what they make of a product. */
export function engineOf(mappings: Mappings) {
  const rules = compile(mappings as Parameters<typeof compile>[0])
  return { rules, made: (product: Parameters<typeof madeBy>[0]) => madeBy(product, rules).changed }
}
