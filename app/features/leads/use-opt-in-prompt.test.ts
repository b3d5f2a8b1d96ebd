import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { useOptInPrompt } from './use-opt-in-prompt.ts'

const KEY = 'launchway_email_optin_seen'

/** Opens a page that can scroll 2000 px. */
function openPage(scrolledTo = 0) {
	vi.useFakeTimers()
	Object.defineProperty(document.documentElement, 'scrollHeight', { value: 2000 + window.innerHeight, configurable: true })
	scrollTo(scrolledTo)
	return renderHook(useOptInPrompt)
}
afterEach(() => {
	vi.useRealTimers()
	localStorage.clear()
	document.body.replaceChildren()
})

function scrollTo(y: number) {
	Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
	window.dispatchEvent(new Event('scroll'))
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function restAt(y: number) {
	scrollTo(y)
	await wait(500)
}

test.each<[string, () => unknown, boolean]>([
	['just before 30 seconds', () => wait(29_999), false],
	['after 30 seconds', () => wait(30_000), true],
	['at half of the page', () => restAt(1000), false],
	['past half of the page', () => restAt(1001), true],
	['past half of the page, still scrolling', () => scrollTo(1001), false],
])('%s the opt-in is open: %o', async (_when, step, expected) => {
	const prompt = await openPage()
	await prompt.run(step)
	expect([prompt.current().isOpen, localStorage.getItem(KEY)]).toEqual(expected ? [true, 'true'] : [false, null])
	await prompt.leave()
})

test('scrolling before hydration also opens the opt-in', async () => {
	const prompt = await openPage(1200)
	await prompt.run(() => wait(500))
	expect(prompt.current().isOpen).toBe(true)
	await prompt.leave()
})

test('once closed it doesn’t open again on this or another page', async () => {
	const prompt = await openPage()
	await prompt.run(() => restAt(1500))
	await prompt.run(() => prompt.current().close())
	await prompt.run(() => wait(60_000))
	expect(prompt.current().isOpen).toBe(false)
	await prompt.leave()

	const later = await openPage()
	await later.run(() => restAt(1800))
	expect(later.current().isOpen).toBe(false)
	await later.leave()
})

test('another tab that shows the opt-in first keeps it closed here', async () => {
	const prompt = await openPage()
	localStorage.setItem(KEY, 'true')
	await prompt.run(() => wait(60_000))
	expect(prompt.current().isOpen).toBe(false)
	await prompt.leave()
})

test.each([
	['another dialog is open', () => document.body.append(Object.assign(document.createElement('dialog'), { open: true }))],
	[
		'the visitor is typing',
		() => {
			const field = document.createElement('input')
			document.body.append(field)
			field.focus()
		},
	],
	[
		'the visitor is about to press a button',
		() => {
			const button = document.createElement('button')
			document.body.append(button)
			button.focus()
		},
	],
	[
		'a checkout is being created',
		() => {
			const button = document.createElement('button')
			button.setAttribute('aria-busy', 'true')
			document.body.append(button)
		},
	],
])('the opt-in waits while %s', async (_case, begin) => {
	const prompt = await openPage()
	begin()
	await prompt.run(() => wait(30_000))
	expect(prompt.current().isOpen).toBe(false)
	document.body.replaceChildren()
	await prompt.run(() => wait(30_000))
	expect(prompt.current().isOpen).toBe(true)
	await prompt.leave()
})

test('the opt-in doesn’t open under a moving or pressed pointer', async () => {
	const prompt = await openPage()
	await prompt.run(async () => {
		await wait(29_900)
		window.dispatchEvent(new Event('pointermove'))
		await wait(400)
		window.dispatchEvent(new Event('pointerdown'))
		await wait(2_000)
	})
	expect(prompt.current().isOpen).toBe(false)
	await prompt.run(async () => {
		window.dispatchEvent(new Event('pointerup'))
		await wait(499)
	})
	expect(prompt.current().isOpen).toBe(false)
	await prompt.run(() => wait(501))
	expect(prompt.current().isOpen).toBe(true)
	await prompt.leave()
})

test('the prompt stays closed while the price fills the screen', async () => {
	const price = document.createElement('section')
	price.id = 'pricing'
	document.body.append(price)
	const place = vi.spyOn(price, 'getBoundingClientRect').mockReturnValue({ top: 10, bottom: 5000 } as DOMRect)
	const prompt = await openPage()
	await prompt.run(() => restAt(1500))
	expect(prompt.current().isOpen).toBe(false)
	place.mockReturnValue({ top: -9000, bottom: -20 } as DOMRect)
	await prompt.run(() => restAt(1900))
	expect(prompt.current().isOpen).toBe(true)
	await prompt.leave()
})

test('the prompt stays closed while a visitor is at the price', async () => {
	const price = document.createElement('section')
	price.id = 'pricing'
	const link = document.createElement('a')
	link.href = '#x'
	price.append(link)
	document.body.append(price)
	link.focus()
	const prompt = await openPage()
	await prompt.run(() => restAt(1500))
	expect(prompt.current().isOpen).toBe(false)
	link.blur()
	await prompt.run(() => wait(30_000))
	expect(prompt.current().isOpen).toBe(true)
	await prompt.leave()
})
