import { useState } from 'react'
import type { ApiDocument, Shape } from './document.ts'
import classes from './reference.module.css'
import { type Field, fieldsOf, limitWords, typeWords } from './shape-words.ts'

type Named = ApiDocument['named']

/** The fields of a shape, each with those inside of it once it is opened. */
export function Fields({ shape, named, nothing }: { shape: Shape; named: Named; nothing: string }) {
  const fields = fieldsOf(shape, named)
  if (fields.length === 0) return nothing ? <p className="muted">{nothing}</p> : null
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <FieldRow field={field} named={named} />
        </li>
      ))}
    </ul>
  )
}

function FieldRow({ field: { name, shape, isRequired }, named }: { field: Field; named: Named }) {
  const [isOpen, setIsOpen] = useState(false)
  const limits = limitWords(shape, named)
  const words = (
    <>
      <code>{name}</code> <span className={classes.type}>{typeWords(shape, named)}</span>
      {isRequired && <span className={classes.required}>required</span>}
      {limits && <span className={classes.limits}>{limits}</span>}
    </>
  )
  if (fieldsOf(shape, named).length === 0) return <div className={classes.field}>{words}</div>
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.field}>{words}</summary>
      {isOpen && <Fields shape={shape} named={named} nothing="" />}
    </details>
  )
}
