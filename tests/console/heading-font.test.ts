import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { SITE, startWire } from '#tests/wire/test-client.ts'

import { publish, readPublic } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const FILE = 'heading-font.json'
const PAGE = '/admin/settings/brand'
const baseIn = (text: string) => new RegExp(`value="${FILE}"/><input type="hidden" name="base" value="([^"]*)"`).exec(text)?.[1] ?? ''
const BESLEY = readFileSync('node_modules/@expo-google-fonts/besley/600SemiBold/Besley_600SemiBold.ttf')

async function openEditor() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const give = async (bytes: Uint8Array<ArrayBuffer>, base?: string) => {
		const form = new FormData()
		const fields = {
			form_token: operator.formToken(),
			form_id: '-admin-content-file',
			form_page: PAGE,
			path: FILE,
			base: base ?? baseIn((await operator.get(PAGE)).text),
		}
		for (const [name, value] of Object.entries(fields)) form.set(name, value)
		form.set('file', new Blob([bytes]), 'own.ttf')
		const answer = await wire.app.request(
			new Request(new URL('/admin/content/file', SITE), {
				method: 'POST',
				body: form,
				headers: { cookie: operator.cookie(), origin: SITE },
			}),
		)
		return { status: answer.status, text: await answer.text() }
	}
	return { wire, operator, give }
}

test('an uploaded font is a draft with a sample, is published as a file, and can be removed', async () => {
	const { wire, operator, give } = await openEditor()
	const empty = (await operator.get(PAGE)).text
	expect([empty.includes('Headings use the brand font.'), empty.includes('accept=".ttf,.otf,.woff2"')]).toEqual([true, true])
	expect((await give(new Uint8Array(BESLEY))).status).toBe(303)
	const { text } = await operator.get(PAGE)
	expect(text).toContain('Headings use <strong>Besley SemiBold</strong>')
	expect(text).toMatch(/<path d="M[\d.-]/)
	// The page must not contain the font itself.
	expect(text).not.toMatch(/[\w+/]{2000}/)
	await publish(operator)
	const kept = JSON.parse((await readPublic(wire, FILE)) ?? '') as { font: { name: string; data: string } }
	expect(kept.font.name).toBe('Besley SemiBold')
	expect(Buffer.from(kept.font.data, 'base64').toString('latin1', 0, 4)).toBe('wOF2')
	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id']).where('object_id', '=', FILE).execute()
	expect(actions).toEqual([{ action: 'content_saved', object_id: FILE }])

	await operator.post('/admin/content/origin', { path: FILE, base: baseIn((await operator.get(PAGE)).text) })
	await publish(operator)
	expect(await readPublic(wire, FILE)).toBeNull()
})

test.each([
	['no font', new Uint8Array(Buffer.from('<svg/>')), 'It isn’t a readable font'],
	['an empty file', new Uint8Array(), 'Choose a file that isn’t empty'],
	['one that is too large', new Uint8Array(1_000_001), 'This file is larger than 1 MB'],
])('%s is refused at its field, and nothing is stored', async (_what, bytes, words) => {
	const { wire, give } = await openEditor()
	const { status, text } = await give(bytes)
	expect([status, text.includes(words), text.includes('aria-invalid="true"')]).toEqual([422, true, true])
	expect(await wire.deps.db.selectFrom('content_versions').select('id').execute()).toEqual([])
})

test('a font is only accepted as an uploaded file, never as text', async () => {
	const { wire, operator } = await openEditor()
	expect((await operator.get(`/admin/content/file?path=${FILE}&as=text`)).to).toBe(`${PAGE}?path=${FILE}`)
	const text = JSON.stringify({ font: { name: 'Besley', data: BESLEY.toString('base64') } })
	for (const as of ['text', 'form']) {
		const { status, text: said } = await operator.post('/admin/content/file', {
			form_id: '-admin-content-file',
			form_page: PAGE,
			path: FILE,
			as,
			text,
			base: '',
		})
		expect([status, said.includes('Choose a file')]).toEqual([422, true])
	}
	expect(await wire.deps.db.selectFrom('content_versions').select('id').execute()).toEqual([])
})

test('uploading a font over a newer one is reported as a conflict', async () => {
	const { give } = await openEditor()
	await give(new Uint8Array(BESLEY))
	const other = readFileSync('node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')
	const { status, text } = await give(new Uint8Array(other), '')
	expect([status, text.includes('You saved another version in another tab or browser')]).toEqual([409, true])
	// The page must not contain the fonts themselves.
	expect(text).not.toMatch(/[\w+/]{2000}/)
})
