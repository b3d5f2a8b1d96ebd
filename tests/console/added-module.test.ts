import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, readPublic, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

type Json = Record<string, unknown>
const LESSON = 'course/module-7/lessons/first-section.md'
const MODULE = 'course/module-7/module.json'

/** Fills required fields that have no default. */
const fill = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(fill)
	if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]))
	return value === '' ? 'Written' : value
}

function courseOfSeven(): string {
	const course = JSON.parse(originOf('course/course.json')) as { modules: Json[]; weeks: Json[] }
	const last = course.modules.at(-1) as Json & { gate: Json }
	course.modules.push({ ...last, id: 7, title: 'A team', gate: { ...last.gate, requires: 6, deniedRedirect: '/course/module6' } })
	course.weeks.push({ ...course.weeks.at(-1), week: 9, module: 7 })
	return JSON.stringify(course)
}

const sevenIn = (file: string) => originOf(file).replaceAll(/six modules/gi, 'seven modules')

test('a seventh module is created, written and published in the console, and its errors are listed until it is complete', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(operator, 'course/course.json', courseOfSeven())
	expect((await operator.get(addressOf('course/course.json'))).text).toMatch(
		new RegExp(`<a [^>]*href="[^"]*module-7%2Fmodule.json"[^>]*>7: A team</a> <span[^>]*>added by you`),
	)

	const [, begun = ''] =
		/<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec((await operator.get(`${addressOf(MODULE)}&as=text`)).text) ?? []
	const module = JSON.parse(begun.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'")) as Json
	expect(module).toMatchObject({ id: 7, title: '', sections: [{ id: 'first-section', title: '' }], downloadIds: [] })
	expect((await saveText(operator, MODULE, JSON.stringify(module))).status).toBe(303)
	expect((await operator.get(addressOf(MODULE))).text).toContain('aria-invalid="true"')
	await saveText(operator, MODULE, JSON.stringify(fill(module)))
	expect((await operator.get(addressOf(MODULE))).text).toContain(encodeURIComponent(LESSON))
	await saveText(operator, LESSON, originOf('course/module-2/lessons/first-sale.md'))
	for (const file of ['site.json', 'link-pictures.json']) await saveText(operator, file, sevenIn(file))
	const lesson = await wire.deps.db.selectFrom('content_versions').select('id').where('path', '=', LESSON).executeTakeFirstOrThrow()
	const others = await wire.deps.db.selectFrom('content_versions').select('id').where('id', '<>', lesson.id).execute()
	const withoutLesson = { choose: 'drafts', ...Object.fromEntries(others.map(({ id }) => [`draft-${id}`, 'on'])) }
	expect(await publish(operator, withoutLesson)).toContain('Publish all changes of this lesson at the same time')
	await publish(operator)
	expect(await readPublic(wire, MODULE)).toContain('"Written"')
})

test('a course that lists an unwritten module, or says six modules and has seven, can’t be published', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await saveText(operator, 'course/course.json', courseOfSeven())
	const said = await publish(operator)
	expect(said).toContain('Lists module 7, which doesn’t exist: remove it, or create the module')
	expect(said).toContain('Description</a>: Says &quot;six modules&quot;, but “Course settings” has seven.')
})

test.each(['course/module-90/module.json', 'course/module-0/module.json', 'course/module-7/other.json', 'course/module-90/lessons/a.md'])(
	'%s can’t be created as a new file',
	async (file) => {
		const operator = await openConsoleAs(await startWire(), 'operator')
		expect((await operator.get(addressOf(file))).status).toBe(404)
	},
)
