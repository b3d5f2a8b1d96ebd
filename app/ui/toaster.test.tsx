import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { dismissToast, readToasts, setToastHost, toast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

const wait = () => new Promise((resolve) => setTimeout(resolve, 60))

test.each([
	['default', 'status'],
	['destructive', 'alert'],
] as const)('a %s toast is a %s with title and description', async (variant, role) => {
	const { page, run, leave } = await renderElement(<Toaster />)
	await run(async () => {
		toast({ title: 'Payment Error', description: 'Unable to process payment. Please try again.', variant })
		await wait()
	})
	expect(page.querySelector(`[role=${role}]`)?.textContent).toBe('Payment ErrorUnable to process payment. Please try again.')
	for (const entry of readToasts()) await run(() => dismissToast(entry.id))
	await leave()
})

test('the dismiss button and Escape take a toast away', async () => {
	const { page, run, leave } = await renderElement(<Toaster />)
	for (const dismiss of [
		(card: Element) => card.querySelector('button')?.click(),
		(card: Element) => card.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
	]) {
		await run(async () => {
			toast({ title: 'Done' })
			await wait()
		})
		const card = page.querySelector('[role=status]')
		expect(card?.textContent).toBe('Done')
		await run(() => card && dismiss(card))
		expect(page.querySelector('[role=status]')).toBeNull()
	}
	await leave()
})

test('an open dialog takes the toasts in, because it makes the page behind it inert', async () => {
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
