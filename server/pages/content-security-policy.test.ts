// asvs V3.4.3 V3.7.1 V14.2.3
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { contentSecurityPolicy } from './content-security-policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))

test('inline blocks are allowed by hash, once each, and nothing else inline is', () => {
	const policy = contentSecurityPolicy(
		'<style>a{}</style><script>one()</script><script type="module">two()</script><script>one()</script>',
		'x.html',
	)
	expect(directive(policy, 'script-src')).toBe(`script-src 'strict-dynamic' ${hash('one()')} ${hash('two()')}`)
	expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hash('a{}')}`)
	expect(policy).not.toContain('unsafe')
	for (const name of ['default-src', 'connect-src', 'font-src']) expect(directive(policy, name)).toBe(`${name} 'self'`)
	for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(directive(policy, name)).toBe(`${name} 'none'`)
})

test('data blocks don’t count as scripts', () => {
	const policy = contentSecurityPolicy('<script type="application/ld+json">{"a":1}</script>', 'x.html')
	expect(directive(policy, 'script-src')).toBe("script-src 'none'")
})

test.each([
	['<p style="color:red">x</p>', 'style'],
	['<button class="btn" onclick="go()">x</button>', 'onclick'],
])('%s fails the build, because the policy would block it', (markup, attribute) => {
	expect(() => contentSecurityPolicy(markup, 'modules/index.html')).toThrow(`modules/index.html: a ${attribute} attribute`)
})

test('text inside a script that looks like an attribute is ignored', () => {
	expect(() => contentSecurityPolicy(`<script>const a = '<p style="x">'</script>`, 'x.html')).not.toThrow()
})

test('escaped text that looks like an attribute is ignored, and can’t get a hash', () => {
	const html = '<input value="x style=&quot;"/><p title=" onclick="></p><script data-view="{ src= }" class="a">one()</script>'
	expect(directive(contentSecurityPolicy(html, 'x'), 'script-src')).toBe(`script-src 'strict-dynamic' ${hash('one()')}`)
	expect(directive(contentSecurityPolicy('<script src="/a.js"></script>', 'x'), 'script-src')).toBe("script-src 'none'")
})
