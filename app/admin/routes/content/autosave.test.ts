import { expect, test, vi } from 'vitest'

import { unsentTextStore } from '#app/admin/use-unsent-text.ts'

import { Autosave } from './autosave.ts'
import { addTyped } from './early-text.ts'

const FILE = 'legal/terms.md'
const KEPT = { fields: { path: FILE, as: 'text', text: 'Mine', base: 'old' }, at: '2026-11-26T06:00:00.000Z' }

/** Opens a page on which the browser has unsaved text, while another person has saved a newer version. */
async function openWithKept(status: number, answer: object) {
	document.body.innerHTML = `<form><input name="path" value="${FILE}"><input name="as" value="text"><input name="base" value="theirs"><textarea name="text">Theirs</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).write(KEPT)
	const sent: string[] = []
	vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
		const { text: sentText, base } = Object.fromEntries(body) as Record<string, string>
		sent.push(`${sentText} over ${base}`)
		return Response.json(answer, { status })
	})
	const [onState, onAnswer] = [vi.fn(), vi.fn()]
	const autosave = new Autosave({
		file: FILE,
		form,
		formToken: 't',
		base: 'theirs',
		onState,
		onAnswer,
		onRestoring: vi.fn(),
		onSignedIn: vi.fn(),
	})
	autosave.start()
	await vi.waitFor(() => expect(onState).toHaveBeenLastCalledWith({ is: status === 409 ? 'conflict' : 'refused' }))
	return { autosave, text, sent }
}

test('a local draft that conflicts with the server stays stored with the version it was based on', async () => {
	const { autosave, sent } = await openWithKept(409, { base: 'theirs', at: KEPT.at, editing: { conflict: null } })
	expect(sent).toEqual(['Mine over old'])
	expect(unsentTextStore(FILE).read()).toEqual(KEPT)
	autosave.stop()
	expect(unsentTextStore(FILE).read()?.fields.base).toBe('old')
})

test('a discarded draft isn’t kept in this browser, so the other version stays when the page is opened again', async () => {
	const { autosave, sent } = await openWithKept(409, { base: 'theirs', at: KEPT.at, editing: { conflict: null } })
	const onSaved = vi.fn()
	document.addEventListener('launchway:saved', onSaved)
	autosave.onInput()
	autosave.discard()
	autosave.keep()
	autosave.stop()
	expect([unsentTextStore(FILE).read(), onSaved.mock.calls.length, sent]).toEqual([null, 1, ['Mine over old']])
})

test('a refused local draft is shown in the form, can be fixed and saved, and never overwrites a newer version', async () => {
	const { autosave, text, sent } = await openWithKept(422, { message: 'Too long.' })
	expect(text.value).toBe('Mine')
	text.value = 'Shorter'
	autosave.onInput()
	expect(await autosave.flush()).toBe(true)
	expect(sent).toEqual(['Mine over old', 'Shorter over old'])
	autosave.stop()
	expect(unsentTextStore(FILE).read()?.fields).toEqual({ ...KEPT.fields, text: 'Shorter' })
})

test('text typed after a lost response is saved on top of what the server made of the previous text', async () => {
	document.body.innerHTML = `<form><input name="path" value="${FILE}"><input name="base" value="old"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).clear()
	const sent: string[] = []
	let answers = false
	// Behaves like the server: the same text creates no version, and a different text based on an older version is a conflict.
	const version = { id: 'old', text: 'One' }
	vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
		const fields = Object.fromEntries(body) as { text: string; base: string }
		sent.push(`${fields.text} over ${fields.base}`)
		const isConflict = fields.text !== version.text && fields.base !== version.id
		if (fields.text !== version.text && !isConflict) Object.assign(version, { id: fields.text, text: fields.text })
		if (!answers) throw new TypeError('Failed to fetch')
		return Response.json({ base: version.id, at: KEPT.at, editing: { conflict: null } }, { status: isConflict ? 409 : 200 })
	})
	const open = () => {
		const options = { file: FILE, form, formToken: 't', base: 'old', onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
		return new Autosave({ ...options, onState: vi.fn() })
	}
	const type = (autosave: Autosave, typed: string) => {
		text.value = typed
		autosave.onInput()
		autosave.keep()
	}
	const first = open()
	type(first, 'Two')
	await first.flush()
	type(first, 'Three')
	await first.flush()
	first.stop()
	expect(unsentTextStore(FILE).read()).toMatchObject({ fields: { text: 'Three', base: 'old' }, sent: { text: 'Two', base: 'old' } })
	answers = true
	const second = open()
	second.start()
	await vi.waitFor(() => expect(second.isSaved).toBe(true))
	second.stop()
	expect(sent).toEqual(['Two over old', 'Two over old', 'Two over old', 'Three over Two'])
	expect(unsentTextStore(FILE).read()).toBeNull()
})

test('a submit that waits for a save also waits for what changed during it', async () => {
	document.body.innerHTML = `<form><input name="base" value="old"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).clear()
	const options = { file: FILE, form, formToken: 't', base: 'old', onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
	const autosave = new Autosave({ ...options, onState: vi.fn() })
	const type = (typed: string) => {
		text.value = typed
		autosave.onInput()
	}
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
		sent.push(body.get('text'))
		if (sent.length === 1) type('Three')
		return Response.json({ base: 'new', at: KEPT.at, editing: { conflict: null } })
	})
	type('Two')
	expect(await autosave.flush()).toBe(true)
	expect(sent).toEqual(['Two', 'Three'])
	autosave.stop()
})

test('the draft is stored on every keystroke, even during continuous typing', async () => {
	document.body.innerHTML = `<form><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).clear()
	const options = {
		file: FILE,
		form,
		formToken: 't',
		base: '',
		onState: vi.fn(),
		onAnswer: vi.fn(),
		onRestoring: vi.fn(),
		onSignedIn: vi.fn(),
	}
	const autosave = new Autosave(options)
	for (const typed of ['One t', 'One tw', 'One two']) {
		text.value = typed
		autosave.onInput()
		await new Promise((resolve) => setTimeout(resolve))
		expect(unsentTextStore(FILE).read()?.fields.text).toBe(typed)
	}
	autosave.stop()
})

test.each([
	['One two three.', 'One two.', 'One two, four.', 'One two, four three.'],
	['One.', 'One.', 'Two.', 'Two.'],
	['Something else.', 'One two.', 'One two, four.', 'Something else.\n\n, four'],
	['One two three.', 'One two.', 'One.', 'One two three.'],
])('the draft %j is combined with %j typed before hydration: %j', (kept, before, value, both) => {
	expect(addTyped(kept, { before, value, isLine: false })).toBe(both)
})

test('a price typed before hydration replaces the stored draft', () => {
	expect(addTyped('57.00', { before: '47.00', value: '97.00', isLine: true })).toBe('97.00')
})

test('text typed before hydration is sent together with the stored draft', async () => {
	document.body.innerHTML = `<form><input name="title" value="A"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).write({ fields: { title: 'Kept', text: 'One', base: '' }, at: new Date().toISOString() })
	text.value = 'One, early'
	const sent = vi.fn((_address: string, { body }: { body: FormData }) => {
		expect(Object.fromEntries(body)).toMatchObject({ title: 'Kept', text: 'One, early' })
		return Promise.resolve(new Response('', { status: 503 }))
	})
	vi.stubGlobal('fetch', sent)
	const options = {
		file: FILE,
		form,
		formToken: 't',
		base: '',
		onState: vi.fn(),
		onAnswer: vi.fn(),
		onRestoring: vi.fn(),
		onSignedIn: vi.fn(),
	}
	const autosave = new Autosave(options)
	autosave.start()
	await vi.waitFor(() => expect(sent).toHaveBeenCalled())
	autosave.stop()
	unsentTextStore(FILE).clear()
})
