import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type adoptingState, bringIn } from '#contract/adopting/adopting.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { number, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

type Bringing = NonNullable<CallReply<typeof adoptingState>['bringsIn']>

/** Numbers as they are pasted: one below the other, with commas, or in the addresses of their pages. */
const numbersIn = (typed: string, asks: Bringing): string[] => [
  ...new Set(typed.match(new RegExp(asks.number, 'g')) ?? []),
]

function problemOf(asks: Bringing, numbers: readonly string[], agreed: boolean): { numbers?: string; agreed?: string } {
  const problem: { numbers?: string; agreed?: string } = agreed ? {} : { agreed: 'Check this box to continue.' }
  if (numbers.length === 0) return { ...problem, numbers: asks.hint }
  if (numbers.length > asks.most)
    return {
      ...problem,
      numbers: `Enter up to ${number(asks.most)} item numbers at a time. You entered ${number(numbers.length)}.`,
    }
  return problem
}

/** Asks for listings that were made on the channel's own pages, and for the seller's consent to what cannot be undone. */
export default function BringIn({
  name,
  asks,
  params,
  onClose,
}: {
  name: string
  asks: Bringing
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
        toast.success(`${plural(brought, 'listing')} added.`, {
          detail: `Scanning ${name} again.`,
        })
      if (refused.length === 0) return onClose()
      // What is done need not be asked for again.
      setTyped(refused.map((refusal) => refusal.number).join('\n'))
    },
  })
  const numbers = numbersIn(typed, asks)
  const problem = tried ? problemOf(asks, numbers, agreed) : {}
  const refused = write.data?.refused ?? []
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(problemOf(asks, numbers, agreed)).length > 0 || write.isPending) return
        write.mutate({ params, body: { numbers, agreed: true } })
      }}
    >
      <p className="small">{asks.about}</p>
      <Textarea
        label="Item numbers"
        description={`Up to ${number(asks.most)}, one per line.`}
        required
        autoFocus
        minRows={3}
        maxRows={10}
        value={typed}
        error={problem.numbers}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Checkbox
        label={asks.consent}
        checked={agreed}
        error={problem.agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {refused.length > 0 && (
        <Callout tone="danger">
          <span role="alert">Couldn’t add:</span>
          <ul>
            {refused.map((refusal) => (
              <li key={refusal.number}>
                {refusal.number}: {refusal.reason}
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
          Add listings
        </Button>
      </DialogFooter>
    </form>
  )
}
