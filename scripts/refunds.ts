/**
 * `npm run refunds -- list` and `npm run refunds -- grant <order> --operator <name> --reason <text> [--cents <n>]`: an
 * operator looks at refund requests and overrules the policy. The running server sends the money.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { formatMoney } from '#domain/pricing/money.ts'
import { readConfig } from '#server/config.ts'
import { type Deps, systemContext } from '#server/context.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createDeps } from '#server/deps.ts'
import { ServiceError } from '#server/errors.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/logger.ts'
import { listRefunds, type ListedRefund } from '#server/services/refunds/list-refunds.ts'
import { overrideRefund } from '#server/services/refunds/override-refund.ts'

const USAGE = `npm run refunds -- list
npm run refunds -- grant <order> --operator <name> --reason <text> [--cents <n>]`

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { operator: { type: 'string' }, reason: { type: 'string' }, cents: { type: 'string' } },
})

const toLine = (row: ListedRefund) =>
	[
		row.requested_at.toISOString(),
		row.order_id,
		row.kind,
		row.state,
		row.state === 'refused' ? row.reasons.join('+') : formatMoney(row.amount_cents),
		row.decided_by,
		row.message ?? '',
	].join('  ')

async function run(deps: Deps): Promise<string[]> {
	const ctx = systemContext(deps, 'npm run refunds')
	const [command, orderId] = positionals
	if (command === 'list') return (await listRefunds(ctx)).map(toLine)
	if (command !== 'grant' || orderId === undefined) throw new ServiceError('invalid', 'usage', USAGE)
	const { operator = '', reason = '', cents } = values
	const request = await overrideRefund(ctx, { orderId, operator, reason, ...(cents !== undefined && { amountCents: Number(cents) }) })
	return [`granted: ${formatMoney(request.amount_cents)} of order ${request.order_id}; the running server sends it`]
}

const config = readConfig(process.env)
const log = createLogger('error', (line) => process.stderr.write(line))
const database = await openDatabase({ ...config, projectDir: path.resolve(import.meta.dirname, '..') }, log)
const pools = openPools(database.connection, log, 2)
const callerDb = openCallerDatabase(database.connection, log, 1)
const jobs = await openJobRunner(database.connection, log)
try {
	for (const line of await run(createDeps(config, { db: pools.db, callerDb, jobs: jobs.queue, log, now: () => new Date() })))
		console.log(line)
} catch (error) {
	if (!(error instanceof ServiceError)) throw error
	console.error(error.message)
	process.exitCode = 1
} finally {
	await jobs.stop()
	await callerDb.close()
	await pools.close()
	await database.stop()
}
