import { listDynamicMappings } from '#contract/mappings.ts'
import { type Ruled, type Unruled, compile } from '#domain/mappings/dynamic.ts'
import { useRead } from '#web/api.ts'
import type { Product } from './publish-panel.tsx'

/** The rules that a product follows when it is listed; undefined where it follows none, and until they are there. */
export function useRules({ id, templateId, configuration }: Product): ((product: Unruled) => Ruled) | undefined {
  const follows = configuration.dynamicMappingEnabled ?? false
  const mappings = useRead(listDynamicMappings, { query: { parentId: templateId, childId: id } }, { enabled: follows })
  if (!follows || !mappings.data?.length) return undefined
  return compile(mappings.data as Parameters<typeof compile>[0])
}
