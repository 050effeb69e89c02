import { hideFirstSteps } from '#contract/organizations/organizations.ts'
import { useWrite } from '#web/api.ts'
import { Icon } from '#web/ui/images/icon.tsx'

/** Brings the first steps back for who put them away. */
export function BringBack() {
  const show = useWrite(hideFirstSteps)
  return (
    <button type="button" disabled={show.isPending} onClick={() => show.mutate({ body: { hidden: false } })}>
      <Icon name="check-circle" />
      <span className="grow">Setup guide</span>
      <span className="small subtle">Show</span>
    </button>
  )
}
