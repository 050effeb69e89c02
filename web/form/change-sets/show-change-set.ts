import { useNavigate } from '#web/ui/link.tsx'

/** Opens what was done to many products, and why some did not take it. */
export function useShowChangeSet() {
  const navigate = useNavigate()
  return (id: number) =>
    void navigate({ to: '/inventory/history/{-$changeSetId}', params: { changeSetId: String(id) } })
}
