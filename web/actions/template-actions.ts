import { linkTo } from '../addresses.ts'
import type { Action } from './action.ts'

const page = linkTo({ to: '/templates' })
const after = 'Open a template'

/** What is done with templates. */
export const templateActions = {
  newTemplate: {
    name: 'New Template',
    icon: 'plus',
    synonyms: ['add', 'create', 'product type', 'attributes', 'ebay category'],
    needs: 'templates:write',
    page: linkTo({ to: '/templates/new' }),
  },
  importTemplates: {
    name: 'Import templates from a file',
    short: 'Import',
    icon: 'upload',
    synonyms: ['upload', 'csv', 'excel', 'spreadsheet'],
    needs: 'imports:write',
    page: linkTo({ to: '/templates/new', search: { method: 'csv' } }),
  },
  exportTemplates: {
    name: 'Export templates',
    icon: 'download',
    synonyms: ['download', 'csv', 'spreadsheet', 'backup'],
    needs: 'organization:read',
    page,
    after: 'Click Export CSV',
  },
  useLibrary: {
    name: 'Add a template from the library',
    icon: 'book',
    synonyms: ['ready-made', 'example', 'stock template'],
    needs: 'templates:write',
    page: linkTo({ to: '/templates/new', search: { method: 'library' } }),
  },
  editTemplate: {
    name: 'Edit a template',
    icon: 'edit',
    synonyms: ['change', 'attribute', 'rename', 'variation', 'merge attributes', 'price suggestions'],
    needs: 'templates:write',
    page,
    after,
  },
  duplicateTemplate: {
    name: 'Duplicate a template',
    short: 'Duplicate',
    icon: 'copy',
    synonyms: ['copy', 'clone'],
    needs: 'templates:write',
    page,
    after,
  },
  deleteTemplate: {
    name: 'Delete a template',
    short: 'Delete',
    icon: 'trash',
    synonyms: ['remove', 'discard'],
    needs: 'templates:write',
    page,
    after,
  },
  editDynamicMapping: {
    name: 'Edit dynamic mapping rules',
    icon: 'code',
    synonyms: ['rule', 'condition', 'map', 'automatic'],
    needs: 'templates:write',
    page,
    after,
  },
} satisfies Record<string, Action>
