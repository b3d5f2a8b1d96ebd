import { expect, test, vi } from 'vitest'

import { unsentTextStore } from '#app/admin/use-unsent-text.ts'

import { DraftSaves, type DraftSaveState } from './use-draft-autosave.ts'

const ADDRESS = '/save'

/** Opens a form. Each save waits until the test calls `answer`, which returns the next version. */
function openForm() {
	const form = document.body.appendChild(document.createElement('form'))
	form.innerHTML = '<input type="hidden" name="seen" value="1"><textarea name="text"></textarea>'
	const sent: unknown[] = []
	const answers: ((response: Response) => void)[] = []
	vi.stubGlobal('fetch', (_: string, { body }: { body: FormData }) => {
		sent.push(body.get('seen'))
		return new Promise<Response>((resolve) => answers.push(resolve))
	})
	const answer = () => answers.shift()?.(Response.json({ seen: String(sent.length + 1) }))
	const states: string[] = []
	const [onSaved, onRestored] = [vi.fn(), vi.fn()]
	const onState = ({ is }: DraftSaveState) => void states.push(is)
	const saves = new DraftSaves(form, { address: ADDRESS, onState, onSaved: () => {}, onRestored })
	document.addEventListener('launchway:saved', onSaved)
	return { form, saves, sent, answer, onSaved, onRestored, states }
}

test('a save before leaving waits for the running one, and is based on the version that it made', async () => {
	const { saves, sent, answer, onSaved, states } = openForm()
	saves.onInput()
	const first = saves.flush()
	await vi.waitFor(() => expect(sent).toEqual(['1']))
	saves.onInput()
	const second = saves.flush()
	await Promise.resolve()
	expect(sent).toEqual(['1'])
	answer()
	await first
	await vi.waitFor(() => expect(sent).toEqual(['1', '2']))
	answer()
	await second
	expect(onSaved).toHaveBeenCalledOnce()
	expect(states).toEqual(['typing', 'saving', 'typing', 'typing', 'saving', 'saved'])
})

test('text is saved after five seconds even if typing never pauses', async () => {
	vi.useFakeTimers()
	const { saves, sent } = openForm()
	for (let second = 0; second < 5; second += 1) {
		expect(sent).toEqual([])
		saves.onInput()
		await vi.advanceTimersByTimeAsync(1000)
	}
	expect(sent).toEqual(['1'])
	saves.stop()
	vi.useRealTimers()
})

test('a save answered after the page was left doesn’t report another page’s text as saved, and nothing more is sent', async () => {
	const { form, saves, sent, answer, onSaved } = openForm()
	saves.onInput()
	const save = saves.flush()
	await vi.waitFor(() => expect(sent).toEqual(['1']))
	form.remove()
	saves.stop()
	saves.onInput()
	answer()
	await save
	expect([onSaved.mock.calls.length, sent]).toEqual([0, ['1']])
})

test('a button that sends waits for the text typed before it, and does nothing if that text can’t be saved', async () => {
	const { saves, sent, answer } = openForm()
	const box = document.body.appendChild(document.createElement('div'))
	box.innerHTML = '<div data-sends><button>Send</button></div><button>Delete</button>'
	const [send, other] = box.querySelectorAll('button')
	const onUnsaved = vi.fn()
	const pressed: unknown[] = []
	document.addEventListener('click', (event) => void saves.onSend(event, onUnsaved), true)
	for (const button of [send, other]) button?.addEventListener('click', () => pressed.push(button.textContent))
	send?.click()
	saves.onInput()
	send?.click()
	send?.click()
	other?.click()
	expect(pressed).toEqual(['Send', 'Delete'])
	await vi.waitFor(() => expect(sent).toEqual(['1']))
	answer()
	await vi.waitFor(() => expect(pressed).toEqual(['Send', 'Delete', 'Send']))
	vi.stubGlobal('fetch', async () => new Response('', { status: 422 }))
	saves.onInput()
	send?.click()
	await vi.waitFor(() => expect(onUnsaved).toHaveBeenCalledOnce())
	send?.click()
	await vi.waitFor(() => expect(onUnsaved).toHaveBeenCalledTimes(2))
	expect(pressed).toHaveLength(3)
	saves.stop()
})

test('text that could not be saved is sent again, until the page is left', async () => {
	vi.useFakeTimers()
	const { saves, answer, onSaved } = openForm()
	const withServer = globalThis.fetch
	const failing = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
	vi.stubGlobal('fetch', failing)
	saves.onInput()
	await saves.flush()
	await vi.advanceTimersByTimeAsync(10_000)
	expect(failing.mock.calls.length).toBeGreaterThan(1)
	vi.stubGlobal('fetch', withServer)
	await vi.advanceTimersByTimeAsync(10_000)
	answer()
	await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
	vi.stubGlobal('fetch', failing)
	saves.onInput()
	await saves.flush()
	saves.stop()
	const before = failing.mock.calls.length
	await vi.advanceTimersByTimeAsync(10_000)
	expect(failing.mock.calls.length).toBe(before)
	vi.useRealTimers()
})

/** Stores text as a page does that is left before it is saved. */
const keep = (fields: Record<string, string>, sent?: Record<string, string>) =>
	unsentTextStore(ADDRESS, 'left').write({ fields, at: new Date().toISOString(), ...(sent && { sent }) })

/** Answers saves like the server: a text it has already is saved, a text based on an older version is not. */
function serveDraft(stored: { seen: number; text: string }) {
	vi.stubGlobal('fetch', async (_: string, { body }: { body: FormData }) => {
		const text = body.get('text') as string
		if (text !== stored.text) {
			if (body.get('seen') !== String(stored.seen)) return Response.json({ problem: 'Changed', isConflict: true }, { status: 409 })
			Object.assign(stored, { seen: stored.seen + 1, text })
		}
		return Response.json({ seen: String(stored.seen) })
	})
	return stored
}

test('leaving the page during a save causes no conflict: text typed after that save is sent when the page is opened again', async () => {
	const { form, saves, answer, sent } = openForm()
	const text = form.querySelector('textarea')!
	text.value = 'One'
	saves.onInput()
	void saves.flush()
	await vi.waitFor(() => expect(sent).toEqual(['1']))
	text.value = 'One two'
	saves.onInput()
	saves.keep()
	saves.stop()
	answer()
	// The server stored the save after the page was opened again with the version before it.
	const stored = serveDraft({ seen: 2, text: 'One' })
	const again = openForm()
	serveDraft(stored)
	await again.saves.start()
	expect(stored).toEqual({ seen: 3, text: 'One two' })
	expect([again.onRestored.mock.calls.length, again.states.at(-1), again.form.inert]).toEqual([1, 'saving', false])
	again.saves.stop()
})

test('text kept in this browser doesn’t replace someone else’s: it is shown, and reloading the page then shows theirs', async () => {
	keep({ seen: '1', text: 'Mine' })
	const { form, saves, states, onRestored } = openForm()
	const stored = serveDraft({ seen: 2, text: 'Theirs' })
	await saves.start()
	expect([stored.text, form.querySelector('textarea')?.value, states.at(-1)]).toEqual(['Theirs', 'Mine', 'conflict'])
	saves.keep()
	saves.stop()
	const reloaded = openForm()
	await reloaded.saves.start()
	expect([reloaded.states, onRestored.mock.calls.length]).toEqual([[], 0])
})

test('after a new sign-in in another window, a text typed since the session ended is saved', async () => {
	vi.useFakeTimers()
	const { form, saves, states, onSaved } = openForm()
	const text = form.querySelector('textarea')!
	form.insertAdjacentHTML('beforeend', '<input type="hidden" name="form_token" value="old">')
	let token: string | null = null
	const stored: unknown[] = []
	vi.stubGlobal('fetch', async (_: string, { body }: { body?: FormData }) => {
		if (!body) return new Response(`<input name="form_token" value="${token}"/>`, { status: token === null ? 403 : 200 })
		if (body.get('form_token') !== token) return Response.json({ message: 'Your session has ended.' }, { status: 403 })
		stored.push(body.get('text'))
		return Response.json({ seen: '2' })
	})
	text.value = 'One'
	saves.onInput()
	await saves.flush()
	await vi.advanceTimersByTimeAsync(20_000)
	text.value = 'One two'
	saves.onInput()
	expect([states.at(-1), stored]).toEqual(['signed-out', []])
	token = 'new'
	await vi.advanceTimersByTimeAsync(10_000)
	expect([states.at(-1), stored, onSaved.mock.calls.length]).toEqual(['saved', ['One two'], 1])
	saves.stop()
	vi.useRealTimers()
})
