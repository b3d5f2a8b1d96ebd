// asvs V3.3.1 V3.3.2 V3.3.3 V3.3.4
// regression raw-http
import { Hono } from 'hono'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import type { HttpEnv } from './environment.ts'
import { setOwnCookie, readOwnCookie } from './own-cookie.ts'

function siteAt(siteUrl: string) {
	const site = new Hono<HttpEnv>()
	site.use(async (c, next) => {
		c.set('ctx', { config: { siteUrl } } as HttpEnv['Variables']['ctx'])
		await next()
	})
	site.get('/keep', (c) => {
		setOwnCookie(c, { name: 'mark', value: '1', seconds: 60, fromOtherSites: c.req.query('wide') === '1' })
		return c.text('')
	})
	site.get('/keep-within', (c) => {
		setOwnCookie(c, { name: 'mark', value: '1', within: '/desk' })
		return c.text('')
	})
	site.get('/read', (c) => c.text(readOwnCookie(c, 'mark', c.var.ctx.config) ?? 'none'))
	const kept = async (path: string) => (await site.request(path)).headers.get('set-cookie')
	const read = async (cookie: string) => (await site.request('/read', { headers: { cookie } })).text()
	return { kept, read }
}

test('over https the cookie has the __Host- prefix, and one without it is ignored', async () => {
	const { kept, read } = siteAt('https://academy.example')
	expect(await kept('/keep')).toBe('__Host-mark=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
	expect(await kept('/keep?wide=1')).toBe('__Host-mark=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=None')
	expect(await kept('/keep-within')).toBe('__Secure-mark=1; Path=/desk; HttpOnly; Secure; SameSite=Strict')
	expect(await read('__Host-mark=1')).toBe('1')
	expect(await read('mark=1')).toBe('none')
})

test('without https on a developer’s machine the cookie has no prefix, and is SameSite', async () => {
	const { kept, read } = siteAt('http://localhost:3000')
	expect(await kept('/keep?wide=1')).toBe('mark=1; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
	expect(await read('mark=1')).toBe('1')
})

test('no other file of the server sets or reads cookies', () => {
	const sources = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
	const files = sources.filter((file) => readFileSync(file, 'utf8').includes("from 'hono/cookie'"))
	expect(files).toEqual(['server/http/own-cookie.ts'])
	const byHand = sources.filter((file) => /header\(\s*'set-cookie'/i.test(readFileSync(file, 'utf8')))
	expect(byHand).toEqual([])
})
