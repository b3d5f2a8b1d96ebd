// asvs V1.1.2 V1.2.1
// regression GHSA-pgjx-7f9g-9463
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'

import { type AuthMailName, renderAuthMail, VERIFICATION_TYPE } from './auth-mail.ts'

const { site } = loadedContent

const NAMES = Object.keys(VERIFICATION_TYPE) as AuthMailName[]
const LINK = 'http://localhost:3000/auth/callback?token_hash=abc&type=signup'

test.each(NAMES)('%s has purpose, code, link and lifetime in both parts', (name) => {
	const mail = renderAuthMail(loadedContent, name, { code: '042137', link: LINK, minutes: 10 })
	expect(mail.subject).toContain(site.name)
	for (const part of ['042137', '10 minutes', 'Just ignore this email'])
		expect([mail.text.includes(part), mail.html.includes(part)]).toEqual([true, true])
	expect(mail.text).toContain(`\n${LINK}\n`)
	expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`)
	expect(mail.html).not.toMatch(/<script|<img|<link|javascript:/)
})

test('text in a mail can’t become markup', () => {
	const { html } = renderAuthMail(loadedContent, 'auth.magic-link', { code: '<b>1</b>', link: 'http://x/?a="><script>', minutes: 10 })
	expect(html).toContain('&lt;b&gt;1&lt;/b&gt;')
	expect(html).not.toContain('<script>')
})
