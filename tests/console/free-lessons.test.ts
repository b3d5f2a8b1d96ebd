import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, samplesOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

const WARNING = 'People can read this without buying the course.'
const FREE_FIELD = '%2Fmodules%2F0%2Ffree#f-modules-0-free'
const COURSE = 'course/course.json'

const paid = originOf('offers.json').replace('"accessPolicy": "progress"', '"accessPolicy": "enrolled"')

async function open() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const shown = async () => (await operator.get('/admin/content/publish')).text
	return { wire, operator, shown }
}

test('Publish names what a change makes free to read, with a link to its field, until it is public', async () => {
	const { wire, operator, shown } = await open()
	await saveText(operator, 'blog.json', originOf('blog.json').replace('"title": "', '"title": "Our '))
	expect(await shown()).not.toContain(WARNING)

	await saveText(operator, 'offers.json', paid)
	expect(await shown()).toMatch(
		new RegExp(`${WARNING}[^]*${FREE_FIELD}"[^>]*>Foundation: Digital Career Discovery</a>: 8 lessons will be free`),
	)
	await publish(operator, {})
	expect(await shown()).not.toContain(WARNING)

	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'x', duration: '20 minutes' })
	expect(await shown()).toContain(': “My own” will be free to read, because the module is.')
	await publish(operator, { samples: await samplesOf(wire) })

	await saveText(operator, 'offers.json', originOf('offers.json'))
	expect(await shown()).toMatch(/>Who can read the course<\/a>: everyone with an account will read all lessons/)
})

test('Publish warns if nothing is left to buy; a module without lessons doesn’t count', async () => {
	const { operator, shown } = await open()
	await saveText(operator, 'offers.json', paid)
	const { modules, ...course } = JSON.parse(originOf(COURSE)) as { modules: object[] }
	await saveText(operator, COURSE, JSON.stringify({ ...course, modules: modules.map((module) => ({ ...module, free: true })) }))
	expect(await shown()).toMatch(new RegExp(`${FREE_FIELD}"[^>]*>Every module is free to read</a>: uncheck`))

	await saveText(operator, COURSE, JSON.stringify({ ...course, modules: modules.slice(0, 2) }))
	const page = JSON.parse(originOf('course/module-2/module.json')) as object
	expect(await shown()).not.toContain('Every module is free to read')
	await saveText(operator, 'course/module-2/module.json', JSON.stringify({ ...page, sections: [] }))
	expect(await shown()).toContain('Every module is free to read')
})

test('the outline marks the modules that are free to read', async () => {
	const { operator } = await open()
	const { text } = await operator.get('/admin/course')
	expect(text.match(/outline-title[^>]*>([^<]*)<\/a><span[^>]*>free</g)?.map((each) => each.split('>')[1])).toEqual([
		'Foundation: Digital Career Discovery</a',
	])
})
