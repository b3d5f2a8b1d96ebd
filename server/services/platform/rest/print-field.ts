import type { Relation } from './catalogue.ts'
import type { Field } from './request-tree.ts'
import { quote, requireColumn, type Values } from './sql-text.ts'

/** Columns of a relation, and the alias `from` of its rows in a statement. */
export type Scope = { relation: Relation; from: string; values: Values }

export type PrintedField = { sql: string; type: string }

const POSITION = /^-?\d{1,9}$/

/**
 * Prints a column, or the value at a path within it, with its type.
 * @throws RestRefusal 42703 for an unknown column
 */
export function printField({ column, path = [] }: Field, { relation, from, values }: Scope): PrintedField {
	const { name, type } = requireColumn(relation, column)
	const base = `${from}.${quote(name)}`
	if (path.length === 0) return { sql: base, type }
	const steps = path.map(({ key, isText }) => `${isText ? '->>' : '->'} ${values.bind(key, POSITION.test(key) ? 'integer' : 'text')}`)
	const value = type === 'jsonb' ? base : `to_jsonb(${base})`
	return { sql: `(${value} ${steps.join(' ')})`, type: path.at(-1)?.isText ? 'text' : 'jsonb' }
}
