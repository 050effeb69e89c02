import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { call, messageOf } from '#web/call.ts'
import { money, number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import classes from './add-product.module.css'
import { meant, type Product, productFields, type Sellable, sellableOf } from './sellable.ts'

/** How long typing pauses before products are asked for, in milliseconds. */
const pauseMs = 150
const shown = 8

/** A product of which one variation is to be chosen. */
interface Of {
  product: Product
  variations: CallReply<typeof getProduct>['variations']
}

interface Props {
  onAdd: (product: Product, sellable: Sellable) => void
  label?: string
  error?: string | undefined
}

/** Finds what a line sells by SKU, words or barcode. Enter takes what was typed where it means one thing only, so a scanner can type here. */
export function AddProduct({ onAdd, label = 'Add a product', error }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [of, setOf] = useState<Of>()
  const [problem, setProblem] = useState('')
  const [added, setAdded] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const matches = useRead(
    listProducts,
    { query: { search: [search], limit: shown, fields: productFields } },
    { enabled: search !== '' && !of, keepPrevious: true },
  )
  const current = search === typed.trim() && !matches.isPlaceholderData
  const products = typed.trim() && !of ? (matches.data?.data ?? []) : []
  const variations = of ? fitting(of, typed) : []

  const add = (product: Product, sellable: Sellable) => {
    onAdd(product, sellable)
    setOf(undefined)
    setTyped('')
    setProblem('')
    setAdded(`Added ${sellable.title || sellable.sku}.`)
    combobox.closeDropdown()
  }
  /** @param text what was typed: the SKU of a variation says which one is meant */
  const take = async (product: Product, text: string) => {
    if (product.variations === 0) return add(product, sellableOf(product))
    const { variations: all } = await call(getProduct, { params: { id: product.id } })
    const sellable = all.find(({ sku }) => sku.toLowerCase() === text.toLowerCase())
    if (sellable) return add(product, sellableOf(product, sellable))
    setOf({ product, variations: all })
    setTyped('')
    setProblem('')
    combobox.openDropdown()
  }
  const enter = async (text: string) => {
    // What is scanned next is typed while this one is looked for.
    setTyped('')
    setProblem('')
    const back = (why: string) => {
      setTyped((now) => now || text)
      setProblem(why)
    }
    try {
      if (of) {
        const left = fitting(of, text)
        const sellable = meant(text, left)
        return sellable
          ? add(of.product, sellableOf(of.product, sellable))
          : back(`${plural(left.length, 'variation')} match “${text}”. Choose one.`)
      }
      const [exact] = (await call(listProducts, { query: { skus: [text], limit: 1, fields: productFields } })).data
      if (exact) return await take(exact, text)
      const fits = (await call(listProducts, { query: { search: [text], limit: shown, fields: productFields } })).data
      const product = meant(text, fits)
      if (product) return await take(product, text)
      back(fits.length === 0 ? `No product matches “${text}”.` : `Several products match “${text}”. Choose one.`)
    } catch (failed) {
      back(messageOf(failed))
    }
  }
  const choose = (value: string) => {
    const variation = of?.variations.find(({ sku }) => sku === value)
    if (of && variation) return add(of.product, sellableOf(of.product, variation))
    const product = products.find(({ id }) => String(id) === value)
    if (product) take(product, typed).catch((failed) => setProblem(messageOf(failed)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && of) setOf(undefined)
    if (event.key !== 'Enter') return
    // A form around it is not sent by Enter in this field.
    event.preventDefault()
    if (typed.trim() && (!combobox.dropdownOpened || combobox.getSelectedOptionIndex() < 0)) void enter(typed.trim())
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target>
          <TextInput
            label={label}
            placeholder={of ? `Which one of ${of.product.title || of.product.sku}?` : 'SKU, title or barcode'}
            leftSection={<Icon name="search" />}
            value={typed}
            maxLength={200}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setProblem('')
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onFocus={() => typed && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
            error={problem || (matches.isError && typed ? messageOf(matches.error) : undefined) || error}
            autoComplete="off"
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!of && products.length === 0 && !(typed.trim() && current && matches.isSuccess)}>
          <Combobox.Options aria-label={of ? 'Variations' : 'Products'}>
            {variations.map((variation) => (
              <Choice
                key={variation.sku}
                value={variation.sku}
                sellable={{ ...sellableOf((of as Of).product, variation), title: variation.name }}
                url={variation.images[0]?.url}
              />
            ))}
            {products.map((product) => (
              <Choice
                key={product.id}
                value={String(product.id)}
                sellable={sellableOf(product)}
                url={product.images?.[0]?.url ?? ''}
                note={product.variations > 0 ? plural(product.variations, 'variation') : undefined}
              />
            ))}
            {variations.length + products.length === 0 && (
              <Combobox.Empty>{of ? 'No matching variation.' : 'No matching product.'}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <span className="sr-only" role="status">
        {added}
      </span>
    </>
  )
}

function fitting({ variations }: Of, typed: string) {
  const text = typed.trim().toLowerCase()
  return variations.filter(({ sku, name }) => `${name} ${sku}`.toLowerCase().includes(text))
}

const Choice = ({
  value,
  sellable,
  url,
  note,
}: {
  value: string
  sellable: Sellable
  url: string | undefined
  note?: string | undefined
}) => (
  <Combobox.Option value={value}>
    <span className={classes.choice}>
      {url !== undefined && <Thumb url={url} size={24} />}
      <span className={classes.what}>
        {sellable.title || sellable.sku} <span className="mono muted">{sellable.sku}</span>
      </span>
      <span className="subtle small tabular">
        {note ?? `${money(sellable.price)}, ${number(sellable.available)} available`}
      </span>
    </span>
  </Combobox.Option>
)
