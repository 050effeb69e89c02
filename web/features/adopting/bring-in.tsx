import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { bringIn, bringInMost } from '#contract/adopting.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/callout.tsx'
import { DialogFooter } from '#web/ui/confirm.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { number } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'

/** Numbers as they are pasted: one below the other, with commas, or in the addresses of their pages. */
const numbersIn = (typed: string): string[] => [...new Set(typed.match(/\d{9,15}/g) ?? [])]

function problemOf(numbers: readonly string[], agreed: boolean): { numbers?: string; agreed?: string } {
  const problem: { numbers?: string; agreed?: string } = agreed ? {} : { agreed: 'Tick this to go on.' }
  if (numbers.length === 0)
    return { ...problem, numbers: 'Enter the item numbers: 12 digits, in Seller Hub beside each listing.' }
  if (numbers.length > bringInMost)
    return { ...problem, numbers: `${number(numbers.length)} are too many: ${number(bringInMost)} at a time.` }
  return problem
}

/** Asks for listings that were made in Seller Hub, and for the seller's consent to what cannot be undone. */
export default function BringIn({
  name,
  params,
  onClose,
}: {
  name: string
  params: { integrationId: number }
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const write = useWrite(bringIn, {
    quiet: true,
    onSuccess: ({ brought, refused }) => {
      if (brought > 0)
        toast.success(`${number(brought)} ${brought === 1 ? 'listing is' : 'listings are'} brought in.`, {
          detail: `${name} is read anew.`,
        })
      if (refused.length === 0) return onClose()
      // What is done need not be asked for again.
      setTyped(refused.map((one) => one.number).join('\n'))
    },
  })
  const numbers = numbersIn(typed)
  const problem = tried ? problemOf(numbers, agreed) : {}
  const refused = write.data?.refused ?? []
  return (
    <FormDialog opened onClose={onClose} title="Bring in listings of Seller Hub" size={560} yOffset="10vh">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (Object.keys(problemOf(numbers, agreed)).length > 0 || write.isPending) return
          write.mutate({ params, body: { numbers, agreed: true } })
        }}
      >
        <p className="small">
          {name} shows apps no listings that were made in Seller Hub before they are moved to its Inventory API. They
          keep their numbers, watchers and history. Each must have a price (no auction), a SKU, or one for each
          variation, and business policies.
        </p>
        <Textarea
          label="Item numbers"
          description={`Up to ${number(bringInMost)} at a time, one below the other.`}
          required
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          value={typed}
          error={problem.numbers}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Checkbox
          label={`I agree that ${name} lets me change these listings in Motto alone from then on, and no more in Seller Hub. This cannot be undone.`}
          checked={agreed}
          error={problem.agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {refused.length > 0 && (
          <Callout tone="danger">
            <span role="alert">Not brought in:</span>
            <ul>
              {refused.map((one) => (
                <li key={one.number}>
                  {one.number}: {one.reason}
                </li>
              ))}
            </ul>
          </Callout>
        )}
        {write.isError && (
          <Callout tone="danger">
            <span role="alert">{write.error.message}</span>
          </Callout>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {write.data ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" loading={write.isPending}>
            Bring in
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
