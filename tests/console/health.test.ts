import { expect, test } from 'vitest'

import { readHealth } from '#server/console/health/read-health.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { openFolderStore } from '#server/db/backup/store.ts'
import { systemContext } from '#server/services/context.ts'
import { createBackupStatus, recordBackup, recordDrill } from '#server/services/platform/backups/record-backup.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const BACKUP = '/admin/health/backup'
const DRILL = '/admin/health/restore-test'

test('a backup and a restore test can be started in Health, are logged, and show progress and result', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const health = async () => (await operator.get('/admin/health')).text
	expect(await health()).toContain('Everything works')
	expect(await health()).not.toContain('Back up now')
	expect([(await operator.post(BACKUP)).status, (await operator.post(DRILL)).status]).toEqual([409, 409])

	const asked: string[] = []
	const holder = wire.deps.state.of(createBackupStatus)
	holder.control = { store: openFolderStore('/nowhere'), isEncrypted: false, takeNow: () => asked.push('backup') }
	expect((await operator.post(BACKUP)).to).toBe('/admin/health?notice=backup-started#backups')
	expect(asked).toEqual(['backup'])
	holder.running.backup = wire.clock.now()
	expect(await health()).toMatch(/running<\/span> The backup started/)
	expect(await health()).not.toContain('Back up now')
	holder.running.backup = null
	await recordBackup(wire.deps, { folder: '/nowhere', megabytes: 12, seconds: 3 })
	expect(await health()).toContain('12 MB, took 3 s')

	expect(await health()).toContain('Test a restore')
	expect((await operator.post(DRILL)).to).toBe('/admin/health?notice=restore-test-started#backups')
	await recordDrill(wire.deps, { folder: '/nowhere', megabytes: 12, seconds: 5, problem: 'orders: page 3 is damaged' })
	expect(await health()).toMatch(/Needs attention<\/p><p>The last restore test failed\.[^]*orders: page 3 is damaged/)
	const jobs = await wire.deps.db.selectFrom('operator_actions').select('action').orderBy('id').execute()
	expect(jobs.map(({ action }) => action)).toEqual(['backup_started', 'restore_test_started'])

	holder.control = { ...holder.control, isEncrypted: true }
	expect(await health()).toContain('The backups are encrypted, and only you have the key.')
	expect((await operator.post(DRILL)).status).toBe(409)
})

test('Health names jobs and payment events that wait too long, and not new ones', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db, jobs } = wire.deps
	const problems = async () => {
		const { text } = await operator.get('/admin/health')
		return text.includes('Everything works') ? null : /Needs attention.*?<p>(.*?)<\/p>/s.exec(text)?.[1]
	}
	await db.transaction().execute((tx) => jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	await db.transaction().execute((tx) => jobs.enqueue(tx, { name: 'announce-articles', payload: {}, options: { delaySeconds: 3600 } }))
	const event = { provider: 'sandbox' as const, event_id: 'evt_1', type: 't', livemode: false, received_at: wire.clock.now() }
	await db.insertInto('payment_events').values(event).execute()
	expect(await problems()).toBeNull()
	wire.clock.advance(301_000)
	expect(await problems()).toBe('1 payment event is unprocessed.')
	const { database } = await readHealth({ ctx: systemContext(wire.deps, 'test') } as ConsoleRequest)
	expect(database.waiting).toBe(1)
	wire.clock.advance(301_000)
	expect(await problems()).toBe('Jobs are late and 1 payment event is unprocessed.')
})
