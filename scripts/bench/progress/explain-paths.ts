import type { Pools } from '#server/db/pools.ts'

/** SQL statements of the measured endpoints, as sent by the services. */
const PATHS = {
	'who is calling': `select u.banned_until, u.is_anonymous, s.id, s.aal
		from unnest($1::uuid[], $1::uuid[]) with ordinality as asked (user_id, session_id, at)
		join auth.users u on u.id = asked.user_id and u.deleted_at is null
		left join auth.sessions s on s.id = asked.session_id and s.user_id = u.id`,
	'lock of learners': 'select id from auth.users where id = any ($1::uuid[]) order by id for no key update',
	'record of learners': `select user_id, kind, key, done, changed_at, detail from progress_entries
		where user_id = any ($1::uuid[]) order by user_id, kind, key`,
} as const

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

const scansOf = (plan: Plan): string[] => [
	...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? 'unknown'] : []),
	...(plan.Plans ?? []).flatMap(scansOf),
]

/** Lists the tables that the measured endpoints scan sequentially according to PostgreSQL's plans. There should be none. */
export async function sequentialScans({ app }: Pools, userIds: readonly string[]): Promise<string[]> {
	const found: string[] = []
	for (const [name, text] of Object.entries(PATHS)) {
		const { rows } = await app.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [userIds])
		const plan = rows[0]?.['QUERY PLAN'][0].Plan
		if (!plan) throw new Error(`no plan for ${name}`)
		found.push(...scansOf(plan).map((table) => `${name}: ${table}`))
	}
	return found
}
