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
        isDefault ? `“${view.name}” is now your default view.` : `“${view.name}” is no longer your default view.`,
      ),
    share: (view: View, shared: boolean) =>
      save(
        view,
        { shared },
        shared ? `“${view.name}” is shared with your organization.` : `“${view.name}” is private now.`,
      ),
    remove: async (view: View) => {
      const body = view.shared
        ? `“${view.name}” will be deleted for everyone in your organization. Products aren’t affected.`
        : `“${view.name}” will be deleted. Products aren’t affected.`
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
