export type CatalogColumn = {
	schema: string
	table: string
	column: string
	/** Name of the type; for arrays, of the element type. */
	type: string
	is_array: boolean
	is_nullable: boolean
	has_default: boolean
	is_computed: boolean
	/** Definition of a check that lists the allowed texts, null when there is none. */
	check: string | null
}

const HEADER = `// Generated from the database schema by scripts/generate-row-types.ts. Do not edit: run \`npm run row-types\`.
import type { ColumnType } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

/** Optional on insert. */
type Generated<T> =
	T extends ColumnType<infer Select, infer Insert, infer Update>
		? ColumnType<Select, Insert | undefined, Update>
		: ColumnType<T, T | undefined, T>
/** Written by the database only. */
type Computed<T> = ColumnType<T, never, never>
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Written as JSON text or as an object. The driver turns a bare array into a PostgreSQL array: stringify those. */
type Json = ColumnType<JsonValue, string | { [key: string]: JsonValue | undefined }, string | { [key: string]: JsonValue | undefined }>
`

const TYPES: Record<string, string> = {
	bool: 'boolean',
	int2: 'number',
	int4: 'number',
	int8: 'number',
	float4: 'number',
	float8: 'number',
	timestamptz: 'Timestamp',
	timestamp: 'Timestamp',
	json: 'Json',
	jsonb: 'Json',
	bytea: 'Buffer',
}

const allowedTexts = (check: string) =>
	[...check.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = '']) => `'${value.replaceAll("''", "\\'")}'`)

function presentType(column: CatalogColumn): string {
	const known = TYPES[column.type] ?? 'string'
	const isChecked = known === 'string' && !column.is_array && column.check !== null
	const single = isChecked ? allowedTexts(column.check ?? '').join(' | ') || known : known
	const plain = (column.is_array ? `${single}[]` : single) + (column.is_nullable ? ' | null' : '')
	if (column.is_computed) return `Computed<${plain}>`
	return column.has_default ? `Generated<${plain}>` : plain
}

const interfaceName = (key: string) => key.replace(/(?:^|[._])([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** Writes Kysely's description of the tables. Tables of `public` have their bare name, others `schema.table`. */
export function presentRowTypes(columns: readonly CatalogColumn[]): string {
	const tables = Map.groupBy(columns, ({ schema, table }) => (schema === 'public' ? table : `${schema}.${table}`))
	const interfaces = [...tables].map(([key, own]) => {
		const lines = own.map((column) => `\t${column.column}: ${presentType(column)}`)
		return `export type ${interfaceName(key)}Table = {\n${lines.join('\n')}\n}\n`
	})
	const keys = [...tables.keys()].map((key) => `\t${key.includes('.') ? `'${key}'` : key}: ${interfaceName(key)}Table`)
	return [HEADER, ...interfaces, `export type Database = {\n${keys.join('\n')}\n}\n`].join('\n')
}
