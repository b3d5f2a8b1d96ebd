import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { hashPassword, verifyPassword } from '#server/services/identity/accounts/password-hash.ts'

import { startSignIns } from './logins/sign-in-loops.ts'
import { type BenchDatabase, fillLearners, issueTokens } from './rig/bench-database.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { askSteadily } from './rig/open-loop.ts'
import { processorSecondsInAll } from './rig/process-tree.ts'
import { type Bench, withServer } from './rig/with-server.ts'

const LEARNERS = 10_000
const WITH_PASSWORD = 200
const BROWSERS = 16
const PASSWORD = 'orange-lamp-in-the-hall'
const ROUNDS = 7
const SECONDS = 4
const READS_PER_SECOND = 100
const READS = READS_PER_SECOND * 3
const HASHES = 15

async function giveThemPasswords({ pools }: BenchDatabase): Promise<{ email: string; password: string }[]> {
	const { rows } = await pools.app.query<{ email: string }>(
		`update auth.users set encrypted_password = $1, email_confirmed_at = now()
		where id in (select id from auth.users order by id limit ${WITH_PASSWORD}) returning email`,
		[await hashPassword(PASSWORD)],
	)
	return rows.map(({ email }) => ({ email, password: PASSWORD }))
}

/** Seconds that one hash takes on an idle server, and its processor seconds. */
async function timeHash(): Promise<{ took: number; used: number }> {
	const stored = await hashPassword(PASSWORD)
	const took: number[] = []
	const before = process.cpuUsage()
	for (let n = 0; n < HASHES; n++) {
		const started = performance.now()
		await verifyPassword(stored, PASSWORD)
		took.push((performance.now() - started) / 1000)
	}
	const { user, system } = process.cpuUsage(before)
	return { took: median(took), used: (user + system) / 1e6 / HASHES }
}

type Round = { logins: number; share: number; hashShare: number; idle: number; flooded: number }
type People = { logins: { email: string; password: string }[]; tokens: string[] }

async function measureRound({ database, server }: Bench, { logins, tokens }: People): Promise<Round> {
	const read = () => askSteadily(server.origin, { asked: 'read', tokens: tokens.splice(0, READS), perSecond: READS_PER_SECOND })
	const used = () => processorSecondsInAll(server.pid) + processorSecondsInAll(database.pid)
	const hash = await timeHash()
	const idle = await read()
	const before = used()
	const alone = startSignIns(server.origin, logins, BROWSERS)
	await sleep(SECONDS * 1000)
	const done = await alone.stop()
	const cost = (used() - before) / done
	const flood = startSignIns(server.origin, logins, BROWSERS)
	const flooded = await read()
	await flood.stop()
	const perSecond = done / SECONDS
	const share = perSecond / (availableParallelism() / hash.took)
	return { logins: perSecond, share, hashShare: hash.used / cost, idle: idle.p99, flooded: flooded.p99 }
}

async function measureRounds(bench: Bench, people: People): Promise<Round[]> {
	const rounds: Round[] = []
	for (let round = 0; round <= ROUNDS; round++) {
		const result = await measureRound(bench, people)
		const { logins: perSecond, share, hashShare, idle, flooded } = result
		bench.options.print(
			`${perSecond.toFixed(0)} sign-ins/s (${share.toFixed(2)}; hash ${hashShare.toFixed(2)} of the work), p99 of a read ${idle.toFixed(1)} and ${flooded.toFixed(1)} ms`,
		)
		if (round > 0) rounds.push(result) // the first one warms up
	}
	return rounds
}

function present(rounds: readonly Round[]): Measurement[] {
	const middle = (key: keyof Round) => median(rounds.map((round) => round[key]))
	const shares = rounds.map(({ share }) => share)
	const growths = rounds.map(({ idle, flooded }) => flooded / idle)
	const span = (values: readonly number[]) => `from ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
	const share = median(shares)
	const growth = median(growths)
	return [
		{
			name: 'sign-ins with a password',
			value: middle('logins'),
			unit: '/s',
			note: `${BROWSERS} browsers, median of ${rounds.length} × ${SECONDS} s`,
		},
		{ name: 'sign-ins / (processors ÷ hash time)', value: share, unit: '', goal: '≥ 0.9', isMet: share >= 0.9, note: span(shares) },
		{
			name: 'p99 of a progress read, without sign-ins',
			value: middle('idle'),
			unit: 'ms',
			note: `${READS_PER_SECOND} a second, open loop`,
		},
		{ name: 'p99 of a progress read while sign-ins saturate', value: middle('flooded'), unit: 'ms' },
		{ name: 'growth of that p99', value: growth, unit: '×', goal: '≤ 3', isMet: growth <= 3, note: span(growths) },
	]
}

/**
 * Sign-ins against what the hash alone would allow, and the effect of a flood of them on a learner who reads. Every sign-in
 * must succeed.
 */
export function measureLogins(options: BenchOptions): Promise<Measurement[]> {
	const prepare = async (database: BenchDatabase) => {
		await fillLearners(database, 0, LEARNERS)
		const logins = await giveThemPasswords(database)
		return { logins, tokens: await issueTokens(database, LEARNERS, (ROUNDS + 1) * READS * 2) }
	}
	return withServer(options, { prepare, measure: async (bench, people) => present(await measureRounds(bench, people)) })
}
