import { z } from 'zod'

import { IdSchema, TextSchema } from './primitives.ts'

export const DOCUMENT_GROUPS = [
	'roadmap',
	'planner-pack',
	'worksheet',
	'template',
	'tool',
	'bonus',
	'lesson-resource',
	'career-guide',
	'overview',
] as const
export const DocumentGroupSchema = z.enum(DOCUMENT_GROUPS)

const DateSchema = z.iso.date()

const SourceSchema = z.strictObject({ title: TextSchema, url: z.url({ protocol: /^https$/ }), read: DateSchema })

/** Public fields of a document. `access` decides who gets its body. */
const facts = {
	title: TextSchema.max(80),
	summary: TextSchema.max(240),
	access: z.enum(['free', 'paid']),
	group: DocumentGroupSchema,
	/** Position in the group; documents with the same number are sorted by title. */
	order: z.int().min(1).max(999).default(500),
	/** List of the contents, shown to visitors before they buy. */
	contents: z.array(TextSchema.max(120)).min(2).max(6).meta({ entry: 'line' }),
	language: z.literal('en'),
	version: z.string().regex(/^\d+\.\d+$/, "must be like '1.0'"),
	date: DateSchema,
	sources: z.array(SourceSchema).default([]),
}

const isDistinct = (items: readonly string[]) => new Set(items).size === items.length
const formats = <const T extends readonly [string, ...string[]]>(names: T) =>
	z.array(z.enum(names)).min(1).refine(isDistinct, 'names a format twice')

/** Front matter of content/documents/<slug>.md: a text to read, tick, fill in or edit. */
export const TextDocumentFactsSchema = z.strictObject({
	...facts,
	kind: z.enum(['guide', 'checklist', 'worksheet', 'script']),
	formats: formats(['pdf', 'docx']),
})

/** An Excel formula without its `=`. `{r}`: current row; `{first}` and `{last}`: the table's first and last row. */
const FormulaSchema = z.string().regex(/^[^=\s][^\n]*$/, 'must be a formula without the leading =')

const ColumnSchema = z
	.strictObject({
		title: TextSchema,
		/** money: dollars; percent: 1 is 100 %; check: Yes or No. */
		type: z.enum(['text', 'number', 'money', 'percent', 'date', 'check', 'choice']),
		/** Width in characters, as in spreadsheet programs. */
		width: z.int().min(4).max(80),
		/** Formula of a computed column, whose cells are null in `rows`. */
		formula: FormulaSchema.optional(),
		options: z.array(TextSchema).min(2).optional(),
		/** Hint about the input, shown in the notes below the title row. */
		note: TextSchema.optional(),
	})
	.refine(({ type, options }) => (type === 'choice') === (options !== undefined), {
		path: ['options'],
		message: 'a choice needs options, and nothing else has them',
	})
export type SheetColumn = z.infer<typeof ColumnSchema>

const CellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type SheetCell = z.infer<typeof CellSchema>

const SheetSchema = z
	.strictObject({
		/** Sheet name, as restricted by Excel. */
		name: z
			.string()
			.min(1)
			.max(31)
			.regex(/^[^\\/?*[\]:']+$/, String.raw`must not contain \ / ? * [ ] : '`),
		intro: TextSchema.optional(),
		columns: z.array(ColumnSchema).min(1).max(20),
		/** Example rows with one cell per column; null for an empty or computed cell. */
		rows: z.array(z.array(CellSchema).meta({ entry: 'cell' })),
		/** Number of rows below the examples that are empty except for formulas. */
		blankRows: z.int().min(0).max(400),
		/** Totals in the last row: for each column a label, a formula or null. */
		totals: z
			.array(
				z.union([z.null(), z.strictObject({ label: TextSchema }), z.strictObject({ formula: FormulaSchema })]).meta({ entry: 'total' }),
			)
			.optional(),
	})
	.superRefine((sheet, issues) => {
		const { columns, rows, totals } = sheet
		const report = (path: (string | number)[], message: string) => issues.addIssue({ code: 'custom', path, message })
		rows.forEach((row, index) => {
			if (row.length !== columns.length) return report(['rows', index], `needs ${columns.length} cells, one per column`)
			row.forEach((cell, place) => {
				const column = columns[place]
				const fault = column && findCellFault(column, cell)
				if (fault) report(['rows', index, place], `${column.title}: ${fault}`)
			})
		})
		if (totals && totals.length !== columns.length) report(['totals'], `needs ${columns.length} cells, one per column`)
		if (rows.length === 0 && sheet.blankRows === 0) report(['blankRows'], 'a sheet needs rows')
	})
export type Sheet = z.infer<typeof SheetSchema>

const CELL_FAULTS: Record<SheetColumn['type'], (cell: Exclude<SheetCell, null>, column: SheetColumn) => string | false> = {
	text: (cell) => typeof cell !== 'string' && 'must be a text',
	number: (cell) => typeof cell !== 'number' && 'must be a number',
	money: (cell) => typeof cell !== 'number' && 'must be a number of dollars',
	percent: (cell) => typeof cell !== 'number' && 'must be a fraction, such as 0.2 for 20%',
	date: (cell) => !DateSchema.safeParse(cell).success && 'must be a date, such as 2026-11-20',
	check: (cell) => typeof cell !== 'boolean' && 'must be true or false',
	choice: (cell, { options = [] }) => !options.some((option) => option === cell) && `must be one of ${options.join(', ')}`,
}

function findCellFault(column: SheetColumn, cell: SheetCell): string | false {
	if (column.formula !== undefined) return cell !== null && 'is computed; write null'
	return cell !== null && CELL_FAULTS[column.type](cell, column)
}

/** content/documents/<slug>.json: a workbook. */
export const SheetDocumentSchema = z.strictObject({
	...facts,
	kind: z.literal('sheet'),
	formats: formats(['xlsx', 'csv', 'pdf']),
	/** Instructions, on a separate sheet. */
	howTo: z.array(TextSchema).min(1).meta({ entry: 'step' }),
	sheets: z
		.array(SheetSchema)
		.min(1)
		.refine((sheets) => isDistinct(sheets.map(({ name }) => name.toLowerCase())), 'two sheets have the same name'),
})

export const DocumentSlugSchema = IdSchema.max(60)

export type DocumentTextBlock =
	| { kind: 'heading'; level: 2 | 3; text: string }
	| { kind: 'text'; text: string }
	| { kind: 'list'; isOrdered: boolean; items: readonly string[] }
	| { kind: 'checklist'; items: readonly string[] }
	/** `hasBox`: the row begins with a checkbox. */
	| { kind: 'table'; head: readonly string[]; rows: readonly { hasBox: boolean; cells: readonly string[] }[] }
	/** A label with lines to write on. */
	| { kind: 'field'; label: string; lines: number }
	| { kind: 'callout'; tone: 'note' | 'tip' | 'example' | 'warning'; text: string }
	/** Text to copy and adapt, line by line. */
	| { kind: 'copy'; lines: readonly string[] }
	| { kind: 'page-break' }

export type TextDocument = z.infer<typeof TextDocumentFactsSchema> & { slug: string; blocks: readonly DocumentTextBlock[] }
export type SheetDocument = z.infer<typeof SheetDocumentSchema> & { slug: string }
export type LibraryDocument = TextDocument | SheetDocument
export type DocumentFormat = LibraryDocument['formats'][number]

export type DocumentCard = Pick<LibraryDocument, 'slug' | 'title' | 'summary' | 'kind' | 'access' | 'group' | 'contents' | 'date'> & {
	formats: readonly DocumentFormat[]
}
