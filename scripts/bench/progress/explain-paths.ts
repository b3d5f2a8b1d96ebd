import type { Pools } from '#server/db/pools.ts'

/** The statements of the paths under test, as the services send them. */
const PATHS = {
	'who is calling': {
		text: `select u.banned_until, u.is_anonymous, s.id, s.aal from auth.users u
			left join auth.sessions s on s.user_id = u.id and s.id = $2
			where u.id = $1 and u.deleted_at is null`,
		isForOne: true,
	},
	'lock of learners': { text: 'select id from auth.users where id = any ($1::uuid[]) order by id for no key update', isForOne: false },
	'record of learners': {
		text: `select user_id, kind, key, done, changed_at, detail from progress_entries
			where user_id = any ($1::uuid[]) order by user_id, kind, key`,
		isForOne: false,
	},
} as const

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

const scansOf = (plan: Plan): string[] => [
	...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? 'unknown'] : []),
	...(plan.Plans ?? []).flatMap(scansOf),
]

/** Tables that any of these paths reads from end to end, as PostgreSQL plans them now; empty is what we want. */
export async function sequentialScans({ app }: Pools, userIds: readonly string[]): Promise<string[]> {
	const found: string[] = []
	for (const [name, { text, isForOne }] of Object.entries(PATHS)) {
		const values = isForOne ? [userIds[0], userIds[0]] : [userIds]
		const { rows } = await app.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
		const plan = rows[0]?.['QUERY PLAN'][0].Plan
		if (!plan) throw new Error(`no plan for ${name}`)
		found.push(...scansOf(plan).map((table) => `${name}: ${table}`))
	}
	return found
}
