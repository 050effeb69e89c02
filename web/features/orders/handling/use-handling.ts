import { handleOrders } from '#contract/orders/handling.ts'
import { useWrite } from '#web/api.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'

/** Tags, assigns, holds or releases orders, and says how many it was. @param done what was done: "Released" */
export const useHandling = (done: string) =>
  useWrite(handleOrders, {
    onSuccess: ({ changed }) =>
      changed > 0 ? toast.success(`${done}: ${plural(changed, 'order')}`) : toast.success('No changes were needed.'),
  })
