// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { requestSignInCode } from './auth-calls.ts'

afterEach(() => vi.unstubAllGlobals())

test('a site that asks for a captcha gets one: loaded after the refusal, solved, sent along, gone again', async () => {
	const bodies: { gotrue_meta_security?: { captcha_token?: string } }[] = []
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const { pathname } = new URL(String(input), window.location.origin)
		if (pathname === '/auth/v1/settings') return Response.json({ captcha: { provider: 'turnstile', site_key: 'the-site-key' } })
		const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as (typeof bodies)[number]
		bodies.push(body)
		if (body.gotrue_meta_security?.captcha_token === 'solved') return Response.json({})
		const headers = { 'x-supabase-api-version': '2024-01-01' }
		return Response.json({ code: 'captcha_failed', message: 'captcha protection: request disallowed' }, { status: 400, headers })
	})
	// Stands in for the provider's script, which nobody loads in a test.
	const seen: unknown[] = []
	const turnstile = {
		render(place: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) {
			seen.push([place.getAttribute('aria-label'), place.isConnected, options.sitekey])
			options.callback('solved')
			return 'w1'
		},
	}
	vi.spyOn(document.head, 'append').mockImplementation((script) => {
		Object.assign(window, { turnstile })
		;(script as HTMLScriptElement).dispatchEvent(new Event('load'))
	})

	expect(await requestSignInCode({ email: 'ada@example.com', next: null })).toEqual({ ok: true, value: null })
	expect(bodies.map((body) => body.gotrue_meta_security?.captcha_token)).toEqual([undefined, 'solved'])
	expect(seen).toEqual([['Security check', true, 'the-site-key']])
	expect(document.querySelector('[aria-label="Security check"]')).toBeNull()

	await requestSignInCode({ email: 'ada@example.com', next: null })
	expect(bodies).toHaveLength(3)
})
