// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { SessionEnded } from './session-ended.tsx'

test('an ended session asks to sign in again with the known address, or lets go', async () => {
	vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
	const onLeave = vi.fn()
	const { page, run, leave } = await renderElement(<SessionEnded email="ada@example.com" isOpen onLeave={onLeave} />)
	expect(page.querySelector('dialog')?.open).toBe(true)
	expect(page.textContent).toContain('What you typed is still here')
	expect(page.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('ada@example.com')
	await run(() => page.querySelector<HTMLButtonElement>('[aria-label="Leave this page"]')?.click())
	expect(onLeave).toHaveBeenCalledTimes(1)
	await leave()
	vi.unstubAllGlobals()
})
