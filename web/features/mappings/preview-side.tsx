import { Fragment, useDeferredValue } from 'react'
import { excessWords } from '#domain/listings/content/excess.ts'
import { type Made, madeBy } from '#domain/listings/rules/made.ts'
import { compile } from '#domain/mappings/dynamic.ts'
import { wholeRuled } from '#web/form/products/whole.ts'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { costOfAll, type Lists, ruleSetsOf } from './draft.ts'
import classes from './preview-side.module.css'
import type { Product } from './product.ts'
import type { Previewed } from './use-previewed.ts'

interface Props {
  template: { name: string }
  product: Product | undefined
  previewed: Previewed
  lists: Lists
  onShow: (uuid: string, rule: number) => void
}

/** What the rules as they stand make of one product, worked out here by the code that lists it; and what they cost. */
export function PreviewSide({ template, product, previewed, lists, onShow }: Props) {
  const { shown, id, options, isWithout, typed, setTyped, choose } = previewed
  const settled = useDeferredValue(lists)
  const { cost, most, dearest } = costOfAll(lists)
  return (
    <aside className={classes.side} aria-label="Preview">
      <h3>Preview</h3>
      {product ? (
        <p className="small">
          <span className="mono">{product.sku}</span> {product.title}
        </p>
      ) : (
        <SearchSelect
          aria-label="Product"
          placeholder="A product of this template"
          options={options}
          filter={({ options: all }) => all}
          value={id === undefined ? null : String(id)}
          searchValue={typed || undefined}
          onSearchChange={setTyped}
          onChange={(next) => choose(next === null ? null : Number(next))}
        />
      )}
      {shown ? (
        <Results product={shown} lists={settled} onShow={onShow} />
      ) : (
        <p className="subtle small">{isWithout ? `No products use ${template.name} yet.` : 'Loading a product…'}</p>
      )}
      <div className={classes.cost}>
        <p>
          <b>Work per product</b>
          <span className="grow" />
          <span className="tabular">
            <b>{number(cost)}</b> of {number(most)} steps
          </span>
        </p>
        <meter
          aria-label="Work per product"
          min={0}
          max={most}
          value={Math.min(cost, most)}
          data-over={cost > most || undefined}
        />
        <p className="subtle small">
          One step for each input compared with each value, and for each action.
          {dearest && dearest.cost > 0 && ` Most: ${dearest.name}, ${number(dearest.cost)}.`}
        </p>
      </div>
    </aside>
  )
}

function Results({ product, lists, onShow }: { product: Product; lists: Lists; onShow: Props['onShow'] }) {
  const { changed, overridden, stopped } = madeBy(wholeRuled(product), compile(ruleSetsOf(lists)))
  return (
    <div className={classes.results} role="status">
      {!product.configuration.dynamicMappingEnabled && (
        <p className="subtle small">Dynamic mapping is off for this product. This preview shows what it would do.</p>
      )}
      {stopped && <p className="small">{excessWords({ rule: stopped.mapping.name }, product.sku)}</p>}
      {changed.length === 0 && <p className="subtle small">These rules don’t change this product.</p>}
      {changed.map((field) => (
        <Result key={field.target} made={field} onShow={onShow} />
      ))}
      {overridden.map(({ target, before }) => (
        <div key={target} className={classes.result}>
          <h4>
            {target} <span className="subtle small">Unchanged</span>
          </h4>
          <p>{before || 'Empty'}</p>
          <p className="subtle small">
            <Icon name="lock" size="s" /> Overrides dynamic mapping on this product
          </p>
        </div>
      ))}
    </div>
  )
}

const Result = ({ made: { target, before, after, by }, onShow }: { made: Made; onShow: Props['onShow'] }) => (
  <div className={classes.result} data-changed>
    <h4>
      {target} <span className={classes.mark}>Changed</span>
    </h4>
    <p>
      <del>{before || 'Empty'}</del>
    </p>
    <p>
      <span className="sr-only">becomes </span>
      <ins>{after || 'Empty'}</ins>
    </p>
    <p className="subtle small">
      By{' '}
      {by.map(({ mapping, rule, because }, at) => (
        <Fragment key={at}>
          {at > 0 && ', then '}
          <button type="button" className="link" onClick={() => onShow(mapping.uuid, rule)}>
            {mapping.name}, rule {rule}
          </button>
          : {because}
        </Fragment>
      ))}
    </p>
  </div>
)
