import type { PrintedField } from './print-field.ts'
import type { Condition, Search } from './request-tree.ts'
import type { Values } from './sql-text.ts'

const PARSERS: Record<Search, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}

/**
 * Only `to_tsquery` refuses a text, and reports it like a broken statement (42601). So the text is checked first: an
 * unreadable one is refused as a wrong value (22007) instead.
 */
const readable = (text: string) =>
	`case when pg_input_is_valid(${text}, 'tsquery') then ${text} else ('search: ' || ${text})::date::text end`

/** Full text search. A column that is not a search vector is converted, in the language of the search. */
export function printSearch(condition: Extract<Condition, { kind: 'search' }>, { sql, type }: PrintedField, values: Values): string {
	const { operator, config, value } = condition
	const language = config === null ? '' : `${values.bind(config, 'regconfig')}, `
	const text = values.bind(value, 'text')
	const vector = type === 'tsvector' ? sql : `to_tsvector(${language}${sql})`
	return `${vector} @@ ${PARSERS[operator]}(${language}${operator === 'fts' ? readable(text) : text})`
}
