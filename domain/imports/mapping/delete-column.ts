/** Known by its name, whatever is mapped; a row of it that says the same deletes (IMP-080, IMP-083). */
export const DELETE_COLUMN = 'DELETE'
