import { afterEach, expect, test, vi } from 'vitest'

import { takeUnsentText, unsentTextStore } from '#app/admin/use-unsent-text.ts'

import { Autosave } from './autosave.ts'

const FILE = 'legal/terms.md'
afterEach(() => vi.useRealTimers())

/** Options that the tests don't change. */
const OPTIONS = {
	file: FILE,
	owner: 'ana@example.test',
	address: '/save',
	formToken: 't',
	baseName: 'base' as const,
	fillsFields: false,
}
const takeKept = () => takeUnsentText(FILE, OPTIONS.owner)

const KEPT = { fields: { path: FILE, as: 'text', text: 'Mine', base: 'old' }, at: new Date().toISOString(), owner: OPTIONS.owner }

function readKept() {
	const kept = takeKept()
	if (kept) unsentTextStore(FILE).write(kept)
	return kept
}

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
		...OPTIONS,
		form,
		base: 'theirs',
		onState,
		onAnswer,
		onRestoring: vi.fn(),
		onSignedIn: vi.fn(),
	})
	autosave.start()
	await vi.waitFor(() =>
		expect(onState).toHaveBeenLastCalledWith(status === 409 ? { is: 'conflict' } : { is: 'refused', message: 'Too long.', isKept: true }),
	)
	return { autosave, text, sent }
}

test('a local draft that conflicts with the server stays stored with the version it was based on', async () => {
	const { autosave, sent } = await openWithKept(409, { base: 'theirs', at: KEPT.at, editing: { conflict: null } })
	expect(sent).toEqual(['Mine over old'])
	expect(readKept()).toEqual(KEPT)
	autosave.stop()
	expect(readKept()?.fields.base).toBe('old')
})

test('a discarded draft isn’t kept in this browser, so the other version stays when the page is opened again', async () => {
	const { autosave, sent } = await openWithKept(409, { base: 'theirs', at: KEPT.at, editing: { conflict: null } })
	const onSaved = vi.fn()
	document.addEventListener('launchway:saved', onSaved)
	autosave.onInput()
	autosave.discard()
	autosave.onInput()
	autosave.keep()
	autosave.stop()
	expect([takeKept(), onSaved.mock.calls.length, sent]).toEqual([null, 1, ['Mine over old']])
})

test('a refused local draft is shown in the form, can be fixed and saved, and never overwrites a newer version', async () => {
	const { autosave, text, sent } = await openWithKept(422, { message: 'Too long.' })
	expect(text.value).toBe('Mine')
	text.value = 'Shorter'
	autosave.onInput()
	expect(await autosave.flush()).toBe(true)
	expect(sent).toEqual(['Mine over old', 'Shorter over old'])
	autosave.stop()
	expect(takeKept()?.fields).toEqual({ ...KEPT.fields, text: 'Shorter' })
})

test('text typed after a lost response is saved on top of what the server made of the previous text', async () => {
	document.body.innerHTML = `<form><input name="path" value="${FILE}"><input name="base" value="old"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	takeKept()
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
		const options = { ...OPTIONS, form, base: 'old', onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
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
	expect(readKept()).toMatchObject({ fields: { text: 'Three', base: 'old' }, sent: { text: 'Two', base: 'old' } })
	answers = true
	const second = open()
	second.start()
	await vi.waitFor(() => expect(second.isSaved).toBe(true))
	second.stop()
	expect(sent).toEqual(['Two over old', 'Two over old', 'Two over old', 'Three over Two'])
	expect(takeKept()).toBeNull()
})

/** Opens a page whose server responds to each save with `answerSave`. */
function openPage(answerSave: (body: FormData) => Response | Promise<Response>) {
	document.body.innerHTML = `<form><input name="base" value="old"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	while (takeKept());
	vi.stubGlobal('fetch', async (_: string, { body }: { body?: FormData }) => (body ? answerSave(body) : answerSave(new FormData())))
	const options = { ...OPTIONS, form, base: 'old', onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
	const onState = vi.fn()
	const open = () => new Autosave({ ...options, onState })
	const type = (autosave: Autosave, typed: string) => {
		text.value = typed
		autosave.onInput()
		autosave.keep()
	}
	return { open, type, onState }
}

const CONFLICT = { base: 'theirs', at: KEPT.at, editing: { conflict: { by: 'You', at: KEPT.at, diff: [], text: 'Theirs' } } }

test('Save replaces another version only after the user has seen it, even if clicked before the warning appeared', async () => {
	let answer = (_: Response): void => undefined
	const { open, type, onState } = openPage(() => new Promise<Response>((resolve) => (answer = resolve)))
	const autosave = open()
	type(autosave, 'Mine')
	const first = autosave.flush()
	const clicked = autosave.flush(true)
	await vi.waitFor(() => expect(onState).toHaveBeenLastCalledWith({ is: 'saving' }))
	expect(autosave.isInConflict).toBe(false)
	answer(Response.json(CONFLICT, { status: 409 }))
	expect([await first, await clicked, await autosave.flush(true)]).toEqual([false, false, false])
	autosave.markOtherSeen()
	expect(await autosave.flush(true)).toBe(true)
	// The submit was refused, too: a third version came first.
	Object.assign(document.querySelector('input') ?? {}, { value: 'third' })
	expect(await autosave.flush(true)).toBe(false)
	autosave.markOtherSeen()
	expect(await autosave.flush(true)).toBe(true)
	autosave.stop()
})

test('the text of a window that was refused stays kept while another window saves its own', async () => {
	const { open, type } = openPage((body) =>
		body.get('text') === 'Mine' ? Response.json(CONFLICT, { status: 409 }) : Response.json({ ...CONFLICT, editing: { conflict: null } }),
	)
	const [one, other] = [open(), open()]
	type(one, 'Mine')
	await one.flush()
	type(other, 'Theirs')
	await other.flush()
	expect([takeKept()?.fields.text, takeKept()]).toEqual(['Mine', null])
	one.stop()
	other.stop()
})

const accountPage = (owner: string, token: string) =>
	`<a data-operator="${owner}">Account</a><input type="hidden" name="form_token" value="${token}"/>`

test.each([
	['after a while', () => vi.advanceTimersByTimeAsync(6000)],
	['with Save', (autosave: Autosave) => autosave.flush(true)],
])(
	'after a new sign-in of the same person in another window, an open page saves its text %s, without getting the focus',
	async (_, wait) => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		let token: string | null = null
		let owner = OPTIONS.owner
		const sent: unknown[] = []
		const { open, type, onState } = openPage((body) => {
			if (!body.has('text')) return new Response(token === null ? null : accountPage(owner, token), { status: token === null ? 403 : 200 })
			if (body.get('form_token') !== token) return Response.json({ message: 'Your session has ended.' }, { status: 403 })
			sent.push(body.get('text'))
			return Response.json({ base: 'new', at: KEPT.at, editing: { conflict: null } })
		})
		const autosave = open()
		type(autosave, 'Mine')
		expect(await autosave.flush(true)).toBe(false)
		expect(onState).toHaveBeenLastCalledWith({ is: 'signed-out', isKept: true })
		await vi.advanceTimersByTimeAsync(20_000)
		token = 'new'
		owner = 'bo@example.test'
		expect([await autosave.flush(true), sent]).toEqual([false, []])
		owner = OPTIONS.owner
		await wait(autosave)
		expect([sent, onState.mock.lastCall]).toMatchObject([['Mine'], [{ is: 'saved', at: KEPT.at }]])
		autosave.stop()
	},
)

test.each([
	[503, { is: 'failed', isKept: true }],
	[429, { is: 'failed', isKept: true }],
	[0, { is: 'offline', isKept: true }],
])('a save that gets %d says what happened, and is repeated', async (status, state) => {
	const { open, type, onState } = openPage(() => {
		if (status === 0) throw new TypeError('Failed to fetch')
		return new Response('', { status })
	})
	const autosave = open()
	type(autosave, 'Mine')
	await autosave.flush()
	expect(onState).toHaveBeenLastCalledWith(state)
	const own = localStorage
	vi.stubGlobal('localStorage', null)
	await autosave.flush()
	vi.stubGlobal('localStorage', own)
	expect(onState).toHaveBeenLastCalledWith({ ...state, isKept: false })
	autosave.stop()
})

test('a submit that waits for a save also waits for changes made during it', async () => {
	const sent: unknown[] = []
	const { open, type } = openPage((body) => {
		sent.push(body.get('text'))
		if (sent.length === 1) type(autosave, 'Three')
		return Response.json({ base: 'new', at: KEPT.at, editing: { conflict: null } })
	})
	const autosave = open()
	type(autosave, 'Two')
	expect(await autosave.flush()).toBe(true)
	expect(sent).toEqual(['Two', 'Three'])
	autosave.stop()
})

test('the draft is stored on every keystroke, even during continuous typing', async () => {
	document.body.innerHTML = `<form><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	takeKept()
	const handlers = { onState: vi.fn(), onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
	const autosave = new Autosave({ ...OPTIONS, ...handlers, form, base: '' })
	for (const typed of ['One t', 'One tw', 'One two']) {
		text.value = typed
		autosave.onInput()
		await new Promise((resolve) => setTimeout(resolve))
		expect(takeKept()?.fields.text).toBe(typed)
	}
	autosave.stop()
	takeKept()
})

test('text typed before hydration is sent together with the stored draft', async () => {
	document.body.innerHTML = `<form><input name="title" value="A"><textarea name="text">One</textarea></form>`
	const form = document.querySelector('form')
	const text = form?.querySelector('textarea')
	if (!form || !text) throw new Error('no form')
	unsentTextStore(FILE).write({ fields: { title: 'Kept', text: 'One', base: '' }, at: new Date().toISOString(), owner: OPTIONS.owner })
	text.value = 'One, early'
	const sent = vi.fn((_address: string, { body }: { body: FormData }) => {
		expect(Object.fromEntries(body)).toMatchObject({ title: 'Kept', text: 'One, early' })
		return Promise.resolve(new Response('', { status: 503 }))
	})
	vi.stubGlobal('fetch', sent)
	const handlers = { onState: vi.fn(), onAnswer: vi.fn(), onRestoring: vi.fn(), onSignedIn: vi.fn() }
	const autosave = new Autosave({ ...OPTIONS, ...handlers, form, base: '' })
	autosave.start()
	await vi.waitFor(() => expect(sent).toHaveBeenCalled())
	autosave.stop()
	takeKept()
})
