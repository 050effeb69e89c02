import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { getProduct } from '#contract/products/products.ts'
import { keptStates } from '#domain/words/states.ts'
import { type PageLink, toProduct } from '../addresses.ts'
import { useRead } from '../api.ts'
import { call, messageOf } from '../call.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { ago } from '../ui/format.ts'
import { StatusChip } from '../ui/images/status-chip.tsx'
import { Link } from '../ui/link.tsx'
import classes from './kept-dialog.module.css'
import { discard, sendAgain, useKept } from './kept-writes.ts'
import { type Input, type KeptWrite, linksOf, productsOf } from './queue.ts'
import { unguarded } from './unguarded.ts'
import { contentsOf, copyOf, fieldsOf, labelOf, textOf, titleOf } from './words.ts'

/** All that was saved without a network and is not with Motto yet: what waits, and what was refused, with its content. */
export function KeptDialog({ onClose }: { onClose: () => void }) {
  const { writes } = useKept()
  return (
    <Modal opened onClose={onClose} title="Offline changes" size={680}>
      {writes.length === 0 && <p className="muted">All changes are saved.</p>}
      <ul className={classes.list}>
        {writes.map((write) => (
          <li key={write.id}>
            <One write={write} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function One({ write }: { write: KeptWrite }) {
  const refused = write.state === 'refused'
  const conflict = refused && write.code === 'edit_conflict'
  const contents = contentsOf(write)
  const copy = () =>
    navigator.clipboard.writeText(copyOf(contents)).then(
      () => toast.success('Copied.'),
      () => toast.error('Your browser blocked copying. Select the text and copy it yourself.'),
    )
  return (
    <article className={classes.one} aria-label={titleOf(write)}>
      <header>
        <h3>{titleOf(write)}</h3>
        <span className="small subtle">{ago(new Date(write.at))}</span>
        <StatusChip of={keptStates[write.state]} />
      </header>
      {refused && <p role="alert">{write.message}</p>}
      {contents.map((content, at) => {
        const id = productsOf(write)[at]?.id
        return conflict && id !== undefined ? (
          <Both key={id} id={id} content={content} />
        ) : (
          <Fields key={id ?? at} content={content} page={linksOf(write)[at]} />
        )
      })}
      <footer>
        {conflict ? (
          <Decide write={write} />
        ) : (
          <>
            {refused && (
              <Button size="xs" onClick={() => void sendAgain(write)}>
                Try again
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => void discard(write.id)}>
              Discard
            </Button>
          </>
        )}
        <Button size="xs" variant="subtle" onClick={() => void copy()}>
          Copy
        </Button>
      </footer>
    </article>
  )
}

function Fields({ content, page }: { content: unknown; page: PageLink | undefined }) {
  return (
    <table className={classes.fields}>
      <tbody>
        {fieldsOf(content).map(([field, value]) => (
          <tr key={field}>
            <th scope="row">{labelOf(field)}</th>
            <td>{textOf(value)}</td>
          </tr>
        ))}
        {page && (
          <tr>
            <th scope="row">Where</th>
            <td>
              <Link {...page}>Open it</Link>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** A product that somebody else changed meanwhile: each field as it was typed here, and as it is now. */
function Both({ id, content }: { id: number; content: unknown }) {
  const theirs = useRead(getProduct, { params: { id } })
  const now = theirs.data as Record<string, unknown> | undefined
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th scope="col">
            <Link {...toProduct(id)}>{theirs.data?.sku ?? `Product ${id}`}</Link>
          </th>
          <th scope="col">Mine</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {fieldsOf(content).map(([field, value]) => (
          <tr key={field}>
            <th scope="row">{labelOf(field)}</th>
            <td>{textOf(value)}</td>
            <td>{now ? textOf(now[field]) : theirs.isError ? messageOf(theirs.error) : '…'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same write on top of what is there now. */
async function onNewest(write: KeptWrite): Promise<Input> {
  const versions = new Map(
    await Promise.all(
      productsOf(write).map(async ({ id }) => [id, (await call(getProduct, { params: { id } })).version] as const),
    ),
  )
  const body = unguarded(write) as { product?: { id: number }; products?: { id: number }[] }
  const lift = <P extends { id: number }>(product: P) => ({ ...product, version: versions.get(product.id) })
  return {
    ...write.input,
    body: {
      ...body,
      ...(body.product ? { product: lift(body.product) } : {}),
      ...(body.products ? { products: body.products.map(lift) } : {}),
    },
  }
}

function Decide({ write }: { write: KeptWrite }) {
  const [busy, setBusy] = useState(false)
  const keepMine = async () => {
    setBusy(true)
    try {
      await sendAgain(write, await onNewest(write))
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button size="xs" loading={busy} onClick={() => void keepMine()}>
        Keep mine
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => void discard(write.id)}>
        Keep theirs
      </Button>
    </>
  )
}
