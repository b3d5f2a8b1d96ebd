import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const COURSE = '/admin/course'

test('all sample lessons can be removed after a first lesson was edited and another one written, which leaves two', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const first = 'course/module-1/lessons/introduction-orientation.md'
	await saveText(operator, first, originOf(first).replace(/^title: .*$/m, 'title: Welcome'))
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'x', minutes: '20' })
	await saveText(operator, 'marketing/claims.json', originOf('marketing/claims.json').replace('30+', '1+'))
	const question = (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	expect(question).not.toContain('Fix these before you remove')
	const removed = await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })
	expect(removed.to).toContain('notice=part-removed&changed=')
})
