import { useSearch } from '@tanstack/react-router'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { useNavigate } from '../ui/link.tsx'

const DynamicDialog = onDemand(async () => (await import('#web/features/mappings/dynamic-dialog.tsx')).DynamicDialog)

/** The rules of a template over its page or a product's, where the address asks for them. */
export function RulesOver({ templateId, productId }: { templateId: number; productId?: number }) {
  const { rules } = useSearch({ strict: false })
  const navigate = useNavigate()
  if (!rules) return null
  const close = () =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, rules: undefined }),
      replace: true,
      hash: true,
      resetScroll: false,
    })
  return <DynamicDialog templateId={templateId} productId={productId} at={rules} onClose={close} />
}
