import { expect, test } from 'vitest'

import { type Deps, systemContext } from '#server/services/context.ts'
import { createBackupStatus, recordBackup, recordDrill, recordFailure } from '#server/services/platform/backups/record-backup.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createHangReader, findBackupBehind, findDrillTrouble, findHang, findMissingBackup } from './find-machine-troubles.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const DRILL = { folder: '/backups', megabytes: 40, seconds: 9 }

/** Opens a live server that makes its own backups. `kinds` lists the kinds of its current problems. */
async function openLive() {
	const { deps: made, clock } = await makeTestDeps()
	const deps: Deps = { ...made, config: { ...made.config, isLive: true } }
	const ctx = systemContext(deps, 'test')
	const kinds = async () => {
		const found = [...(await findMissingBackup(ctx)), ...(await findBackupBehind(ctx)), ...(await findDrillTrouble(ctx))]
		return found.map(({ kind }) => kind)
	}
	return { deps, clock, kinds }
}

test('a failed backup doesn’t count, and a failed restore test is reported until one succeeds', async () => {
	const { deps, clock, kinds } = await openLive()
	await recordBackup(deps, { folder: '/backups', megabytes: 40, seconds: 3 })
	await recordDrill(deps, { ...DRILL, problem: 'orders: invalid page' })
	expect(await kinds()).toEqual(['drill_failed'])
	clock.advance(3 * DAY_MS)
	await recordDrill(deps, { ...DRILL, problem: null })
	await recordFailure(deps, 'The backup storage is full.')
	expect(await kinds()).toEqual(['backup_missing'])
	clock.advance(34 * DAY_MS)
	await recordBackup(deps, { folder: '/backups', megabytes: 40, seconds: 3 })
	expect(await kinds()).toEqual([])
	clock.advance(DAY_MS)
	expect(await kinds()).toEqual(['drill_missing'])
})

test('changes not backed up for half an hour are reported', async () => {
	const { deps, clock, kinds } = await openLive()
	await recordBackup(deps, null)
	const status = { place: 'bucket', host: 's3.example.test', isEncrypted: true, bytes: null, backupProblem: null } as const
	deps.state.of(createBackupStatus).current = {
		...status,
		since: deps.now(),
		copiedUntil: deps.now(),
		logProblem: 'The backup storage doesn’t respond.',
	}
	clock.advance(29 * MINUTE_MS)
	expect(await kinds()).toEqual([])
	clock.advance(2 * MINUTE_MS)
	expect(await kinds()).toEqual(['backup_behind'])
	// Also raised if nothing was copied since the start, as with a wrong key.
	deps.state.of(createBackupStatus).current = { ...status, since: deps.now(), copiedUntil: null, logProblem: 'The key is wrong.' }
	clock.advance(29 * MINUTE_MS)
	expect(await kinds()).toEqual([])
	clock.advance(2 * MINUTE_MS)
	expect(await kinds()).toEqual(['backup_behind'])
})

test('a hang of commits is reported once an hour, with the database server', async () => {
	const { deps } = await openLive()
	const ctx = systemContext(deps, 'test')
	expect(await findHang(ctx)).toEqual([])
	const reader = deps.state.of(createHangReader)
	const at = async (minute: string) => {
		reader.last = () => ({ noticedAt: new Date(`2026-11-27T${minute}:00Z`), server: '10.0.0.1' })
		return (await findHang(ctx)).map(({ key, facts }) => [key, facts['databaseServer']])
	}
	expect(await at('10:05')).toEqual([['writes-hung:2026-11-27T10', '10.0.0.1']])
	expect(await at('10:50')).toEqual(await at('10:05'))
	expect(await at('11:05')).not.toEqual(await at('10:05'))
})
