import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Segments } from '#web/ui/choices/segments.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { ApiDocument, Operation } from './document.ts'
import { Method } from './method.tsx'
import { type Language, exampleIn, languages } from './request-examples.ts'
import classes from './reference.module.css'
import { Fields } from './fields.tsx'
import { limitWords, typeWords } from './shape-words.ts'
import { Snippet } from './snippet.tsx'

interface Props {
  operation: Operation
  document: ApiDocument
}

/** One operation: who may call it, what it takes, what it answers, how it fails. */
export function OperationDetails({ operation, document: { named } }: Props) {
  const { body, reply, files, parameters, failures, takesFile } = operation
  return (
    <article className="stack" aria-label={operation.summary}>
      <Head operation={operation} />
      <Request operation={operation} />
      {parameters.length > 0 && (
        <Card title="Parameters" padded={false}>
          <DataTable
            label="Parameters"
            rows={parameters}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', header: 'Name', phone: 'title', render: ({ name }) => <code>{name}</code> },
              { key: 'in', header: 'In', render: ({ in: where }) => where },
              { key: 'type', header: 'Type', render: ({ schema }) => typeWords(schema, named) },
              {
                key: 'limits',
                header: 'Limits',
                render: ({ required, schema }) =>
                  [...(required ? ['required'] : []), limitWords(schema, named)].filter(Boolean).join(' · ') || '–',
              },
            ]}
            empty={null}
          />
        </Card>
      )}
      {(body || takesFile) && (
        <Card title="Body">
          {takesFile && <p className="muted">A form (multipart/form-data) with the part “file”.</p>}
          {body && <Fields shape={body.shape} named={named} nothing="Nothing has to be sent." />}
        </Card>
      )}
      <Card title="Answer">
        {files.length > 0 && <p className="muted">A file: {files.join(' or ')}.</p>}
        {reply && (
          <div className="stack">
            <p className="muted">
              <code>data</code> is {typeWords(reply.shape, named)}.
            </p>
            <Fields shape={reply.shape} named={named} nothing="" />
            <details>
              <summary className={classes.field}>Example</summary>
              <Snippet label="Example answer" text={JSON.stringify(reply.example, null, 2)} />
            </details>
          </div>
        )}
      </Card>
      <Card title="Errors" padded={false}>
        <DataTable
          label="Errors"
          rows={failures}
          rowKey={({ code }) => code}
          columns={[
            { key: 'code', header: 'Code', phone: 'title', render: ({ code }) => <code>{code}</code> },
            { key: 'status', header: 'Status', render: ({ status }) => status },
            { key: 'message', header: 'Message', render: ({ sentence }) => sentence },
          ]}
          empty={null}
        />
      </Card>
    </article>
  )
}

function Head({ operation: { id, summary, method, path, scopes, isPublic } }: { operation: Operation }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const clipboard = useClipboard()
  // Where the list is hidden, as on a phone, its link can no longer have the focus.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.checkVisibility?.() === false)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.head}>
      <h2 ref={heading} tabIndex={-1}>
        {summary}
      </h2>
      <p className={classes.full}>
        <Method name={method} /> <code>/api/v2{path}</code>
      </p>
      <p className="muted">
        {scopes ? (
          <>
            Scope of the token:{' '}
            {scopes.map((scope) => (
              <code key={scope}>{scope}</code>
            ))}
          </>
        ) : isPublic ? (
          'Needs no login.'
        ) : (
          'Only a person who is logged in can do this. No token can.'
        )}{' '}
        · Name: <code>{id}</code>
      </p>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name={clipboard.copied ? 'check' : 'link'} />}
        onClick={() => clipboard.copy(`${window.location.origin}/account/api?operation=${id}`)}
      >
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
    </header>
  )
}

function Request({ operation }: { operation: Operation }) {
  const [chosen, setChosen] = useState<Language>('curl')
  const offered = languages.filter(({ value }) => exampleIn(value, operation) !== null)
  if (offered.length === 0) return null
  const language = offered.some(({ value }) => value === chosen) ? chosen : 'curl'
  return (
    <Card
      title="Example"
      actions={<Segments aria-label="Language" data={offered} value={language} onChange={setChosen} />}
    >
      <Snippet label="Example request" text={exampleIn(language, operation) ?? ''} />
    </Card>
  )
}
