import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeM4a, makeMp3, makePdf, makeZip } from '#tests/factories/downloads.ts'
import { SITE, startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { upload } from './upload.ts'

const wire = await startWire({ env: { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'media-')), MEDIA_VIDEO_MB: '1' } })
const operator = await openConsoleAs(wire, 'operator')
const ask = (address: unknown, headers: Record<string, string> = {}) =>
	wire.app.request(new Request(new URL(String(address), SITE), { headers }))
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
	['Week_1 Workbook.exe', makePdf(1_500_000), 'week-1-workbook-1501kb.pdf', 'application/pdf', 'week-1-workbook.pdf'],
	['Plan.docx', makeZip('[Content_Types].xml', 'word/document.xml'), 'plan-1kb.docx', WORD, 'plan.docx'],
	['All.zip', makeZip('a.txt'), 'all-1kb.zip', 'application/zip', 'all.zip'],
])('%s is judged by its bytes and saved by browsers, never shown', async (name, bytes, stored, type, saved) => {
	const { status, json } = await upload(wire, operator, { bytes, name })
	expect([status, json.kind, json.alt, json.width]).toEqual([201, 'file', name.replace(/\.\w+$/, '').replace('_', ' '), null])
	expect(String(json.url).split('/').at(-1)).toBe(stored)
	const { status: answered, headers } = await ask(json.url)
	expect([
		answered,
		...['content-type', 'content-disposition', 'x-content-type-options', 'accept-ranges'].map((each) => headers.get(each)),
	]).toEqual([200, type, `attachment; filename="${saved}"`, 'nosniff', 'bytes'])
	expect(headers.get('content-security-policy')).toMatch(/sandbox/)
})

test.each([
	['Talk.mp3', makeMp3(), 'mp3', 'audio/mpeg'],
	['Memo.m4a', makeM4a('isom'), 'm4a', 'audio/mp4'],
])('%s is played in pages, by ranges', async (name, bytes, ending, type) => {
	const { json } = await upload(wire, operator, { bytes, name, fields: { alt: 'A talk' } })
	expect([json.kind, json.alt, String(json.url).endsWith(`kb.${ending}`)]).toEqual(['file', 'A talk', true])
	const part = await ask(json.url, { range: 'bytes=0-9' })
	expect([part.status, part.headers.get('content-type'), part.headers.get('content-disposition')]).toEqual([206, type, null])
	expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 10))).toBe(true)
})

test('a file is listed in Media with its kind and size, and its page shows its Markdown', async () => {
	const { json } = await upload(wire, operator, { bytes: makePdf(429_000), name: 'List.pdf' })
	expect((await operator.get('/admin/media?kind=file')).text).toContain('PDF, 430 kB')
	const page = (await operator.get(`/admin/media/${String(json.id)}`)).text
	expect(page).toContain(`![List](${String(json.url)})`)
	expect(page).toContain('Delete this file')
	expect((await operator.get('/admin/media?kind=video')).text).not.toContain('PDF, 430 kB')
})

test('a file of more than 100 MB is refused', async () => {
	const { status, json } = await upload(wire, operator, { bytes: makePdf(100_000_001), name: 'Huge.pdf' })
	expect([status, json.message]).toEqual([413, 'This file is too large. Up to 100 MB can be uploaded.'])
})
