import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

test('an operator sees how much space application files take and deletes some; the applications stay', async () => {
	const wire = await startWire({ env: { FILE_STORAGE_MB: '10' } })
	const { db } = wire.deps
	const add = async (name: string) => {
		const typed = { name, email: `${name}@example.test`, message: 'Hi', created_at: wire.deps.now() }
		const { id } = await db.insertInto('job_applications').values(typed).returning('id').executeTakeFirstOrThrow()
		const content = Buffer.alloc(2_400_000)
		const file = {
			application_id: id,
			file_name: 'cv.pdf',
			size_bytes: content.length,
			sha256: Buffer.alloc(32),
			has_active_content: false,
		}
		await db
			.insertInto('job_application_files')
			.values({ ...file, content })
			.execute()
		return id
	}
	const [spam, bulk, kept] = [await add('spam'), await add('bulk'), await add('kept')]
	const operator = await openConsoleAs(wire, 'operator')
	expect((await operator.get('/admin/applications')).text).toContain('Files use 7 MB of 10 MB.')
	const support = await openConsoleAs(wire, 'support')
	expect((await support.post('/admin/applications/files', { [`file-${kept}`]: 'on' })).status).toBe(403)
	const nothing = await operator.post('/admin/applications/files', { 'file-nonsense': 'on' })
	expect(nothing.to).toBe('/admin/applications?notice=files-unchanged')
	wire.clock.advance(11 * 60_000)
	const unproven = hiddenIn((await operator.get('/admin/applications')).text, '/admin/applications/files')
	const refused = await operator.post('/admin/applications/files', { ...unproven, [`file-${spam}`]: 'on', code: '000000' })
	expect([
		refused.status,
		refused.text.match(/<input[^>]*name="file-[^>]*checked=""|<input[^>]*checked=""[^>]*name="file-/g)?.length,
	]).toEqual([422, 1])
	// The path also matches the page of a single application.
	const asData = await operator.post('/admin/applications/files.data', { ...unproven, code: '000000' })
	expect([asData.status, asData.text.includes('mfa_verification_failed')]).toEqual([422, true])
	await operator.post('/admin/applications/files', { code: operator.code(), 'file-nonsense': 'on' })
	const done = await operator.post('/admin/applications/files', { [`file-${spam}`]: 'on', [`file-${bulk}`]: 'on' })
	expect(done.to).toBe('/admin/applications?notice=files-deleted')
	const files = await db.selectFrom('job_application_files').select('application_id').execute()
	expect(files).toEqual([{ application_id: kept }])
	expect((await operator.get(`/admin/applications/${spam}`)).text).toContain('none')
	const page = await operator.get('/admin/applications')
	expect([page.text.includes('Files use 2 MB of 10 MB.'), page.text.match(/<input[^>]*name="file-/g)?.length]).toEqual([true, 1])
	const log = await db
		.selectFrom('operator_actions')
		.select(['object_id', 'before'])
		.where('action', '=', 'application_file_deleted')
		.orderBy('id')
		.execute()
	expect(log.map(({ object_id: id }) => id).toSorted()).toEqual([spam, bulk].toSorted())
	expect(log[0]?.before).toEqual({ bytes: 2_400_000 })
})
