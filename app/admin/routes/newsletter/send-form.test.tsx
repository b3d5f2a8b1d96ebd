import { type ComponentProps, useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { NoReadersNotice, SendIssueForm } from './send-form.tsx'

const READ = {
	issue: { id: '7', subject: 'News', audience: { saved: null, match: 'all', rows: [] } },
	seen: 'v1',
	zoneName: 'UTC',
	hours: { first: 0, last: 24 },
	pictures: null,
	placeholders: [],
	readers: { chosen: 2, others: 0, all: 2 },
	audience: 'all',
} as unknown as ComponentProps<typeof SendIssueForm>

test('a date in the past is refused at its field before it is submitted, and isn’t shown as the time to send', async () => {
	const shared = { formToken: 't', isProven: true, failure: null, now: new Date('2026-12-01T10:00:00Z'), timeZone: 'UTC' }
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component: () => <SendIssueForm {...READ} /> }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const buttons = () => [...page.querySelectorAll('button')].map(({ textContent }) => textContent)
	const type = (text: string) =>
		run(() => {
			const field = page.querySelector<HTMLInputElement>('[name=starts_at]')
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
			field?.dispatchEvent(new Event('input', { bubbles: true }))
		})
	await run(() => page.querySelector('button')?.click())
	await run(() => page.querySelector<HTMLInputElement>('[value=later]')?.click())
	await type('2026-11-01T10:00')
	expect(page.textContent).toContain('This time has passed.')
	expect(buttons()).toContain('Schedule')
	await type('0020-12-24T10:00')
	expect(page.textContent).not.toContain('This time has passed.')
	await type('2026-12-24T10:00')
	expect(page.textContent).not.toContain('This time has passed.')
	expect(buttons().some((label) => label?.startsWith('Schedule for Dec 24'))).toBe(true)
})

test('the dialog names the audience, even one that everyone is in, and a placeholder in the text', async () => {
	const shared = { formToken: 't', isProven: true, failure: null, now: new Date('2026-12-01T10:00:00Z'), timeZone: 'UTC' }
	const open = async (read: object) => {
		const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component: () => <SendIssueForm {...READ} {...read} /> }])
		const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
		await run(() => page.querySelector('button')?.click())
		return page.querySelector('dialog')?.textContent
	}
	expect(await open({})).toContain('All subscribers: 2, and anyone')
	expect(await open({})).not.toContain('as typed')
	expect(await open({ placeholders: ['{{first all.'] })).toContain('Send “{{first all.” as typed')
	const chosen = { saved: 'a', match: 'all', rows: [{ value: 'source=blog', isNot: false }] }
	expect(await open({ audience: 'Blog readers', issue: { ...READ.issue, audience: chosen } })).toContain(
		'Blog readers: 2 of 2 subscribers, and anyone',
	)
})

test('a new email isn’t said to have no recipients before its audience is saved', async () => {
	const shared = { formToken: 't', isProven: true, failure: null, now: new Date('2026-12-01T10:00:00Z'), timeZone: 'UTC' }
	let show: (read: object) => void = () => {}
	function Component() {
		const [read, setRead] = useState({})
		show = setRead
		return (
			<>
				<NoReadersNotice {...READ} {...read} />
				<SendIssueForm {...READ} {...read} />
			</>
		)
	}
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const nobody = { chosen: 0, others: 0, all: 12 }
	const off = () => [page.querySelector('#no-readers') !== null, page.querySelector('button')?.disabled]
	await run(() => show({ seen: '', readers: { ...nobody, all: 0 } }))
	expect(off()).toEqual([true, true])
	await run(() => show({ seen: '', readers: nobody }))
	expect([page.textContent, ...off()]).toEqual(['Send…Send a test…', false, false])
	await run(() => page.querySelector('button')?.click())
	await run(() => show({ readers: nobody }))
	expect(off()).toEqual([true, true])
	await run(() => show({}))
	expect([...off(), page.querySelector('dialog')?.open]).toEqual([false, false, false])
})

test('a test of an email that was never saved is sent from a dialog that opens once it is saved', async () => {
	const shared = {
		formToken: 't',
		isProven: true,
		failure: null,
		now: new Date('2026-12-01T10:00:00Z'),
		timeZone: 'UTC',
		email: 'me@example.com',
	}
	let save: () => void = () => {}
	function Component() {
		const [seen, setSeen] = useState('')
		save = () => setSeen('v1')
		return <SendIssueForm {...READ} seen={seen} />
	}
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	await run(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send a test…')?.click())
	await run(() => save())
	expect([...page.querySelectorAll('dialog')].filter(({ open }) => open).map((dialog) => dialog.querySelector('h2')?.textContent)).toEqual([
		'Send a test?',
	])
})
