import { expect, test } from 'vitest'

import { consolePaths } from '#contracts/console-paths.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const tabsIn = (text: string) => /<nav aria-label="Groups of settings">[\s\S]*?<\/nav>(?:<nav[\s\S]*?<\/nav>)?/.exec(text)?.[0]

test('prices have an entry in the navigation, so they have no settings tabs and aren’t one', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect(tabsIn((await operator.get('/admin/settings/prices')).text)).toBeUndefined()
	const tabs = tabsIn((await operator.get('/admin/settings/payments')).text)
	expect(tabs).toContain('>Selling<')
	expect(tabs).not.toContain('/admin/settings/prices')
})

test('the brand page shows the logo, with a button to change it', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { text } = await operator.get('/admin/settings/brand')
	const [, section = ''] = /<h2 id="logo">Logo<\/h2>([\s\S]*?)<h2/.exec(text) ?? []
	expect(section).toContain('<svg')
	expect(section).toMatch(/<a[^>]*>Change logo</)
	expect(text.split(`href="${consolePaths.logo}"`)).toHaveLength(2)
})
