import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { SessionEnded } from './session-ended.tsx'

type Props = ComponentProps<typeof SessionEnded>

async function openDialog(second: object | null, props: Partial<Props> = {}) {
	vi.stubGlobal('fetch', async () => (second ? Response.json(second) : Response.json({}, { status: 503 })))
	const told = { onDone: vi.fn(), onLeave: vi.fn() }
	const given = { user: { email: 'ada@example.com' }, isOpen: true, isBack: false, leaveLabel: 'Leave this page', ...told, ...props }
	return {
		...told,
		...(await renderElement(
			<MemoryRouter>
				<SessionEnded {...given} />
			</MemoryRouter>,
		)),
	}
}

afterEach(() => vi.unstubAllGlobals())

test('an ended session asks the known address to sign in again, or can be dismissed', async () => {
	const { page, run, leave, onLeave, onDone } = await openDialog(null)
	expect(page.querySelector('dialog')?.open).toBe(true)
	expect(page.textContent).toContain('What you typed is still here')
	expect(page.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('ada@example.com')
	await run(() => page.querySelector<HTMLButtonElement>('[aria-label="Leave this page"]')?.click())
	expect([onLeave.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0])
	await leave()
})

test('a restored session without a second factor closes the dialog', async () => {
	const { onDone, leave } = await openDialog({ isNeeded: false, ways: [] }, { isBack: true })
	await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
	await leave()
})

test('a restored session is asked for its second factor before the dialog closes', async () => {
	const ways = [{ type: 'totp', factorId: 'f1', name: 'Phone' }]
	const { page, run, onDone, leave } = await openDialog({ isNeeded: true, ways }, { isBack: true })
	await vi.waitFor(() => expect(page.textContent).toContain('authenticator app'))
	await run(() => {})
	expect([page.querySelector('input[autocomplete="one-time-code"]') !== null, onDone.mock.calls.length]).toEqual([true, 0])
	await leave()
})

test('an organization’s account is sent to its own sign-in in another tab, without a password', async () => {
	const { page, leave } = await openDialog(null, { user: { email: 'ada@school.example', isManaged: true } })
	const link = page.querySelector<HTMLAnchorElement>('dialog a')
	expect([link?.getAttribute('href'), link?.target, page.querySelector('dialog input')]).toEqual(['/login', '_blank', null])
	await leave()
})
