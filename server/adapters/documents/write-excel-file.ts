import type { Cell, SheetData } from 'write-excel-file/node'
import type writeXlsxFileType from 'write-excel-file/node'

import { escapeMarkup } from '#domain/markup/escape-markup.ts'

import type { Workbook, WorkbookCell, WorkbookColumn, WorkbookSheet } from './port.ts'

type Choices = { yes: string; no: string; first: number; last: number }

/** Returns the data validation in SpreadsheetML (ECMA-376, section 18.3.1.33); '' if no column has choices. */
function listChoices(columns: readonly WorkbookColumn[], { yes, no, first, last }: Choices): string {
	const lists = columns.flatMap(({ type, options }, index) => {
		const items = type === 'check' ? [yes, no] : (options ?? [])
		const letter = columnLetter(index)
		return items.length === 0 ? [] : [validation(`${letter}${first}:${letter}${last}`, items)]
	})
	return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

const validation = (cells: string, items: readonly string[]): string =>
	`<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${escapeMarkup(quote(items))}</formula1></dataValidation>`

const quote = (items: readonly string[]): string => `"${items.map((item) => item.replaceAll('"', '""')).join(',')}"`

/** Returns the letter of a column: A for 0. Our sheets have at most 26 columns. */
const columnLetter = (index: number): string => String.fromCodePoint(65 + index)

/** The package doesn't export this type for Node. */
type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFileType>[1]>['features']>[number]

const HEAD = { fontWeight: 'bold', backgroundColor: '#e6dfcf', textColor: '#1b2333', wrap: true, alignVertical: 'top' } as const
const COMPUTED = { backgroundColor: '#f1eee6' } as const
const FORMATS: Partial<Record<WorkbookColumn['type'], string>> = { money: '#,##0.00', percent: '0.0%', date: 'yyyy-mm-dd' }
const COVER_WIDTH = 96

/** Creates an Excel workbook. Text that starts with `=` becomes a formula only in a formula column. */
export async function writeWorkbook(workbook: Workbook): Promise<Uint8Array> {
	const { default: writeXlsxFile } = await import('write-excel-file/node')
	const { cover, sheets } = workbook
	const file = writeXlsxFile(
		[
			{ sheet: cover.name, columns: [{ width: COVER_WIDTH }], data: coverRows(cover) },
			...sheets.map((sheet) => ({
				sheet: sheet.name,
				columns: sheet.columns.map(({ width }) => ({ width })),
				stickyRowsCount: headRow(sheet),
				orientation: 'landscape' as const,
				data: sheetRows(sheet, workbook),
			})),
		],
		{ features: [choices(workbook)] },
	)
	return new Uint8Array(await file.toBuffer())
}

const coverRows = ({ title, lines }: Workbook['cover']): SheetData => [
	[{ value: title, type: String, fontWeight: 'bold', fontSize: 16 }],
	[],
	...lines.map((line): Cell[] => [{ value: line, type: String, wrap: true, alignVertical: 'top' }]),
]

/** Number of the header row, starting at 1. */
const headRow = ({ intro }: WorkbookSheet): number => (intro === undefined ? 1 : 3)

function rowsOf(sheet: WorkbookSheet): { first: number; last: number } {
	const first = headRow(sheet) + 1
	return { first, last: first + sheet.rows.length + sheet.blankRows - 1 }
}

function sheetRows(sheet: WorkbookSheet, workbook: Workbook): SheetData {
	const { columns, intro, rows, blankRows, totals } = sheet
	const range = rowsOf(sheet)
	const blank = columns.map(() => null)
	const body = [...rows, ...Array.from({ length: blankRows }, () => blank)].map((cells, index) =>
		columns.map((column, place) => dataCell(column, cells[place] ?? null, { words: workbook, range, row: range.first + index })),
	)
	return [
		...(intro === undefined ? [] : [[{ value: intro, type: String, fontStyle: 'italic' as const }], []]),
		columns.map(({ title }) => ({ value: title, type: String, ...HEAD })),
		...body,
		...(totals ? [totals.map((total, place) => totalCell(total, { column: columns[place], range }))] : []),
	]
}

type CellContext = { words: Workbook; range: { first: number; last: number }; row: number }

function dataCell(column: WorkbookColumn, cell: WorkbookCell, { words, range, row }: CellContext): Cell {
	const format = FORMATS[column.type]
	if (column.formula !== undefined)
		return { value: fillFormula(column.formula, { ...range, row }), type: 'Formula', ...COMPUTED, ...(format && { format }) }
	if (cell === null) return format ? { type: column.type === 'date' ? Date : Number, format } : null
	if (typeof cell === 'boolean') return { value: cell ? words.yes : words.no, type: String }
	if (typeof cell === 'number') return { value: cell, type: Number, ...(format && { format }) }
	if (column.type === 'date') return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
	return { value: cell, type: String, wrap: true, alignVertical: 'top' }
}

function totalCell(
	total: NonNullable<WorkbookSheet['totals']>[number],
	{ column, range }: { column: WorkbookColumn | undefined; range: CellContext['range'] },
): Cell {
	if (total === null) return { value: '', type: String, ...HEAD }
	if ('label' in total) return { value: total.label, type: String, ...HEAD }
	const format = column && FORMATS[column.type]
	return { value: fillFormula(total.formula, { ...range, row: range.last + 1 }), type: 'Formula', ...HEAD, ...(format && { format }) }
}

/** Fills in a formula's placeholders. The file stores a formula without the leading `=`. */
const fillFormula = (formula: string, { first, last, row }: { first: number; last: number; row: number }): string =>
	formula.replaceAll('{r}', String(row)).replaceAll('{first}', String(first)).replaceAll('{last}', String(last))

/** Adds dropdown lists to the cells of `check` and `choice` columns. */
function choices({ sheets, yes, no }: Workbook): Feature {
	return {
		files: {
			transform: {
				'xl/worksheets/sheet{id}.xml': {
					transform: (content, _options, { sheetIndex }) => {
						// The file begins with the cover, so the other sheets are shifted by one.
						const sheet = sheets[sheetIndex - 1]
						const lists = sheet ? listChoices(sheet.columns, { yes, no, ...rowsOf(sheet) }) : ''
						return content.replace('</sheetData>', () => `</sheetData>${lists}`)
					},
				},
			},
		},
	}
}
