import type { CatalogueColumn, Relation } from './catalogue.ts'
import { RestRefusal } from './rest-refusal.ts'

/** Name of the table within a statement; no column can be mistaken for it, since every column is qualified. */
export const TABLE = '_table'

/** An identifier for the text of a statement: no name can end it early. */
export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
/** Quoted, with its schema, so that the search path does not matter. */
export const tableName = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) => `${quote(schema)}.${quote(name)}`

/** The values of a statement, in order. A value is always a parameter; the text holds only its number and its type. */
export class Values {
	readonly list: string[] = []

	/** @param type from the catalogue or written here, never from a request */
	bind(value: string, type: string): string {
		this.list.push(value)
		return `$${this.list.length}::${type}`
	}
}

/** @throws RestRefusal 42703 (400), PostgreSQL's code for a filter, an order or a select list */
export function requireColumn(relation: Relation, name: string): CatalogueColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, '42703', `column ${relation.name}.${name} does not exist`)
	return column
}

/** @throws RestRefusal PGRST204 (400), for a key of a body */
export function requireKey(relation: Relation, name: string): CatalogueColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, 'PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
	return column
}
