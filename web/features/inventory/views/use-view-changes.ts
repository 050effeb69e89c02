import { deleteView } from '#contract/views.ts'
import { useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { View } from './active-view.ts'
import { toCurrent, useSaved, type Views } from './use-views.ts'

/** Changes of saved views, each told when it is done. */
export function useViewChanges(views: Views) {
  const { activeId, select } = views
  const remove = useWrite(deleteView)
  const saved = useSaved()
  const { save } = saved
  return {
    busy: saved.busy || remove.isPending,
    rename: (view: View, name: string, then: () => void) => save(view, { name }, `View “${name}” renamed.`, then),
    toCurrent: (view: View) => toCurrent(saved, view, views),
    setDefault: (view: View, isDefault: boolean) =>
      save(
        view,
        { isDefault },
        isDefault ? `View “${view.name}” is the default now.` : `View “${view.name}” is no longer the default.`,
      ),
    share: (view: View, shared: boolean) =>
      save(
        view,
        { shared },
        shared ? `View “${view.name}” is shared with everybody here.` : `View “${view.name}” is yours alone again.`,
      ),
    remove: async (view: View) => {
      const body = view.shared
        ? `“${view.name}” goes away for everybody in your organization. Products stay as they are.`
        : `“${view.name}” goes away. Products stay as they are.`
      if (!(await confirm({ title: 'Delete this view?', body, confirm: 'Delete view', danger: true }))) return
      // Its tab is about to go: the local view comes first (INV-177).
      if (view.id === activeId) select(undefined, { replace: true })
      await remove.mutateAsync({ params: { id: view.id } }).then(
        () => toast.success(`View “${view.name}” deleted.`),
        () => undefined,
      )
    },
  }
}
