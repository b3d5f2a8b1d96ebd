// regression uploads
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { receiveApplication } from '#server/services/people/support/receive-application.ts'
import { makeTestDeps, type TestDeps } from '#tests/setup/test-deps.ts'

import { fileProofBits, readFileUse } from './require-upload-quota.ts'

const MB = 1_000_000

function apply({ deps }: TestDeps, { email = `${randomUUID()}@example.test`, megabytes }: { email?: string; megabytes: number }) {
	const bytes = new Uint8Array(megabytes * MB)
	bytes.set(new TextEncoder().encode('%PDF-1.7\n'))
	const typed = { position: '', name: 'Ana', email, message: 'I edit.', website: undefined, applicationId: undefined }
	return receiveApplication(systemContext(deps, 'test'), { ...typed, cv: { name: 'cv.pdf', bytes } })
		.then(() => 'taken')
		.catch((error: { code: string }) => error.code)
}

const countRows = async ({ deps: { db } }: TestDeps) => {
	const { applications } = await db
		.selectFrom('job_applications')
		.select((eb) => eb.fn.countAll<number>().as('applications'))
		.executeTakeFirstOrThrow()
	return Number(applications)
}

const listAlerts = async ({ deps: { db } }: TestDeps) =>
	(await db.selectFrom('operator_alerts').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

test('twelve parallel uploads stay within the limit, and the operator is alerted once at half and at full', async () => {
	const made = await makeTestDeps({ env: { FILE_STORAGE_MB: '10' } })
	const outcomes = await Promise.all(Array.from({ length: 12 }, () => apply(made, { megabytes: 1.5 })))
	expect(outcomes.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'files_full'), ...Array.from({ length: 6 }, () => 'taken')])
	expect([await readFileUse(made.deps, made.deps.db), await countRows(made)]).toEqual([{ stored: 9 * MB, lastHour: 9 * MB }, 6])
	expect(await listAlerts(made)).toEqual(['file_storage_full', 'file_storage_half'])
	expect(await apply(made, { megabytes: 1 })).toBe('taken')
	expect(await apply(made, { megabytes: 0.1 })).toBe('files_full')
	expect(await listAlerts(made)).toHaveLength(2)
})

test('an hour accepts a tenth of the space, at growing proof-of-work cost', async () => {
	const made = await makeTestDeps({ env: { FILE_STORAGE_MB: '200' } })
	const bits = async () => fileProofBits(systemContext(made.deps, 'test'))
	const seen = []
	for (let file = 0; file < 4; file += 1) {
		seen.push(await bits())
		expect(await apply(made, { megabytes: 5 })).toBe('taken')
	}
	expect(seen).toEqual([0, 14, 15, 17])
	expect([await bits(), await apply(made, { megabytes: 1 })]).toEqual([18, 'files_busy'])
	made.clock.advance(3_600_001)
	expect([await bits(), await apply(made, { megabytes: 1 })]).toEqual([0, 'taken'])
	expect(await listAlerts(made)).toEqual([])
})

test('one address has its own, smaller limit', async () => {
	const made = await makeTestDeps({ env: { FILE_STORAGE_MB: '1000' } })
	const email = 'ana@example.test'
	const sent = [
		await apply(made, { email, megabytes: 5 }),
		await apply(made, { email, megabytes: 5 }),
		await apply(made, { email, megabytes: 5 }),
	]
	expect([...sent, await apply(made, { email, megabytes: 1 })]).toEqual(['taken', 'taken', 'taken', 'storage_full'])
})

test('an alert that can’t be stored is logged, and the sender still gets the refusal', async () => {
	const made = await makeTestDeps({ env: { FILE_STORAGE_MB: '10' } })
	await Promise.all(Array.from({ length: 6 }, () => apply(made, { megabytes: 1.5 })))
	await sql`alter table operator_alerts add constraint refuse check (kind <> 'file_storage_full')`.execute(made.deps.db)
	expect(await apply(made, { megabytes: 1.5 })).toBe('files_full')
	expect(made.logLines.join('\n')).toContain('operator alert could not be stored')
})
