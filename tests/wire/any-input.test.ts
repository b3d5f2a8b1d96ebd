// asvs V1.4.2 V1.5.2 V2.2.1 V2.2.2
// regression CVE-2025-48370 #1595 GHSA-xv97-c62v-4587 CVE-2022-31093 CVE-2026-5502
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { startHttpServer } from '#server/process/listen.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { SECRET_KEY } from './admin-client.ts'
import { type Case, caseFor } from './any-input/cases.ts'
import { createSender } from './any-input/send.ts'
import { findShapeProblem } from './any-input/shapes.ts'
import { ROUTES } from './strangers-routes.ts'
import { signedIn, startWire, type Wire } from './test-client.ts'

/** Number of cases; for a long run, set `ANY_INPUT_CASES=100000 FUZZ_SEED=random`. */
const CASES = Number(process.env.ANY_INPUT_CASES ?? (isLong ? 1500 : 300))
const AT_ONCE = 16

const ENV = {
	SUPABASE_SECRET_KEY: SECRET_KEY,
	GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000000',
	GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
	GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
}

/** Endpoints that act without a body; callers with access skip them. */
const DOES_WITHOUT_INPUT = /\/(logout|erasure|export|reauthenticate)\b/
/** Tables that a refused request may change: counters, records of refusals, and challenges that need no body. */
const KEEPS_COUNT =
	/^(auth\.(audit_log_entries\w*|address_limits|webauthn_challenges|request_counts|spent_proofs|message_budgets)|pgboss\..*)$/
/** Requests that create keys the first time, sent before rows are counted. */
const FIRST_VISITS = [
	['GET', '/.well-known/did.json'],
	['POST', '/webhooks/stripe'],
] as const

async function countRows(wire: Wire): Promise<Record<string, number>> {
	const { rows: tables } = await sql<{ name: string }>`
		select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
		order by 1`.execute(wire.deps.db)
	const names = tables.map(({ name }) => name).filter((name) => !KEEPS_COUNT.test(name))
	const counts = names.map((name) => sql`select ${name} as name, count(*)::int as n from ${sql.raw(name)}`)
	const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(wire.deps.db)
	return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test(`any input to any endpoint over a socket gets an answer, no server error, and stores nothing (${CASES} cases)`, async () => {
	const wire = await startWire({ env: ENV })
	const { session } = await signedIn(wire)
	const listener = await startHttpServer(wire.app.fetch, { host: '127.0.0.1', port: 0 })
	onTestFinished(() => listener.close())
	const { send, close } = createSender(listener.port)
	onTestFinished(close)
	const tokens: Record<Case['caller'], string | null> = {
		nobody: null,
		learner: `Bearer ${session.access_token}`,
		operator: `Bearer ${SECRET_KEY}`,
		forger: `Bearer ${session.access_token.slice(0, -4)}AAAA`,
	}
	const isSent = (each: Case) => !(DOES_WITHOUT_INPUT.test(each.target) && (each.caller === 'learner' || each.caller === 'operator'))
	for (const [method, path] of FIRST_VISITS) await wire.request(path, { method })
	const before = await countRows(wire)
	const statuses = new Map<number, number>()
	/** The first failure of each kind, so that one doesn't hide the others. */
	const failures = new Map<string, string>()
	let slowest = 0

	const judge = async (each: Case) => {
		const { endpoint, method, target, caller } = each
		const answer = await send(each, tokens[caller]).catch((error: Error) => ({
			status: 0,
			type: '',
			headers: {},
			body: error.message,
			ms: 0,
		}))
		statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
		slowest = Math.max(slowest, answer.ms)
		const isAnswer = answer.status >= 200 && answer.status < 500
		const problem = isAnswer ? answer.status >= 400 && method !== 'HEAD' && findShapeProblem(target, answer) : answer.body.slice(0, 300)
		const kind = `${endpoint} ${answer.status}`
		if (!problem || failures.has(kind)) return
		const sent = { method, target, headers: each.headers, caller, times: each.times, body: each.body?.toString().slice(0, 300) }
		failures.set(kind, `${problem} for ${JSON.stringify(sent)}`)
	}
	const anyCase = fc.constantFrom(...Object.keys(ROUTES)).chain(caseFor)
	await fc.assert(
		fc.asyncProperty(fc.array(anyCase, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
			await Promise.all(batch.filter(isSent).flatMap((each) => Array.from({ length: each.times }, () => judge(each))))
		}),
		{ numRuns: Math.ceil(CASES / AT_ONCE) },
	)
	const errors = wire.logLines.filter((line) => line.includes('"level":"error"'))
	expect([...failures, ...errors.slice(0, 20)]).toEqual([])
	expect(await countRows(wire)).toEqual(before)
	const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
	console.info(`${total} requests, slowest ${slowest.toFixed(0)} ms, ${JSON.stringify(Object.fromEntries(statuses))}`)
}, 3_600_000)
