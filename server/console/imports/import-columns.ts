import type { ConsoleRequest, Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readSample } from '#server/services/people/imports/check-import.ts'
import { COLUMNS_OF, type FileKind } from '#server/services/people/imports/check-row.ts'
import {
	IMPORT_COLUMNS,
	type ColumnKind,
	type ColumnIndexes,
	DATE_ORDERS,
	type FileLayout,
} from '#server/services/people/imports/read-columns.ts'

const EXAMPLES = 3
const EXAMPLE_LENGTH = 60
/** Maximum columns of a file; no list of subscribers has more. */
const MAX_COLUMNS = 60
/** Characters at the start of a file that are read to show its first rows. */
export const SAMPLE_LENGTH = 50_000

const NAMES: Readonly<Record<ColumnKind, string>> = {
	email: 'Email',
	firstName: 'First name',
	lastName: 'Last name',
	askedAt: 'Consent date',
	place: 'Where they agreed',
	words: 'Consent text',
	tags: 'Tags, separated by commas or semicolons',
}

const refuse = (field: string, message: string) =>
	new ServiceError('unprocessable', 'columns_refused', message, { fields: { [field]: message } })

/** @throws ServiceError columns_refused (422) */
export function readColumnsForm(fields: Fields): FileLayout {
	const chosen = Array.from({ length: MAX_COLUMNS }, (_, column) => fields[`column-${column}`] ?? '')
	const columns: Record<string, number> = {}
	for (const kind of IMPORT_COLUMNS) {
		const places = chosen.flatMap((each, column) => (each === kind ? [column] : []))
		if (places.length > 1) throw refuse(`column-${places[1]}`, `Another column is already set to “${NAMES[kind]}”.`)
		columns[kind] = places[0] ?? -1
	}
	if (columns.email === -1) throw refuse('column-0', 'Choose the column with the email addresses.')
	const dates = DATE_ORDERS.find((order) => order === fields.dates) ?? 'year-first'
	return { columns: columns as ColumnIndexes, dates, hasHead: fields.head !== undefined }
}

/** Describes a file's columns with examples and meanings. Null once its content is deleted or imported. */
export async function presentColumns(
	{ ctx }: ConsoleRequest,
	{ what, start, reading }: { what: FileKind; start: string | null; reading: FileLayout | null },
) {
	if (start === null || reading === null) return null
	const rows = (await readSample(ctx, start)).map(({ cells }) => cells)
	const [head = []] = rows
	const body = reading.hasHead ? rows.slice(1) : rows
	const count = Math.min(MAX_COLUMNS, Math.max(...rows.map((cells) => cells.length)))
	const kinds = COLUMNS_OF[what]
	const kindOf = (column: number) => kinds.find((kind) => reading.columns[kind] === column) ?? ''
	return {
		columns: Array.from({ length: count }, (_, column) => ({
			column,
			name: (reading.hasHead ? head[column]?.trim().slice(0, EXAMPLE_LENGTH) : '') || `Column ${column + 1}`,
			holds: kindOf(column),
			examples: body
				.map((cells) => cells[column]?.trim().slice(0, EXAMPLE_LENGTH) ?? '')
				.filter(Boolean)
				.slice(0, EXAMPLES),
		})),
		kinds: kinds.map((kind) => [kind, what === 'learners' && kind === 'firstName' ? 'Name or first name' : NAMES[kind]] as const),
		dates: what === 'learners' ? null : reading.dates,
		hasHead: reading.hasHead,
	}
}
