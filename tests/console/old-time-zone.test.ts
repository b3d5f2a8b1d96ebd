import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

test('an academy that stored an old name of its time zone keeps it until it chooses another', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const text = originOf('site.json').replace(/"timeZone": "[^"]*"/, '"timeZone": "Europe/Kiev"')
	expect((await saveText(operator, 'site.json', text)).status).toBe(303)
	const page = (await operator.get('/admin/settings/time-zone')).text
	const options = [...page.matchAll(/<option ([^>]*)>/g)].map(([, attributes = '']) => attributes)
	expect(options.filter((each) => each.includes('selected'))).toEqual([expect.stringContaining('value="Europe/Kiev"')])
	expect(options).toContain('value="Europe/Kyiv"')
})
