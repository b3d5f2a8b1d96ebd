import { expect, test, vi } from 'vitest'

import { IssueSaves } from './use-issue-autosave.ts'

/** Opens a form. Each save waits until the test calls `answer`, which returns the next version. */
function openForm() {
	const form = document.body.appendChild(document.createElement('form'))
	form.innerHTML = '<input name="seen" value="1"><textarea name="text"></textarea>'
	const sent: unknown[] = []
	const answers: ((response: Response) => void)[] = []
	vi.stubGlobal('fetch', (_: string, { body }: { body: FormData }) => {
		sent.push(body.get('seen'))
		return new Promise<Response>((resolve) => answers.push(resolve))
	})
	const answer = () => answers.shift()?.(Response.json({ seen: String(sent.length + 1) }))
	const states: string[] = []
	const saves = new IssueSaves(form, { address: '/save', onState: (state) => void states.push(state) })
	const onSaved = vi.fn()
	document.addEventListener('launchway:saved', onSaved)
	return { form, saves, sent, answer, onSaved, states }
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
