import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { dismissToast, readToasts, setToastHost, toast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

type View = Awaited<ReturnType<typeof renderElement>>

/** Waits for the toast's text, which is set shortly after the toast appears. */
const waitForWords = ({ page, run }: View, role: string) =>
	vi.waitFor(async () => {
		await run(() => {})
		const card = page.querySelector(`[role=${role}]`)
		expect(card?.textContent).toMatch(/./)
		return card
	})

test.each([
	['default', 'status'],
	['destructive', 'alert'],
] as const)('a %s toast is a %s with title and description', async (variant, role) => {
	const view = await renderElement(<Toaster />)
	const { run, leave } = view
	await run(() => toast({ title: 'Payment Error', description: 'Unable to process payment. Please try again.', variant }))
	expect((await waitForWords(view, role))?.textContent).toBe('Payment ErrorUnable to process payment. Please try again.')
	for (const entry of readToasts()) await run(() => dismissToast(entry.id))
	await leave()
})

test('the dismiss button and Escape close a toast', async () => {
	const view = await renderElement(<Toaster />)
	const { page, run, leave } = view
	for (const dismiss of [
		(card: Element) => card.querySelector('button')?.click(),
		(card: Element) => card.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
	]) {
		await run(() => toast({ title: 'Done' }))
		const card = await waitForWords(view, 'status')
		expect(card?.textContent).toBe('Done')
		await run(() => card && dismiss(card))
		expect(page.querySelector('[role=status]')).toBeNull()
	}
	await leave()
})

test('an open dialog shows the toasts, because it makes the page behind it inert', async () => {
	const { page, run, leave } = await renderElement(<Toaster />)
	const dialog = document.createElement('dialog')
	document.body.append(dialog)
	await run(() => {
		setToastHost(dialog)
		toast({ title: 'Missing Information', variant: 'destructive' })
	})
	expect([dialog.querySelectorAll('[role=alert]').length, page.querySelectorAll('[role=alert]').length]).toEqual([1, 0])
	await run(() => setToastHost(null))
	expect([dialog.querySelectorAll('[role=alert]').length, page.querySelectorAll('[role=alert]').length]).toEqual([0, 1])
	for (const entry of readToasts()) await run(() => dismissToast(entry.id))
	await leave()
})
