import { expect, test, vi } from 'vitest'

import { dismissToast, onToastChange, pauseToasts, readToasts, resumeToasts, toast } from './toast-store.ts'

const titles = () => readToasts().map((entry) => entry.title)

function clearAll() {
	for (const entry of readToasts()) dismissToast(entry.id)
}

test('a toast notifies listeners when it appears and disappears', () => {
	let changes = 0
	const stop = onToastChange(() => changes++)
	const id = toast({ title: 'Saved' })
	dismissToast(id)
	stop()
	toast({ title: 'Unheard' })
	expect(changes).toBe(2)
	clearAll()
})

test('at most three toasts are shown, and the oldest is dropped', () => {
	for (const title of ['one', 'two', 'three', 'four']) toast({ title })
	expect(titles()).toEqual(['two', 'three', 'four'])
	clearAll()
})

test('a success removes an earlier error, and a new error of the same kind replaces it', () => {
	toast({ title: 'Not sent', description: 'The server can’t be reached.', variant: 'destructive' })
	toast({ title: 'Not sent', description: 'The server had a problem.', variant: 'destructive' })
	expect(readToasts().map(({ description }) => description)).toEqual(['The server had a problem.'])
	toast({ title: 'Message sent!' })
	expect(titles()).toEqual(['Message sent!'])
	clearAll()
})

test('an error doesn’t remove a success toast', () => {
	toast({ title: 'Download Complete!' })
	toast({ title: 'Not sent', variant: 'destructive' })
	expect(titles()).toEqual(['Download Complete!', 'Not sent'])
	clearAll()
})

test.each([
	['default', 7000],
	['destructive', 12_000],
] as const)('a %s toast disappears after %i ms', (variant, ms) => {
	vi.useFakeTimers()
	toast({ title: 'Passing', variant })
	vi.advanceTimersByTime(ms - 1)
	expect(titles()).toEqual(['Passing'])
	vi.advanceTimersByTime(1)
	expect(titles()).toEqual([])
	vi.useRealTimers()
})

test('while the visitor reads, toasts stay; afterwards the rest of their time runs', () => {
	vi.useFakeTimers()
	toast({ title: 'Read me' })
	vi.advanceTimersByTime(5000)
	pauseToasts()
	vi.advanceTimersByTime(60_000)
	expect(titles()).toEqual(['Read me'])
	resumeToasts()
	vi.advanceTimersByTime(1999)
	expect(titles()).toEqual(['Read me'])
	vi.advanceTimersByTime(1)
	expect(titles()).toEqual([])
	vi.useRealTimers()
})
