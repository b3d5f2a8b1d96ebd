import type { ServiceContext } from '#server/services/context.ts'
import { allowAddress } from '#server/services/messaging/outbox/mail-suppressions.ts'

import type { Finding } from './ask.ts'
import { checkConsole } from './check-console.ts'
import { checkLessons } from './check-lessons.ts'
import { checkPurchases } from './check-purchases.ts'
import { checkRoutes } from './check-routes.ts'
import { checkSessions } from './check-sessions.ts'
import { checkStrangers } from './check-strangers.ts'
import { checkTables } from './check-tables.ts'
import { Findings } from './findings.ts'
import { removePeople } from './remove-people.ts'
import { makeWorld } from './world.ts'

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
	/** Defaults to all. */ only?: readonly (keyof typeof checks)[]
	/** Ends the run after a check when it returns true. */
	isEnough?: (findings: readonly Finding[]) => boolean
}

export type Verified = { findings: readonly Finding[]; notes: readonly string[]; summary: string }

/**
 * Asks the server at `base`, which must use the database of `ctx`, as throw-away people, and removes these again.
 * @throws Error if the server can't be asked, or `signal` aborts the run
 */
export async function runVerify(ctx: ServiceContext, { base, signal, only, isEnough = () => false }: Options): Promise<Verified> {
	const findings = new Findings()
	const left = await removePeople(ctx)
	const silenced: string[] = []
	try {
		const world = { ...(await makeWorld(ctx, { base, findings, signal })), silenced }
		if (left > 0) world.notes.push(`${left} throw-away accounts of an earlier run were removed.`)
		const counts: Record<string, number> = {}
		for (const name of only ?? CHECKS) {
			if (isEnough(findings.list)) break
			Object.assign(counts, await checks[name](world))
		}
		const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
		const summary = `${[`${world.asker.count} requests`, ...counted].join(', ')}.`
		return { findings: findings.list, notes: world.notes, summary }
	} finally {
		await removePeople(ctx)
		for (const address of silenced) await allowAddress(ctx, address)
	}
}
