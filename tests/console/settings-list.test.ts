import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const listIn = (text: string) => /<nav aria-label="Settings"[\s\S]*?<\/nav>/.exec(text)?.[0]

test('each settings page lists all of them, except prices, which have an entry in the navigation', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect(listIn((await operator.get('/admin/settings/prices')).text)).toBeUndefined()
	for (const page of ['payments', 'team']) {
		const list = listIn((await operator.get(`/admin/settings/${page}`)).text)
		expect(list).toContain('href="/admin/settings/brand"')
		expect(list?.match(/aria-current="page" [^>]*href="([^"]*)"/)?.[1]).toBe(`/admin/settings/${page}`)
	}
})

test('the search finds settings by what people call them, without JavaScript, too', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const find = async (q: string) => {
		const [, main = ''] = /<main[\s\S]*?>([\s\S]*)<\/main>/.exec((await operator.get(`/admin/settings?q=${q}`)).text) ?? []
		return [...main.matchAll(/<h3><a [^>]*>([^<]*)/g)].map(([, title]) => title)
	}
	expect(await find('smtp')).toEqual(['Email'])
	expect(await find('vat+invoices')).toEqual(['Tax'])
	for (const [words, page] of [
		['academy+name', 'General'],
		['domain', 'General'],
		['instagram', 'Contact'],
		['favicon', 'Brand'],
		['iban', 'Payments'],
		['webhook', 'Payments'],
		['currency', 'Prices'],
		['guarantee', 'Refund rules'],
		['sender', 'Email'],
		['phone', 'Support hours'],
		['menu', 'Site pages'],
		['permissions', 'Team'],
		['popup', 'Site pages'],
		['pop-up', 'Site pages'],
		['newsletter+box', 'Site pages'],
		['password', 'Your account'],
		['sales+tax', 'Tax'],
	] as const)
		expect([words, await find(words)]).toEqual([words, expect.arrayContaining([page])])
	const { text } = await operator.get('/admin/settings?q=+favicon')
	expect(text).toMatch(/href="\/admin\/settings\/brand#logo"[^>]*>Logo</)
	expect(await find('prices')).toContain('Prices')
	expect(await find('')).not.toContain('Prices')
	expect(await find('nothing-like-it')).toEqual([])
	expect(await find('')).toContain('Terms of Service')
})
