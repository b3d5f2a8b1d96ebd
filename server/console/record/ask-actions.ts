import { sql } from 'kysely'

import { localClock, momentOf } from '#domain/clock/local-clock.ts'
import { countDays, dayText, mondayOf } from '#domain/clock/week-date.ts'
import { type Asked, readAsked, type SortColumns } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'

import { describeAction } from './entry-sentences.ts'

const SORTS: SortColumns = { created: { by: sql`done.created_at`, kind: 'time' } }
const ACTION = /^[a-z][a-z_]{0,80}$/

/** As in the address: days are those of the console's zone, both included. Empty means any. */
type Typed = { by: string; action: string; from: string; to: string }

export type AskedActions = Asked & { filter: { by: string; action: string; since: Date | null; until: Date | null } }

const readDay = (text: string | null) => (text !== null && mondayOf(text) !== null ? text : '')

/** Reads the filters and the sort of the log. What doesn't fit is left out; days in the wrong order are refused, and not applied. */
export function readAskedActions(params: URLSearchParams, timeZone: string): AskedActions & { typed: Typed; isRefused: boolean } {
	const [by, action] = [params.get('by') ?? '', params.get('action') ?? '']
	const typed = {
		by: isUuid(by) ? by.toLowerCase() : '',
		action: ACTION.test(action) ? action : '',
		from: readDay(params.get('from')),
		to: readDay(params.get('to')),
	}
	const isRefused = typed.from !== '' && typed.to !== '' && typed.to < typed.from
	const clock = localClock(timeZone)
	const startOf = (day: string, later = 0) =>
		day === '' || isRefused ? null : new Date(momentOf(clock, dayText(countDays(day) + later), 0))
	const filter = { by: typed.by, action: typed.action, since: startOf(typed.from), until: startOf(typed.to, 1) }
	return { ...readAsked(params, SORTS, '-created'), filter, typed, isRefused }
}

/** Each value of an indexed column once, by as many steps in the index as there are values. */
const listOnce = (column: 'actor_id' | 'action') => {
	const name = sql.ref(column)
	return sql<{ value: string }>`with recursive seen as (
		(select ${name} as value from operator_actions where ${name} is not null order by ${name} limit 1)
		union all
		select (select ${name} from operator_actions where ${name} > seen.value order by ${name} limit 1) from seen where seen.value is not null)
		select value::text from seen where value is not null`
}

/** People and actions that the log has entries of: value and words. */
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
