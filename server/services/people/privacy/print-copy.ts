import { hyphenate } from '#content/render-download.ts'
import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { leftOut, type Records } from './read-records.ts'
import type { ZipEntry } from './zip-file.ts'

const aboutLines = (ctx: ServiceContext, madeAt: Date) => [
	`A copy of everything ${ctx.content.site.name} holds about you, made ${madeAt.toISOString()}. Times are UTC, amounts in cents.`,
	'Passwords, codes and keys are stored as hashes or encrypted. They are left out, because nothing can be read from them.',
	...leftOut(ctx).map(({ title, why }) => `Left out: ${title}. ${why}`),
]

/** Converts bytes to base64. Dates are ISO 8601 already. */
const forJson = (_key: string, value: unknown): unknown => {
	const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
	return isBytes && Array.isArray(value.data) ? Buffer.from(value.data as number[]).toString('base64') : value
}

export async function* printJson(ctx: ServiceContext, tables: AsyncIterable<Records>, madeAt: Date): AsyncGenerator<Buffer> {
	yield Buffer.from(`{\n"about": ${JSON.stringify(aboutLines(ctx, madeAt))},\n"data": {`)
	let separator = '\n'
	for await (const { title, purpose, rows } of tables) {
		yield Buffer.from(`${separator}${JSON.stringify(title)}: ${JSON.stringify({ purpose, rows }, forJson, '\t')}`)
		separator = ',\n'
	}
	yield Buffer.from('\n}\n}\n')
}

function cellText(value: unknown): string {
	if (value === null || value === undefined) return ''
	if (value instanceof Date) return value.toISOString()
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Returns a table's CSV file. Files in the cells become separate entries, which the CSV refers to by name. */
function csvEntries({ title, columns, rows }: Records): ZipEntry[] {
	const name = hyphenate(title)
	const files: ZipEntry[] = []
	const lines = rows.map((row) =>
		columns.map((column) => {
			const value = row[column]
			if (!Buffer.isBuffer(value)) return cellText(value)
			const file = { name: `files/${name}-${files.length + 1}.pdf`, content: value }
			files.push(file)
			return file.name
		}),
	)
	return [{ name: `${name}.csv`, content: Buffer.from(CSV_START + [columns, ...lines].map(csvLine).join('')) }, ...files]
}

/** Yields a README, one CSV per table, and the attachments. */
export async function* printCsvs(ctx: ServiceContext, tables: AsyncIterable<Records>, madeAt: Date): AsyncGenerator<ZipEntry> {
	yield { name: 'README.txt', content: Buffer.from(`${aboutLines(ctx, madeAt).join('\n')}\n`) }
	for await (const records of tables) yield* csvEntries(records)
}
