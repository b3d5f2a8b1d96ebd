import type { ServiceContext } from '#server/services/context.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { checkConsole } from './check-console.ts'
import { checkLessons } from './check-lessons.ts'
import { checkPurchases } from './check-purchases.ts'
import { checkRoutes } from './check-routes.ts'
import { checkSessions } from './check-sessions.ts'
import { checkStrangers } from './check-strangers.ts'
import { checkTables } from './check-tables.ts'
import { Findings } from './findings.ts'
import { removeTestPeople } from './people.ts'
import type { Finding } from './verify-client.ts'
import { makeTestWorld } from './world.ts'

const checks = {
	sessions: checkSessions,
	purchases: checkPurchases,
	lessons: checkLessons,
	strangers: checkStrangers,
	tables: checkTables,
	routes: checkRoutes,
	// Last, because it makes the operator's step-up too old.
	console: checkConsole,
}
const CHECKS = Object.keys(checks) as (keyof typeof checks)[]

type Options = {
	base: string
	signal: AbortSignal
	/** All checks by default. */ only?: readonly (keyof typeof checks)[]
	/** Called after each check; true ends the run. */
	isEnough?: (findings: readonly Finding[]) => boolean
}

export type VerifyReport = { findings: readonly Finding[]; notes: readonly string[]; summary: string }

/**
 * Checks the server at `base`, which must use the database of `ctx`, with temporary accounts, and removes these afterwards.
 * @throws Error if no requests can be made, or `signal` aborts the run
 */
export async function runVerify(ctx: ServiceContext, { base, signal, only, isEnough = () => false }: Options): Promise<VerifyReport> {
	const findings = new Findings()
	const left = await removeTestPeople(ctx)
	const silenced: string[] = []
	try {
		const world = { ...(await makeTestWorld(ctx, { base, findings, signal })), silenced }
		if (left > 0) world.notes.push(`${left} temporary accounts of an earlier run were removed.`)
		const counts: Record<string, number> = {}
		for (const name of only ?? CHECKS) {
			if (isEnough(findings.list)) break
			Object.assign(counts, await checks[name](world))
		}
		const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
		const summary = `${[`${world.client.count} requests`, ...counted].join(', ')}.`
		return { findings: findings.list, notes: world.notes, summary }
	} finally {
		await removeTestPeople(ctx)
		for (const address of silenced) await allowAddress(ctx, address)
	}
}
