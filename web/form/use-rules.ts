import { listDynamicMappings } from '#contract/mappings.ts'
import { type Ruled, type Unruled, compile } from '#domain/mappings/dynamic.ts'
import { useRead } from '../api.ts'

interface Follower {
  id: number
  templateId: number
  follows: boolean
}

/** The rules that a product follows when it is listed; undefined where it follows none, and until they are there. */
export function useRules({ id, templateId, follows }: Follower): {
  rules: ((product: Unruled) => Ruled) | undefined
  pending: boolean
} {
  const mappings = useRead(listDynamicMappings, { query: { parentId: templateId, childId: id } }, { enabled: follows })
  const pending = follows && mappings.isPending
  if (!follows || !mappings.data?.length) return { rules: undefined, pending }
  return { rules: compile(mappings.data as Parameters<typeof compile>[0]), pending }
}
