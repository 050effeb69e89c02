import { resolve } from '#domain/products/references.ts'
import { HtmlEditor } from '#web/form/html-editor.tsx'
import { noteOf } from '#web/form/mention.ts'
import { TitleInput } from '#web/form/title-input.tsx'
import classes from '../listings.module.css'
import { type EditorProps, inputId, textOf } from './fields.ts'

/** How long a title may be on this channel, in characters. */
interface Props extends EditorProps {
  titleChars: number
}

/** Title and description of a listing, with what they become for this product. */
export function Texts(props: Props) {
  const { scope, fields, below, onChange, names, values, examples, product, errors, titleChars } = props
  const known = scope === 'product' ? values : undefined
  const inherited = textOf(below, 'title') || product?.title || ''
  const shown = resolve(textOf(fields, 'title') || inherited, values).text
  return (
    <>
      <TitleInput
        id={inputId('title')}
        label="Title"
        names={names}
        noteOf={noteOf(known, examples)}
        value={textOf(fields, 'title')}
        onChange={(title) => onChange({ title })}
        className={scope === 'product' ? classes.inherited : ''}
        placeholder={scope === 'product' ? inherited : "The product's own title"}
        error={errors.title}
        description={
          product
            ? `${shown.length} / ${titleChars} characters: ${shown}`
            : `At most ${titleChars} characters once its @attributes are filled in.`
        }
      />
      <div>
        <HtmlEditor
          id={inputId('description')}
          label="Description"
          names={names}
          values={known}
          examples={examples}
          value={textOf(fields, 'description')}
          onChange={(description) => onChange({ description })}
          error={errors.description}
          description={`Left blank, ${textOf(below, 'description') ? "the listing template's description" : "the product's own description"} is used.`}
        />
      </div>
    </>
  )
}
