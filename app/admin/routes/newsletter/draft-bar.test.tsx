import { useState } from 'react'
import { createRoutesStub, Link, redirect, Outlet, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'

import { LeaveDialog } from '#app/admin/leave-dialog.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { unsentTextStore, useUnsentText } from '#app/admin/use-unsent-text.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { DraftBar, useRestored } from './draft-bar.tsx'

const ADDRESS = '/email/autosave'
const NOW = new Date().toISOString()

type Read = { seen: string; subject: string }

function Form({ read, isRestored, onRestored }: { read: Read; isRestored: boolean; onRestored: (seen: string) => void }) {
	const [{ subject }] = useState(read)
	const [seen, setSeen] = useState(read.seen)
	return (
		<>
			<ActionForm
				action="/email"
				label="Save draft"
				hasButton
				hidden={{ seen }}
				fields={[{ name: 'subject', label: 'Subject', value: subject }]}
			/>
			<DraftBar action="/email" address={ADDRESS} preview="/email/preview" {...{ seen, isRestored, onRestored }} onSaved={setSeen}>
				<div data-sends>
					<button type="button" onClick={({ currentTarget }) => currentTarget.append('!')}>
						Send
					</button>
				</div>
			</DraftBar>
		</>
	)
}

function Draft() {
	const read = useLoaderData<Read>()
	const { times, onRestored } = useRestored(read.seen)
	return <Form key={times} read={read} isRestored={times > 0} onRestored={onRestored} />
}

function Frame() {
	const { question } = useUnsentText()
	return (
		<>
			{question && <LeaveDialog {...question} />}
			<Link to="/away">Away</Link>
			<Outlet />
		</>
	)
}

/**
 * Simulates a server with one draft, and a browser without stored text. Like the real server, it ignores an unchanged
 * text, and answers a text based on an older version with a conflict.
 */
function serve() {
	localStorage.clear()
	const draft = { seen: 1, subject: 'Stored' }
	const sent: string[] = []
	const answer = (subject: string, seen: string) => {
		if (subject === draft.subject) return null
		if (subject === '') return Response.json({ message: 'Enter a subject.' }, { status: 422 })
		if (seen !== String(draft.seen)) return Response.json({ base: String(draft.seen), at: NOW }, { status: 409 })
		Object.assign(draft, { seen: draft.seen + 1, subject })
		return null
	}
	const save = async (_: string, { body }: { body: FormData }) => {
		const { subject = '', seen = '' } = Object.fromEntries(body) as Record<string, string>
		sent.push(`${subject} over ${seen}`)
		return answer(subject, seen) ?? Response.json({ base: String(draft.seen), at: NOW })
	}
	vi.stubGlobal('fetch', save)
	const failing = (isDown: boolean) => vi.stubGlobal('fetch', isDown ? () => Promise.reject(new TypeError('Failed to fetch')) : save)
	return { draft, sent, save, failing }
}

async function open({ draft, save }: Pick<ReturnType<typeof serve>, 'draft' | 'save'>) {
	const shared = { formToken: 't', isProven: true, failure: null, email: 'ana@example.test' }
	const failure = { form: '-email', code: 'content_changed', message: 'Changed meanwhile.', fields: {}, typed: { subject: 'Mine' } }
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: Frame,
			loader: () => shared,
			children: [
				{ id: 'draft', index: true, Component: Draft, loader: () => ({ ...draft, seen: String(draft.seen) }) },
				{
					path: 'email',
					action: async ({ request }) =>
						(await save('', { body: await request.formData() })).ok ? redirect('/?notice=saved') : { failure },
				},
				{ path: 'away', Component: () => <p>Elsewhere</p> },
			],
		},
	])
	const data = { root: shared, draft: { ...draft, seen: String(draft.seen) } }
	const opened = await renderElement(<Stub hydrationData={{ loaderData: data }} />)
	const { page, run } = opened
	const field = () => page.querySelector<HTMLInputElement>('[name="subject"]')
	const type = (text: string) =>
		run(() => {
			const subject = field()
			if (subject) subject.value = text
			subject?.dispatchEvent(new Event('input', { bubbles: true }))
		})
	const press = (selector: string, name = '') =>
		run(() => [...page.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent.includes(name))?.click())
	const status = () => page.querySelector('#save-status')?.textContent ?? ''
	return { ...opened, field, type, press, status, save: () => press('[value="save"]') }
}

/** Stores text in this browser, like a page that was left before its text was saved. */
const keep = (fields: Record<string, string>, { at = NOW, owner = 'ana@example.test' } = {}) =>
	unsentTextStore(ADDRESS, 'left').write({ fields, at, owner })

test('text typed on an older version is never sent over a newer one, not after Save and not by itself', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const server = serve()
	const { type, save, status, field, run } = await open(server)
	Object.assign(server.draft, { seen: 2, subject: 'Theirs' })
	await type('Mine')
	await save()
	await vi.waitFor(() => expect(status()).toBe('Not saved: another version was saved first.'))
	await type('Mine, longer')
	await save()
	await run(() => vi.advanceTimersByTimeAsync(20_000))
	vi.useRealTimers()
	expect([server.sent, server.draft.subject, field()?.value]).toEqual([['Mine over 1'], 'Theirs', 'Mine, longer'])
	expect(document.activeElement?.id).toBe('save-status')
})

test('once the user has looked at the other version, Save replaces it', async () => {
	const server = serve()
	const { page, type, press, save, status } = await open(server)
	Object.assign(server.draft, { seen: 2, subject: 'Theirs' })
	await type('Mine')
	await save()
	await vi.waitFor(() => expect(status()).toBe('Not saved: another version was saved first.'))
	page.querySelector('a[target]')?.addEventListener('click', (event) => event.preventDefault(), { once: true })
	await press('a', 'See the other version')
	await save()
	await vi.waitFor(() => expect(server.draft).toEqual({ seen: 3, subject: 'Mine' }))
})

test('after a refusal of the whole form, too, nothing replaces another version', async () => {
	const server = serve()
	const { page, run, type, status } = await open(server)
	await type('Mine')
	Object.assign(server.draft, { seen: 2, subject: 'Theirs' })
	// Like Enter, which submits the form without its button.
	await run(() => page.querySelector('form')?.requestSubmit())
	await vi.waitFor(() => expect(page.textContent).toContain('Changed meanwhile.'))
	await vi.waitFor(() => expect(status()).toBe('Not saved: another version was saved first.'), { timeout: 5000 })
	expect(server.draft.subject).toBe('Theirs')
})

test('text that was kept in this browser is sent, shown and named as such', async () => {
	const server = serve()
	keep({ subject: 'Left', seen: '1' })
	const { page, field, type, save, status } = await open(server)
	await vi.waitFor(() => expect(field()?.value).toBe('Left'))
	expect(page.textContent).toContain('Saved as a draft, with what you typed here earlier')
	await type('Left and more')
	await save()
	await vi.waitFor(() => expect(status()).toBe('Saved as a draft'))
	expect(server.sent).toEqual(['Left over 1', 'Left and more over 2'])
})

test('text kept in this browser doesn’t replace someone else’s: it is shown until the user chooses theirs', async () => {
	const server = serve()
	keep({ subject: 'Left', seen: '1' })
	Object.assign(server.draft, { seen: 2, subject: 'Theirs' })
	const { page, field, press, status, leave } = await open(server)
	await vi.waitFor(() => expect([field()?.value, status()]).toEqual(['Left', 'Not saved: another version was saved first.']))
	expect(page.querySelector('form')?.inert).toBe(false)
	await press('button', 'Use the other version')
	page.querySelector('dialog a')?.addEventListener('click', (event) => event.preventDefault(), { once: true })
	await press('dialog a')
	await leave()
	const again = await open(server)
	expect([again.field()?.value, again.status(), server.draft.subject]).toEqual(['Theirs', '', 'Theirs'])
})

test.each([
	['another operator', { owner: 'bo@example.test' }],
	['last week', { at: new Date(Date.now() - 7 * 86_400_000 - 1000).toISOString() }],
])('text kept from %s isn’t sent', async (_, kept) => {
	const server = serve()
	keep({ subject: 'Left', seen: '1' }, kept)
	const { field } = await open(server)
	expect([server.sent, field()?.value]).toEqual([[], 'Stored'])
})

test('text that the user leaves unsaved on purpose isn’t sent when the page is opened again', async () => {
	const server = serve()
	const { page, type, press, status, leave } = await open(server)
	server.failing(true)
	await type('Mine')
	await press('a', 'Away')
	await vi.waitFor(() => expect(page.querySelector('dialog')).not.toBeNull())
	expect(status()).toContain('Offline.')
	await press('dialog .btn', 'Leave')
	await vi.waitFor(() => expect(page.textContent).toContain('Elsewhere'))
	await leave()
	server.failing(false)
	const again = await open(server)
	expect([again.field()?.value, server.sent]).toEqual(['Stored', []])
})

test('a button that sends waits for the text typed before it, and does nothing if that text isn’t saved', async () => {
	const server = serve()
	const { page, type, press, status } = await open(server)
	const send = page.querySelector('[data-sends] button')!
	await type('Mine')
	await press('[data-sends] button')
	await press('[data-sends] button')
	await vi.waitFor(() => expect(send.textContent).toMatch(/!/))
	expect(server.draft.subject).toBe('Mine')
	const before = send.textContent
	await type('')
	await press('[data-sends] button')
	await vi.waitFor(() => expect(status()).toContain('Enter a subject.'))
	expect([send.textContent, document.activeElement?.id]).toEqual([before, 'save-status'])
})

test('a server that doesn’t answer in 15 seconds doesn’t keep a form closed for good: the save is sent again', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const server = serve()
	keep({ subject: 'Left', seen: '1' })
	const answering = globalThis.fetch
	const signals: AbortSignal[] = []
	vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
		signals.push(signal)
		return new Promise((__, reject) => signal.addEventListener('abort', () => reject(new Error('too late'))))
	})
	const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const ended = new AbortController()
		setTimeout(() => ended.abort(), ms)
		return ended.signal
	})
	const { page, run, field } = await open(server)
	expect([signals.length, page.querySelector('form')?.inert]).toEqual([1, true])
	vi.stubGlobal('fetch', answering)
	await run(() => vi.advanceTimersByTimeAsync(25_000))
	timeout.mockRestore()
	vi.useRealTimers()
	await vi.waitFor(() => expect([field()?.value, page.querySelector('form')?.inert]).toEqual(['Left', false]))
})
