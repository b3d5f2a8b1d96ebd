import { createRoutesStub, Outlet, useLocation, useNavigate } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Notice } from './notice.tsx'

function Both() {
	const { key, pathname } = useLocation()
	const navigate = useNavigate()
	return (
		<>
			<p id="where">{pathname}</p>
			<Notice key={key} />
			<button type="button" onClick={() => void navigate('/next')}>
				next
			</button>
			<button type="button" onClick={() => void navigate('/other')}>
				other
			</button>
			<button type="button" onClick={() => void navigate(-1)}>
				back
			</button>
		</>
	)
}

const shared = { formToken: 't', isProven: true, failure: null, undo: null, notice: { text: 'Draft saved.', link: null } }

test('a notice moves above a save bar that it would cover, and back when the bar is elsewhere', async () => {
	let barTop = 600
	const boxOf = (element: Element) => (element.matches('.sticky-bar') ? new DOMRect(0, barTop, 900, 56) : new DOMRect(300, 620, 500, 60))
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
		return boxOf(this)
	})
	vi.stubGlobal('innerHeight', 700)
	const Component = () => (
		<>
			<Notice />
			<div className="sticky-bar" />
		</>
	)
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	const bottom = () => page.querySelector<HTMLElement>('[data-toast]')?.style.bottom
	expect(bottom()).toBe('108px')
	barTop = 200
	await run(() => document.dispatchEvent(new Event('scroll')))
	expect(bottom()).toBe('')
})

test('a notice is shown once: not again after a reload, or when someone comes back', async () => {
	const Stub = createRoutesStub([
		{ id: 'root', path: '/', loader: () => shared, Component: Outlet, children: [{ path: ':page', Component: Both }] },
	])
	const read = async () => {
		const shown = await renderElement(<Stub initialEntries={['/saved']} hydrationData={{ loaderData: { root: shared } }} />)
		return { ...shown, toast: () => shown.page.querySelector('[data-toast]')?.textContent }
	}
	const { toast, page, run } = await read()
	expect(toast()).toContain('Draft saved.')
	const click = (name: string) => run(() => [...page.querySelectorAll('button')].find((each) => each.textContent === name)?.click())
	await click('next')
	expect(toast()).toContain('Draft saved.')
	await click('other')
	await click('back')
	expect([page.querySelector('#where')?.textContent, toast()]).toEqual(['/next', undefined])
	vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as unknown as PerformanceEntry])
	expect((await read()).toast()).toBe(undefined)
})

const withLink = { text: 'Published.', link: { label: 'View', href: '/' } }

test.each([
	['disappears by itself', {}, 6000],
	['that offers to undo something stays longer', { undo: 'a1' }, 12_000],
	['with a link stays longer', { notice: withLink }, 12_000],
])('a notice %s, and as long as its buttons have focus', async (_what, given, ms) => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component: Notice }])
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: { ...shared, ...given } } }} />)
	const isShownAfter = async (passed: number) => {
		await run(() => vi.advanceTimersByTime(passed))
		return page.querySelector('[data-toast]') !== null
	}
	page.querySelector<HTMLElement>('[aria-label=Dismiss]')?.focus()
	expect(await isShownAfter(ms)).toBe(true)
	;(document.activeElement as HTMLElement | null)?.blur()
	expect([await isShownAfter(ms - 1), await isShownAfter(1)]).toEqual([true, false])
})
