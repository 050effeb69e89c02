import { useQuery } from '@tanstack/react-query'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { useRead } from '../../api.ts'

interface Follower {
  id: number
  templateId: number
  follows: boolean
}

type Engine = ReturnType<typeof import('./rule-engine.ts')['engineOf']>

/** The rules that a product follows when it is listed; undefined where it follows none, and until they are there. Most products follow none, and their pages do without the script. */
export function useRules({ id, templateId, follows }: Follower): { engine: Engine | undefined; pending: boolean } {
  const mappings = useRead(listDynamicMappings, { query: { parentId: templateId, childId: id } }, { enabled: follows })
  const needed = follows && Boolean(mappings.data?.length)
  const script = useQuery({
    queryKey: ['script', 'rule-engine'],
    queryFn: () => import('./rule-engine.ts'),
    enabled: needed,
    staleTime: Infinity,
  })
  const pending = (follows && mappings.isPending) || (needed && script.isPending)
  if (!needed || !mappings.data || !script.data) return { engine: undefined, pending }
  return { engine: script.data.engineOf(mappings.data), pending }
}
