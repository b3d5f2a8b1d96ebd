import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, baseIn, originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const SALE = 'course/module-2/lessons/first-sale.md'
const MODULE = 'course/module-2/module.json'

async function start() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const outline = async () => (await operator.get('/admin/course')).text
	const send = async (path: string, title: string, fields: Record<string, string> = {}) => {
		const base = baseIn((await operator.get(addressOf(SALE))).text)
		return operator.post(path, { path: SALE, as: 'markdown', base, d: '', 's/title': title, text: 'x', ...fields })
	}
	const save = async (title: string, fields?: Record<string, string>) => (await send('/admin/content/file', title, fields)).to
	const autosave = async (title: string, fields?: Record<string, string>) =>
		JSON.parse((await send('/admin/content/autosave', title, fields)).text) as { isRenamed: boolean }
	return { wire, operator, outline, save, autosave }
}

test('saving a lesson’s new title also changes its name in the course, if both were the same', async () => {
	const { wire, outline, save, autosave } = await start()
	expect(await save('The first buyer')).toContain('notice=content-renamed')
	expect(await outline()).toContain('The first buyer')
	const saved = await wire.deps.db.selectFrom('content_versions').select(['path', 'because_of']).orderBy('id').execute()
	expect(saved).toEqual([
		{ path: SALE, because_of: null },
		{ path: MODULE, because_of: SALE },
	])
	const log = await wire.deps.db.selectFrom('operator_actions').select('object_id').where('action', '=', 'content_saved').execute()
	expect(new Set(log.map(({ object_id: id }) => id))).toEqual(new Set([SALE, MODULE]))
	expect(await save('The first buyer', { text: 'More' })).toContain('notice=content-saved')
	expect(await autosave('The fir')).toMatchObject({ isRenamed: false })
	expect(await autosave('The first customer')).toMatchObject({ isRenamed: false })
	expect(await outline()).toContain('The first buyer')
	expect(await autosave('The first customer', { do: 'save' })).toMatchObject({ isRenamed: true })
	expect(await outline()).toContain('The first customer')
})

test('a lesson with another name in the course keeps it, and a file edited as text changes only itself', async () => {
	const { operator, outline, save, autosave } = await start()
	const text = originOf(SALE).replace('title: First Sale', 'title: The first sale')
	expect((await saveText(operator, SALE, text)).to).toContain('notice=content-saved')
	await saveText(operator, MODULE, originOf(MODULE).replaceAll('"title": "First Sale"', '"title": "Selling"'))
	expect(await save('The first buyer')).toContain('notice=content-saved')
	expect(await autosave('A buyer', { do: 'save' })).toMatchObject({ isRenamed: false })
	expect(await outline()).toContain('Selling')
})
