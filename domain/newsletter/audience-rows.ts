/** Maximum conditions of an audience. */
export const MAX_CONDITIONS = 8

/** A row of the form: a condition, such as `module=2`, or empty. */
export type AudienceRow = { value: string; isNot: boolean }
export type AudienceFields = { match: 'all' | 'any'; rows: readonly AudienceRow[] }

/** Reads the rows of a form or a URL: `match`, `if-0`, `not-0` and so on. Empty rows are left out. */
export function readAudienceRows(fields: Readonly<Record<string, string | undefined>>): AudienceFields {
	const rows = Array.from({ length: MAX_CONDITIONS }, (_, index) => ({
		value: fields[`if-${index}`] ?? '',
		isNot: fields[`not-${index}`] === 'not',
	}))
	return { match: fields.match === 'any' ? 'any' : 'all', rows: rows.filter(({ value }) => value !== '') }
}

/** True if an email's form was opened with custom conditions (`audience_before`), and another audience was chosen instead. */
export const hasLeftConditions = ({ audience, audience_before: before }: Readonly<Record<string, string | undefined>>): boolean =>
	before === 'custom' && audience !== undefined && audience !== 'custom'

/** Writes rows as fields of a form or a URL. */
export const writeAudienceRows = ({ match, rows }: AudienceFields): Record<string, string> => ({
	...(match === 'any' && { match }),
	...Object.fromEntries(
		rows
			.filter(({ value }) => value !== '')
			.flatMap(({ value, isNot }, index) => [[`if-${index}`, value], ...(isNot ? [[`not-${index}`, 'not']] : [])]),
	),
})

/** Clauses about a person, each with its negation. The first match is used. */
const OPPOSITES: readonly (readonly [RegExp, string])[] = [
	[/^hasn’t started$/, 'has started or has no account'],
	[/^has been /, 'hasn’t been '],
	[/^has access /, 'has no access '],
	[/^has /, 'doesn’t have '],
	[/^was /, 'wasn’t '],
	[/^came /, 'didn’t come '],
	[/^got /, 'didn’t get '],
	[/^completed /, 'didn’t complete '],
]

/** Negates a clause, as in “doesn’t have a certificate”. */
export function negateClause(clause: string): string {
	const [from, to] = OPPOSITES.find(([pattern]) => pattern.test(clause)) ?? [/^/, 'isn’t someone who ']
	return clause.replace(from, to)
}

/** Describes an audience by its clauses, as in “every subscriber who came through the pop-up or has a certificate”. */
export function phraseAudience(match: 'all' | 'any', clauses: readonly string[]): string {
	if (clauses.length === 0) return 'all subscribers'
	return `every subscriber who ${new Intl.ListFormat('en', { type: match === 'any' ? 'disjunction' : 'conjunction' }).format(clauses)}`
}
