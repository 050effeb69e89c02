import { Button } from '@mantine/core'
import { Fragment } from 'react'
import type { RuledText } from '#contract/mappings/mappings.ts'
import { withoutTags } from '#domain/html/tags.ts'
import { type Made, madeBy } from '#domain/listings/rules/made.ts'
import { compile } from '#domain/mappings/dynamic.ts'
import { changedPart, examplesFor } from '#domain/mappings/examples.ts'
import { wholeRuled } from '#web/form/products/whole.ts'
import type { DraftMapping } from './draft.ts'
import { mappingOf } from './example-draft.ts'
import classes from './examples.module.css'
import type { Product } from './product.ts'

/** So many fit beside each other without scrolling. */
const MOST_SHOWN = 4

interface Props {
  applyTo: RuledText
  attributes: Parameters<typeof examplesFor>[1]
  product: Product
  onUse: (mapping: DraftMapping) => void
}

/** What a template without mappings can begin with, tried on one of its products. Draws nothing where no example changes it. */
export function Examples({ applyTo, attributes, product, onUse }: Props) {
  const examples = triedOn(product, applyTo, attributes)
  if (examples.length === 0) return <NoMappings applyTo={applyTo} />
  return (
    <section className={classes.examples} aria-labelledby="mapping-examples">
      <h3 id="mapping-examples">No Dynamic Mappings yet. Start from an example</h3>
      <p className="muted">
        A mapping rewrites a title, a description or an attribute from other values. These are tried on {product.sku}.
        Nothing is saved before you review it.
      </p>
      <ul>
        {examples.map(({ example, mapping, made }) => (
          <li key={example.name} data-example={example.name} aria-label={example.name}>
            <h4>{example.name}</h4>
            <p>
              <Sentence>{example.sentence}</Sentence>
            </p>
            <Change made={made} />
            <Button
              type="button"
              variant="default"
              size="xs"
              aria-label={`Use “${example.name}”`}
              onClick={() => onUse(mapping)}
            >
              Use this
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where nothing can be proposed. */
export const NoMappings = ({ applyTo }: { applyTo: RuledText }) => (
  <div className={classes.none}>
    <h3>No Dynamic Mappings</h3>
    <p className="muted">A mapping holds rules that rewrite a {applyTo} or attributes from attribute values.</p>
  </div>
)

function triedOn(product: Product, applyTo: RuledText, attributes: Props['attributes']) {
  const whole = wholeRuled(product)
  return examplesFor(applyTo, attributes, whole)
    .flatMap((example) => {
      const mapping = mappingOf(example)
      const rules = compile([{ ...mapping, index: 0, ownerType: 'Template', applyTo }])
      const [made] = madeBy(whole, rules).changed
      return made ? [{ example, mapping, made }] : []
    })
    .slice(0, MOST_SHOWN)
}

/** Its references as people write them. */
function Sentence({ children }: { children: string }) {
  return children
    .split(/\{\{([^{}]+)\}\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 ? <b className={classes.reference}>@{part}</b> : part}</Fragment>)
}

const plain = (text: string) => withoutTags(text, ' ').replaceAll(/\s+/g, ' ').trim()

function Change({ made: { target, isText, before, after } }: { made: Made }) {
  const { head, removed, added, tail } = changedPart(plain(before), plain(after))
  return (
    <p className={classes.change}>
      <span className="subtle small">{isText ? 'Becomes' : target}</span>
      <span>
        {head}
        {removed && <del>{removed}</del>}
        {removed && added && ' '}
        {added && <ins>{added}</ins>}
        {tail}
      </span>
    </p>
  )
}
