import { sql } from 'kysely'

import { readAskedDays, type TypedDays } from '#server/console/shell/asked-days.ts'
import { type Asked, readAsked, type SortColumns } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'

import { describeAction } from './entry-sentences.ts'

const SORTS: SortColumns = { created: { by: sql`done.created_at`, kind: 'time' } }
const ACTION = /^[a-z][a-z_]{0,80}$/

/** Filters as in the URL; an empty value matches everything. */
type Typed = TypedDays & { by: string; action: string }

export type AskedActions = Asked & { filter: { by: string; action: string; since: Date | null; until: Date | null } }

/** Ignores invalid values; if the days are in the wrong order, ignores both and sets `isRefused`. */
export function readAskedActions(params: URLSearchParams, timeZone: string): AskedActions & { typed: Typed; isRefused: boolean } {
	const [by, action] = [params.get('by') ?? '', params.get('action') ?? '']
	const { typed: days, since, until, isRefused } = readAskedDays(params, timeZone)
	const typed = { by: isUuid(by) ? by.toLowerCase() : '', action: ACTION.test(action) ? action : '', ...days }
	return { ...readAsked(params, SORTS, '-created'), filter: { by: typed.by, action: typed.action, since, until }, typed, isRefused }
}

/** Returns SQL for the distinct values of an indexed column, with one index lookup per value instead of a scan. */
const listOnce = (column: 'actor_id' | 'action') => {
	const name = sql.ref(column)
	return sql<{ value: string }>`with recursive seen as (
		(select ${name} as value from operator_actions where ${name} is not null order by ${name} limit 1)
		union all
		select (select ${name} from operator_actions where ${name} > seen.value order by ${name} limit 1) from seen where seen.value is not null)
		select value::text from seen where value is not null`
}

/** Reads the choices of the log's filters: people and actions that have entries, each with value and label. */
export async function readChoices(db: Db) {
	const [people, actions] = [await listOnce('actor_id').execute(db), await listOnce('action').execute(db)]
	const ids = people.rows.map(({ value }) => value)
	const accounts = ids.length === 0 ? [] : await db.selectFrom('auth.users').select(['id', 'email']).where('id', 'in', ids).execute()
	const byWords = (one: readonly string[], other: readonly string[]) => (one[1] ?? '').localeCompare(other[1] ?? '')
	return {
		people: accounts.map(({ id, email }) => [id, email ?? id.slice(-8)] as const).toSorted(byWords),
		actions: actions.rows.map(({ value }) => [value, describeAction(value)] as const).toSorted(byWords),
	}
}
