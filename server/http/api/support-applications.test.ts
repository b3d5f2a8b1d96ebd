// asvs V1.3.3 V5.2.1 V5.3.1 V5.3.2
// regression uploads
import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const GOOD = { position: 'curriculum-editor', name: 'Ana', email: 'ana@example.test', message: 'I edit.' }
const MB_5 = 5 * 1024 * 1024

function pdf(length: number, text = '%PDF-1.7\n'): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(length)
	bytes.set(new TextEncoder().encode(text).slice(0, length))
	return bytes
}
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'cv.pdf', type = 'application/pdf') => new File([bytes], name, { type })

async function openCareers(env: Record<string, string> = {}) {
	const made = await makeTestDeps({ env })
	const app = createApp(made.deps)
	const send = async (fields: Record<string, string | File>, path = '/api/support/applications') => {
		const body = new FormData()
		for (const [name, value] of Object.entries(fields)) body.set(name, value)
		return app.request(path, { method: 'POST', body, headers: { 'x-forwarded-for': '203.0.113.7' } })
	}
	const applications = () =>
		made.deps.db
			.selectFrom('job_applications as application')
			.leftJoin('job_application_files as file', 'file.application_id', 'application.id')
			.selectAll()
			.execute()
	const mails = (template: string) => made.deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', template).execute()
	return { ...made, app, send, applications, mails }
}

const errorOf = async (response: Response) =>
	((await response.json()) as { error: { code: string; message: string; fields?: Record<string, string> } }).error

test('an application with a PDF is stored byte for byte, and both sides get a mail', async () => {
	const careers = await openCareers()
	const bytes = pdf(3000)
	const response = await careers.send({ ...GOOD, email: 'Ana@Example.test', cv: fileOf(bytes, '../../etc/Łukasz résumé.pdf') })
	expect([response.status, await response.json()]).toEqual([201, { accepted: true }])
	const [stored] = await careers.applications()
	expect(stored).toMatchObject({
		position: 'curriculum-editor',
		name: 'Ana',
		email: 'ana@example.test',
		message: 'I edit.',
		status: 'new',
		file_name: 'Łukasz résumé.pdf',
		size_bytes: 3000,
		has_active_content: false,
	})
	expect(stored?.sha256?.equals(createHash('sha256').update(bytes).digest())).toBe(true)
	expect(stored?.content?.equals(Buffer.from(bytes))).toBe(true)
	expect((await careers.mails('support.application-received'))[0]).toMatchObject({
		to_address: 'ana@example.test',
		body: expect.stringContaining('an application for Curriculum Editor'),
	})
	expect((await careers.mails('support.application-notice'))[0]).toMatchObject({ headers: { 'Reply-To': 'ana@example.test' } })
})

test.each([
	{ what: 'no file field', file: {} },
	{ what: 'the empty file field of a browser', file: { cv: new File([], '', { type: 'application/octet-stream' }) } },
])('a general application with $what is stored without a file', async ({ file }) => {
	const careers = await openCareers()
	expect((await careers.send({ ...GOOD, position: '', ...file })).status).toBe(201)
	expect(await careers.applications()).toEqual([expect.objectContaining({ position: null, name: 'Ana', size_bytes: null })])
})

test.each([
	{ what: '5 MB less a byte', cv: fileOf(pdf(MB_5 - 1)), size: MB_5 - 1, active: false },
	{ what: '5 MB', cv: fileOf(pdf(MB_5)), size: MB_5, active: false },
	{ what: 'a PDF under another name', cv: fileOf(pdf(100), 'cv.doc', 'application/msword'), size: 100, active: false },
	{ what: 'a PDF with a script, marked', cv: fileOf(pdf(100, '%PDF-1.7\n<</S/JavaScript>>')), size: 100, active: true },
])('accepted: $what', async ({ cv, size, active }) => {
	const careers = await openCareers()
	expect((await careers.send({ ...GOOD, cv })).status).toBe(201)
	expect(await careers.applications()).toEqual([expect.objectContaining({ size_bytes: size, has_active_content: active })])
})

const TOO_LARGE = 'The file is larger than 5 MB. Please choose a smaller one.'
const NO_PDF = 'The file isn’t a PDF. Please choose a PDF file.'
test.each([
	{ what: '5 MB and a byte', cv: fileOf(pdf(MB_5 + 1)), status: 413, code: 'file_too_large', message: TOO_LARGE },
	{ what: '7 MB', cv: fileOf(pdf(7 * 1024 * 1024)), status: 413, code: 'file_too_large', message: TOO_LARGE },
	{ what: 'a renamed program', cv: fileOf(pdf(100, 'MZ\u0090')), status: 400, code: 'file_refused', message: NO_PDF },
	{ what: 'a renamed archive', cv: fileOf(pdf(100, 'PK\u0003\u0004')), status: 400, code: 'file_refused', message: NO_PDF },
	{ what: 'an HTML page', cv: fileOf(pdf(100, '<html>')), status: 400, code: 'file_refused', message: NO_PDF },
	{
		what: 'an empty file',
		cv: fileOf(pdf(0)),
		status: 400,
		code: 'file_refused',
		message: 'The file is empty. Please choose another one.',
	},
])('$what is refused with $status, and nothing is stored', async ({ cv, status, code, message }) => {
	const careers = await openCareers()
	const response = await careers.send({ ...GOOD, cv })
	expect(response.status).toBe(status)
	expect(await errorOf(response)).toMatchObject({ code, message, fields: { cv: message } })
	const page = await careers.send({ ...GOOD, cv }, '/careers')
	expect([page.status, await page.text()]).toEqual([status, expect.stringContaining(message)])
	expect(await careers.applications()).toEqual([])
})

test.each([
	{ field: 'name', value: ' ', message: 'Name is required' },
	{ field: 'name', value: 'x'.repeat(10_000), message: 'Name must be at most 200 characters' },
	{ field: 'email', value: 'a@b.co,c@d.co', message: 'Please enter a valid email address' },
	{ field: 'message', value: 'x'.repeat(4001), message: 'Message must be less than 4000 characters' },
	{ field: 'position', value: 'ceo', message: 'This position is no longer open. Please choose another one.' },
])('an invalid $field is refused: $message', async ({ field, value, message }) => {
	const careers = await openCareers()
	const response = await careers.send({ ...GOOD, [field]: value })
	expect([response.status, (await errorOf(response)).fields]).toEqual([400, { [field]: message }])
	const page = await careers.send({ ...GOOD, [field]: value }, '/careers')
	expect(await page.text()).toContain(message)
	expect(await careers.applications()).toEqual([])
})

test('a body that isn’t a form is refused', async () => {
	const careers = await openCareers()
	const response = await careers.app.request('/api/support/applications', {
		method: 'POST',
		body: 'no parts',
		headers: { 'content-type': 'multipart/form-data; boundary=x' },
	})
	expect([response.status, (await errorOf(response)).code]).toEqual([400, 'bad_form'])
})

test('a repeated application is stored once, and one with the honeypot filled not at all', async () => {
	const careers = await openCareers()
	const applicationId = '11111111-1111-4111-8111-111111111111'
	for (let call = 0; call < 2; call += 1) expect((await careers.send({ ...GOOD, applicationId, cv: fileOf(pdf(10)) })).status).toBe(201)
	expect((await careers.send({ ...GOOD, website: 'x' })).status).toBe(201)
	expect(await careers.applications()).toHaveLength(1)
	expect(await careers.mails('support.application-received')).toHaveLength(1)
})

test('without script the form leads to a page, and no URL serves the file', async () => {
	const careers = await openCareers()
	const response = await careers.send({ ...GOOD, cv: fileOf(pdf(10)) }, '/careers')
	expect([response.status, response.headers.get('location')]).toEqual([303, '/careers/sent'])
	for (const path of ['/api/support/applications', '/careers/cv.pdf']) expect((await careers.app.request(path)).status).toBe(404)
})

test('twenty applications in a second: five are stored and fifteen refused', async () => {
	const careers = await openCareers({ TRUSTED_PROXY_HOPS: '1' })
	const responses = await Promise.all(Array.from({ length: 20 }, async () => careers.send(GOOD)))
	expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
	expect(await careers.applications()).toHaveLength(5)
	expect(await careers.mails('support.application-received')).toHaveLength(3)
})

/** Inserts files of this total size that are waiting for review, five at a time. */
async function fill({ deps: { db, now } }: Awaited<ReturnType<typeof openCareers>>, megabytes: number, arrivedAt = new Date(0)) {
	const content = Buffer.alloc(5_000_000)
	for (let done = 0; done < megabytes; done += 5) {
		const typed = { name: 'Bo', email: `bo${done}@example.test`, message: 'Hi', created_at: arrivedAt.getTime() === 0 ? arrivedAt : now() }
		const { id } = await db.insertInto('job_applications').values(typed).returning('id').executeTakeFirstOrThrow()
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
	}
}

test('with the file storage full, the sender gets instructions, keeps the input, and can send without a file', async () => {
	const careers = await openCareers({ FILE_STORAGE_MB: '10' })
	await fill(careers, 10)
	const before = (await careers.applications()).length
	const words =
		'We can’t store more files right now. Please send your application without the file and email the file to support@launchway.example.'
	const refused = await careers.send({ ...GOOD, cv: fileOf(pdf(1000)) })
	expect([refused.status, await errorOf(refused)]).toMatchObject([413, { code: 'files_full', fields: { cv: words } }])
	const page = await careers.send({ ...GOOD, cv: fileOf(pdf(1000)) }, '/careers')
	const text = await page.text()
	expect([page.status, text.includes(words), text.includes('I edit.')]).toEqual([413, true, true])
	expect(await careers.applications()).toHaveLength(before)
	expect((await careers.send(GOOD)).status).toBe(201)
	expect(await careers.mails('operator.alert')).toEqual([
		expect.objectContaining({
			body: expect.stringContaining('Limit: 10 MB'),
			subject: 'Action needed: The storage for applicants’ files is full',
		}),
	])
})

test('while many files arrive, another one needs a proof of work; an application without a file doesn’t', async () => {
	const careers = await openCareers({ FILE_STORAGE_MB: '100' })
	await fill(careers, 5, careers.deps.now())
	const refused = await careers.send({ ...GOOD, cv: fileOf(pdf(1000)) })
	expect([refused.status, (await errorOf(refused)).code]).toEqual([400, 'captcha_failed'])
	const page = await careers.send({ ...GOOD, cv: fileOf(pdf(1000)) }, '/careers')
	expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('I edit.')])
	expect((await careers.send(GOOD)).status).toBe(201)
})

test('a network can send at most twenty applications a day', async () => {
	const careers = await openCareers({ TRUSTED_PROXY_HOPS: '1' })
	const statuses: number[] = []
	vi.useFakeTimers({ toFake: ['Date'] })
	onTestFinished(() => void vi.useRealTimers())
	for (let hour = 0; hour < 5; hour += 1) {
		for (let call = 0; call < 5; call += 1) statuses.push((await careers.send({ ...GOOD, email: `ana${hour}${call}@example.test` })).status)
		vi.setSystemTime(Date.now() + 3_600_001)
	}
	expect(statuses.filter((status) => status === 201)).toHaveLength(20)
	expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
	// The form without JavaScript has the same limit.
	expect((await careers.send({ ...GOOD, email: 'ana@example.test' }, '/careers')).status).toBe(429)
})
