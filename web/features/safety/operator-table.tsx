import { Button } from '@mantine/core'
import type { CallReply } from '#contract/endpoint.ts'
import { deleteOperator, type listOperators, operatorRoleNames } from '#contract/safety/operators.ts'
import { countries } from '#domain/orders/countries.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'

export type Operator = CallReply<typeof listOperators>[number]

/** All operators, each with its address. */
export function OperatorTable({ operators, onEdit }: { operators: readonly Operator[]; onEdit: (id: number) => void }) {
  const mayWrite = useMay('products:write')
  return (
    <Card title="Operators" padded={false}>
      <DataTable
        label="Operators"
        rows={operators}
        rowKey={({ id }) => String(id)}
        columns={[
          { key: 'name', header: 'Name', phone: 'title', render: ({ name }) => <b>{name}</b> },
          { key: 'role', header: 'Role', render: ({ role }) => operatorRoleNames[role] },
          { key: 'address', header: 'Address', render: addressOf },
          { key: 'contact', header: 'Contact', render: ({ email, contactUrl }) => email || contactUrl },
          ...(mayWrite
            ? [
                {
                  key: 'do',
                  header: '',
                  label: 'Actions',
                  align: 'right' as const,
                  render: (operator: Operator) => <RowActions operator={operator} onEdit={onEdit} />,
                },
              ]
            : []),
        ]}
        empty={null}
      />
    </Card>
  )
}

const addressOf = ({ companyName, addressLine1, postalCode, city, country }: Operator) => (
  <span>
    {companyName}
    <br />
    <span className="small subtle">
      {[addressLine1, [postalCode, city].filter(Boolean).join(' '), countries().get(country) ?? country].join(', ')}
    </span>
  </span>
)

function RowActions({ operator: { id, name, role }, onEdit }: { operator: Operator; onEdit: (id: number) => void }) {
  const remove = useWrite(deleteOperator, { onSuccess: () => toast.success('Operator deleted') })
  const ask = async () => {
    const yes = await confirm({
      title: `Delete operator “${name}”?`,
      body: 'It will be deleted for everyone in your organization. You can’t undo this.',
      confirm: 'Delete operator',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id } })
  }
  const called = `${name} (${operatorRoleNames[role]})`
  return (
    <span className="row">
      <Button size="xs" variant="default" aria-label={`Edit ${called}`} onClick={() => onEdit(id)}>
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Delete ${called}`}
        disabled={remove.isPending}
        onClick={() => void ask()}
      >
        Delete
      </Button>
    </span>
  )
}
