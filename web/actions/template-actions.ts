import { linkTo } from '../addresses.ts'
import type { Action } from './action.ts'

const page = linkTo({ to: '/templates' })
const after = 'Open a template'

/** What is done with templates. */
export const templateActions = {
  exportTemplates: {
    name: 'Export templates',
    icon: 'download',
    needs: 'organization:read',
    page,
    after: 'Click Export CSV',
  },
  useLibrary: {
    name: 'Add a template from the library',
    icon: 'book',
    needs: 'templates:write',
    page: linkTo({ to: '/templates/new', search: { method: 'library' } }),
  },
  editTemplate: {
    name: 'Edit a template',
    icon: 'edit',
    needs: 'templates:write',
    page,
    after,
  },
  duplicateTemplate: {
    name: 'Duplicate a template',
    short: 'Duplicate',
    icon: 'copy',
    needs: 'templates:write',
    page,
    after,
  },
  deleteTemplate: {
    name: 'Delete a template',
    short: 'Delete',
    icon: 'trash',
    needs: 'templates:write',
    page,
    after,
  },
  editDynamicMapping: {
    name: 'Edit dynamic mapping rules',
    icon: 'code',
    needs: 'templates:write',
    page,
    after,
  },
} satisfies Record<string, Action>
