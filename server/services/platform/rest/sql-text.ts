import type { CatalogueColumn, Relation } from './catalogue.ts'
import { RestRefusal } from './rest-refusal.ts'

/** Alias of the table in a statement. It can't be confused with a column, since every column is qualified. */
export const TABLE = '_table'

/** Quotes an identifier and escapes quotes in it, to prevent SQL injection. */
export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
/** Quoted and with its schema, so that the search path doesn't matter. */
export const tableName = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) => `${quote(schema)}.${quote(name)}`

/** Collects the parameters of a statement in order. A value is always bound; the text contains only its number and type. */
export class Values {
	readonly list: string[] = []

	/** @param type from the catalogue or a constant, never from a request */
	bind(value: string, type: string): string {
		this.list.push(value)
		return `$${this.list.length}::${type}`
	}
}

/**
 * Returns a column of a relation.
 * @throws RestRefusal 42703 (400), PostgreSQL's code for an unknown column in a filter, an order or a select list
 */
export function requireColumn(relation: Relation, name: string): CatalogueColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, '42703', `column ${relation.name}.${name} does not exist`)
	return column
}

/**
 * Returns the column for a key of a body.
 * @throws RestRefusal PGRST204 (400) for an unknown key
 */
export function requireKey(relation: Relation, name: string): CatalogueColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, 'PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
	return column
}
