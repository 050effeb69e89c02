import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import type { Product } from '../page/draft.ts'
import { useDelete } from './use-delete.ts'

/** What the last section of the page says and does, away from List (PRO-141). */
export function DeleteButton({ product }: { product: Product }) {
  const { ask, deleting } = useDelete(product)
  return (
    <>
      <p className="muted">Deletes its images and variations, too. Orders and stock history are kept.</p>
      <div>
        <Button variant="default" c="var(--danger-text)" loading={deleting} onClick={() => void ask()}>
          Delete
        </Button>
      </div>
    </>
  )
}

/** Asks at once, for the command that deletes the product from anywhere on its page. */
export function AskDelete({ product, onClose }: { product: Product; onClose: () => void }) {
  const { ask } = useDelete(product)
  const begin = useEffectEvent(() => void ask().finally(onClose))
  useEffect(() => begin(), [])
  return null
}
