import { number } from '#web/ui/format.ts'
import classes from './imports.module.css'
import type { ImportColumn } from './upload.ts'

/** Values shown of a column. */
const most = 3

/** What stands in the columns, as it was read: whether letters and columns came out right. */
export const ReadValues = ({ columns }: { columns: readonly ImportColumn[] }) => (
  <details className={classes.values}>
    <summary>File preview</summary>
    <div>
      <table className={classes.rows} aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col" data-align="right">
              Filled rows
            </th>
            <th scope="col">Most common values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ index, name, filled, samples }) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              <td data-align="right" className="tabular">
                {number(filled)}
              </td>
              <td className={classes.sample}>
                {samples
                  .slice(0, most)
                  .map(({ value }) => value)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
