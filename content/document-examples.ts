import type { LibraryDocument, SheetCell, SheetColumn } from './schema/document.ts'
import type { LibraryWords } from './schema/library.ts'

export type DocumentExample = readonly { label: string; value: string }[]

/** Maximum length of a cell in an example. A longer one might reveal a sentence that buyers pay for. */
const MAX_LETTERS = 44
const MAX_CELLS = 6

function readCell(cell: Exclude<SheetCell, null>, { type }: SheetColumn): string {
	if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
	if (typeof cell === 'string') return cell
	if (type === 'money') return `$${cell.toLocaleString('en-US')}`
	return type === 'percent' ? `${Math.round(cell * 100)}%` : cell.toLocaleString('en-US')
}

/**
 * Returns an example of a filled-in document: for a text, from content/library.json; for a workbook, the short cells of its first example
 * row. Null without an example, or if the row has fewer than two short cells.
 */
export function documentExample(document: LibraryDocument, { examples }: Pick<LibraryWords, 'examples'>): DocumentExample | null {
	if (document.kind !== 'sheet') return examples.items[document.slug] ?? null
	const [first] = document.sheets
	const cells = (first?.rows[0] ?? []).flatMap((cell, index) => {
		const column = first?.columns[index]
		const value = cell === null || column === undefined ? '' : readCell(cell, column)
		return column === undefined || value === '' || value.length > MAX_LETTERS ? [] : [{ label: column.title, value }]
	})
	return cells.length < 2 ? null : cells.slice(0, MAX_CELLS)
}
